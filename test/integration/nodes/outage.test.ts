import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connection } from '../../../src/server/hub/transport.ts';
import { type ServerNode, ServerNodes } from '../../support/nodes/server-nodes.ts';

/** A client of a protocol of lines, from an address of its own. */
class Caller {
  readonly #connection: Connection;
  readonly heard: string[] = [];

  constructor(node: ServerNode, listener: string, address: string) {
    const send = (bytes: Uint8Array): void => void this.heard.push(...Buffer.from(bytes).toString().trim().split('\n'));
    this.#connection = node.reception(listener)(address, { id: address, send, close: () => {}, pause: () => {} });
  }

  say(line: string): void {
    this.#connection.receive(Buffer.from(`${line}\n`));
  }
}

test('a command that a session asks by itself while the stream is away waits until the stream is back', async () => {
  const [installation, node] = await ServerNodes.of({});
  assert(node !== undefined);
  const callers = ['Carl', 'Cora'].map((_, index) => new Caller(node, 'cgos?size=9', `192.0.2.${index + 1}`));
  for (const words of [
    ['e1 a', 'e1 b'],
    ['Carl', 'Cora'],
    ['secret1', 'secret2'],
  ]) {
    for (const [index, caller] of callers.entries()) caller.say(words[index] ?? '');
    await installation.pass(20);
  }
  const isSetUp = (): boolean => callers.every(({ heard }) => heard.some((line) => line.startsWith('setup')));
  for (let waited = 0; waited < 60_000 && !isSetUp(); waited += 20) await installation.pass(20);
  // The session says that the client is ready 3 s after `setup`. By then no heartbeat has come back for 3 s.
  node.link.isCut = true;
  await installation.pass(4_500);
  assert.equal(node.hub.condition.isOpen, false);
  const asked = (): string[] => callers.flatMap(({ heard }) => heard.filter((line) => line.startsWith('genmove')));
  assert.deepEqual(asked(), []);
  node.link.isCut = false;
  await installation.pass(6_000);
  assert.deepEqual(
    asked().map((line) => line.slice(0, 9)),
    ['genmove b'],
  );
});
