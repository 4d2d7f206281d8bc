import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatedMessages } from '../../test/support/nodes/simulated-messages.ts';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import { LossDetectingNodeLinks } from './loss-detecting-node-links.ts';

/** Two linked nodes, with a log of the messages and events that each of them gets. */
function linkedNodes() {
  const clock = new VirtualClock();
  const messages = new SimulatedMessages(clock);
  const living = new Set([1, 2]);
  const startNode = (own: number) => {
    const log: string[] = [];
    const node = { messages, own, isLiving: (each: number) => living.has(each), onVisit: () => {} };
    let isInUse = true;
    const links = new LossDetectingNodeLinks(node, clock, {
      received: (from, body) => void log.push(`${from}: ${JSON.stringify(body)}`),
      broken: (from) => void log.push(`${from} broken`),
      isInUse: () => isInUse,
    });
    const stopUsing = (): void => {
      isInUse = false;
    };
    return { log, node, links, stopUsing };
  };
  return { clock, messages, living, first: startNode(1), second: startNode(2) };
}

describe('a link between two nodes', () => {
  test('delivers messages in order, and stays intact while it is in use', async () => {
    const { clock, first, second } = linkedNodes();
    await clock.advance(1_000);
    first.links.send(2, 'a');
    first.links.send(2, { b: 1 });
    second.links.send(1, 'c');
    await clock.advance(60_000);
    assert.deepEqual(second.log, ['1: "a"', '1: {"b":1}']);
    assert.deepEqual(first.log, ['2: "c"']);
  });

  test('breaks on both nodes after a lost message, and then delivers again', async () => {
    const { clock, messages, first, second } = linkedNodes();
    await clock.advance(1_000);
    first.links.send(2, 'a');
    await clock.advance(10);
    messages.isCut = true;
    first.links.send(2, 'lost');
    messages.isCut = false;
    first.links.send(2, 'after');
    await clock.advance(10);
    first.links.send(2, 'again');
    await clock.advance(10_000);
    assert.deepEqual(second.log, ['1: "a"', '1 broken', '1: "again"']);
    assert.deepEqual(first.log, ['2 broken']);
  });

  test('breaks at the next keep-alive message if the last message was lost', async () => {
    const { clock, messages, first, second } = linkedNodes();
    await clock.advance(1_000);
    first.links.send(2, 'a');
    await clock.advance(10);
    messages.isCut = true;
    first.links.send(2, 'lost');
    messages.isCut = false;
    await clock.advance(1_100);
    assert.deepEqual(second.log, ['1: "a"', '1 broken']);
    assert.deepEqual(first.log, ['2 broken']);
  });

  test('breaks within 8 s if nothing arrives, but only while it is in use', async () => {
    for (const isInUse of [true, false]) {
      const { clock, messages, first, second } = linkedNodes();
      await clock.advance(1_000);
      first.links.send(2, 'a');
      await clock.advance(10);
      if (!isInUse) for (const node of [first, second]) node.stopUsing();
      messages.isCut = true;
      await clock.advance(8_500);
      assert.deepEqual(first.log.slice(0, 1), isInUse ? ['2 broken'] : []);
    }
  });

  test('breaks when the other node is dead, and when this node gets another number', async () => {
    const { clock, living, first, second } = linkedNodes();
    await clock.advance(1_000);
    first.links.send(2, 'a');
    second.links.send(1, 'b');
    await clock.advance(10);
    living.delete(2);
    await clock.advance(1_000);
    assert.deepEqual(first.log, ['2: "b"', '2 broken']);
    living.add(3);
    second.node.own = 3;
    await clock.advance(1_000);
    assert.deepEqual(second.log, ['1: "a"', '1 broken']);
    second.links.send(1, 'c');
    await clock.advance(10);
    assert.equal(first.log.at(-1), '3: "c"');
  });
});
