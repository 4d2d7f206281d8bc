import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import { type InMemoryNode, InMemoryNodes } from '../../support/nodes/in-memory-nodes.ts';

/** A client of a text protocol with its own address. */
class LineClient {
  readonly #connection: TransportCallbacks;
  readonly received: string[] = [];

  constructor(node: InMemoryNode, listener: string, address: string) {
    const send = (bytes: Uint8Array): void =>
      void this.received.push(...Buffer.from(bytes).toString().trim().split('\n'));
    this.#connection = node.reception(listener)(address, { id: address, send, close: () => {}, pause: () => {} });
  }

  say(line: string): void {
    this.#connection.receive(Buffer.from(`${line}\n`));
  }
}

test('a command that a session sends on a timer waits while the stream is unavailable', async () => {
  const [nodes, node] = await InMemoryNodes.create({});
  assert(node !== undefined);
  const clients = ['Carl', 'Cora'].map((_, index) => new LineClient(node, 'cgos?size=9', `192.0.2.${index + 1}`));
  for (const lines of [
    ['e1 a', 'e1 b'],
    ['Carl', 'Cora'],
    ['secret1', 'secret2'],
  ]) {
    for (const [index, client] of clients.entries()) client.say(lines[index] ?? '');
    await nodes.pass(20);
  }
  const isSetUp = (): boolean => clients.every(({ received }) => received.some((line) => line.startsWith('setup')));
  for (let waited = 0; waited < 60_000 && !isSetUp(); waited += 20) await nodes.pass(20);
  // The session sends that the client is ready 3 s after `setup`. By then no heartbeat has arrived for 3 s.
  node.link.isCut = true;
  await nodes.pass(4_500);
  assert.equal(node.hub.condition.isOpen, false);
  const questions = (): string[] =>
    clients.flatMap(({ received }) => received.filter((line) => line.startsWith('genmove')));
  assert.deepEqual(questions(), []);
  node.link.isCut = false;
  await nodes.pass(6_000);
  assert.deepEqual(
    questions().map((line) => line.slice(0, 9)),
    ['genmove b'],
  );
});
