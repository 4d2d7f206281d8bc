import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Module, modules } from '../../test/support/structure/modules.ts';
import { PROTOCOLS } from './protocol-list.ts';

describe('the privacy of a protocol', () => {
  for (const { name, privacy, messages } of PROTOCOLS) {
    test(`${name}: it is the strictest of its messages`, async () => {
      assert.equal((await messages()).open().strictest, privacy);
    });
  }

  test('the protocols with chat for one player have private messages', () => {
    const names = PROTOCOLS.filter(({ privacy }) => privacy !== 'public').map(({ name }) => name);
    assert.deepEqual(names.sort(), ['nedap', 'nu6', 'web']);
  });
});

describe('the parts of a protocol', () => {
  const all = new Map(modules().map((each) => [each.path, each]));

  /** Everything that is loaded with a file. */
  function loadedWith(path: string, found = new Set<string>()): Set<string> {
    const { imports = [], text = '' } = all.get(path) ?? ({} as Partial<Module>);
    if (found.has(path)) return found;
    found.add(path);
    for (const { file, specifier, typeOnly } of imports) {
      if (file !== undefined && !typeOnly && !text.includes(`import('${specifier}')`)) loadedWith(file, found);
    }
    return found;
  }

  test('are loaded on demand: server, client, messages and conformance do not come with the list', () => {
    const parts = /\/(?:session|player|messages|interpreter)\.ts$|\/(?:api|conformance)\//;
    assert.deepEqual(
      [...loadedWith('src/protocols/protocol-list.ts')].filter((path) => parts.test(path)),
      [],
    );
    assert.ok(loadedWith('src/protocols/protocol-list.ts').has('src/protocols/nu6/name.ts'));
  });

  for (const { name, client } of PROTOCOLS.filter((each) => each.client !== undefined)) {
    test(`${name}: its client imports nothing of its server`, () => {
      assert.ok(client !== undefined);
      const server = loadedWith(`src/protocols/${name}/session.ts`);
      const both = [...loadedWith(`src/protocols/${name}/player.ts`)].filter((path) => server.has(path));
      assert.deepEqual(
        both.filter((path) => /\/(?:session|conversation)\.ts$/.test(path)),
        [],
      );
    });
  }
});
