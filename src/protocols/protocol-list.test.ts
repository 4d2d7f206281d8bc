import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modules } from '../../test/support/structure/modules.ts';
import { PROTOCOLS } from './protocol-list.ts';

describe('the privacy of a protocol', () => {
  for (const { name, privacy, messages } of PROTOCOLS) {
    test(`${name}: is the strictest of its messages`, async () => {
      assert.equal((await messages()).open().strictest, privacy);
    });
  }

  test('a protocol whose clients can chat with one player has private messages', () => {
    const texts = new Map(modules().map(({ path, text }) => [path, text]));
    const chatting = PROTOCOLS.filter(({ name }) => {
      const session = texts.get(`src/protocols/${name}/server-session.ts`) ?? '';
      // The command to the lobby: `to` is one player, or everyone.
      return /\{ kind: 'chat'[^}]*\bto\b/.test(session);
    });
    assert.ok(chatting.length > 0);
    for (const { name, privacy } of chatting) assert.notEqual(privacy, 'public', name);
  });
});

describe('the parts of a protocol', () => {
  const all = new Map(modules().map((each) => [each.path, each]));

  /** All files that are loaded with a file. */
  function loadedWith(path: string, found = new Set<string>()): Set<string> {
    const { imports, text } = all.get(path) ?? assert.fail(`there is no ${path}`);
    if (found.has(path)) return found;
    found.add(path);
    for (const { file, specifier, typeOnly } of imports) {
      if (file !== undefined && !typeOnly && !text.includes(`import('${specifier}')`)) loadedWith(file, found);
    }
    return found;
  }

  test('are loaded on demand: server, client, messages and conformance do not come with the list', () => {
    const parts =
      /\/(?:server-session|client-session|messages|message-explainer)\.ts$|\/(?:api|conformance|as-piskvork)\//;
    assert.deepEqual(
      [...loadedWith('src/protocols/protocol-list.ts')].filter((path) => parts.test(path)),
      [],
    );
    assert.ok(loadedWith('src/protocols/protocol-list.ts').has('src/protocols/nu6/name.ts'));
  });

  const SERVER_HALF = /\/(?:server-session|server-session-base|postponed-command)\.ts$/;
  const CLIENT_HALF = /\/(?:client-session|client-session-base|line-client-session|turn-tracker)\.ts$/;

  for (const { name } of PROTOCOLS.filter(({ client }) => client !== undefined)) {
    test(`${name}: the client loads no server modules, and the server no client modules`, () => {
      const client = [...loadedWith(`src/protocols/${name}/client-session.ts`)];
      const server = [...loadedWith(`src/protocols/${name}/server-session.ts`)];
      assert.deepEqual(
        client.filter((path) => SERVER_HALF.test(path)),
        [],
      );
      assert.deepEqual(
        server.filter((path) => CLIENT_HALF.test(path)),
        [],
      );
      assert.ok(client.some((path) => CLIENT_HALF.test(path)) && server.some((path) => SERVER_HALF.test(path)));
    });
  }
});
