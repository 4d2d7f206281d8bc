import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatedMessages } from '../../test/support/nodes/simulated-messages.ts';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import { ReliableNodeLinks } from './reliable-node-links.ts';

/** Two nodes; what each of them hears, in order. */
function pair() {
  const clock = new VirtualClock();
  const messages = new SimulatedMessages(clock);
  const living = new Set([1, 2]);
  const side = (own: number) => {
    const heard: string[] = [];
    const node = { messages, own, isLiving: (each: number) => living.has(each), onVisit: () => {} };
    let isUsed = true;
    const links = new ReliableNodeLinks(node, clock, {
      received: (from, body) => void heard.push(`${from}: ${JSON.stringify(body)}`),
      broken: (from) => void heard.push(`${from} broken`),
      isInUse: () => isUsed,
    });
    const unused = (): void => {
      isUsed = false;
    };
    return { heard, node, links, unused };
  };
  return { clock, messages, living, one: side(1), other: side(2) };
}

describe('a link between two nodes', () => {
  test('delivers messages in order, and lasts while it is in use', async () => {
    const { clock, one, other } = pair();
    await clock.advance(1_000);
    one.links.send(2, 'a');
    one.links.send(2, { b: 1 });
    other.links.send(1, 'c');
    await clock.advance(60_000);
    assert.deepEqual(other.heard, ['1: "a"', '1: {"b":1}']);
    assert.deepEqual(one.heard, ['2: "c"']);
  });

  test('is broken on both sides after a lost message, and then delivers again', async () => {
    const { clock, messages, one, other } = pair();
    await clock.advance(1_000);
    one.links.send(2, 'a');
    await clock.advance(10);
    messages.isCut = true;
    one.links.send(2, 'lost');
    messages.isCut = false;
    one.links.send(2, 'after');
    await clock.advance(10);
    one.links.send(2, 'again');
    await clock.advance(10_000);
    assert.deepEqual(other.heard, ['1: "a"', '1 broken', '1: "again"']);
    assert.deepEqual(one.heard, ['2 broken']);
  });

  test('is broken by the next sign of life if the last message was lost', async () => {
    const { clock, messages, one, other } = pair();
    await clock.advance(1_000);
    one.links.send(2, 'a');
    await clock.advance(10);
    messages.isCut = true;
    one.links.send(2, 'lost');
    messages.isCut = false;
    await clock.advance(1_100);
    assert.deepEqual(other.heard, ['1: "a"', '1 broken']);
    assert.deepEqual(one.heard, ['2 broken']);
  });

  test('is broken within 8 s if nothing passes, but not while it is unused', async () => {
    for (const isUsed of [true, false]) {
      const { clock, messages, one, other } = pair();
      await clock.advance(1_000);
      one.links.send(2, 'a');
      await clock.advance(10);
      if (!isUsed) for (const side of [one, other]) side.unused();
      messages.isCut = true;
      await clock.advance(8_500);
      assert.deepEqual(one.heard.slice(0, 1), isUsed ? ['2 broken'] : []);
    }
  });

  test('is broken when the other node is dead, and when this one has another number', async () => {
    const { clock, living, one, other } = pair();
    await clock.advance(1_000);
    one.links.send(2, 'a');
    other.links.send(1, 'b');
    await clock.advance(10);
    living.delete(2);
    await clock.advance(1_000);
    assert.deepEqual(one.heard, ['2: "b"', '2 broken']);
    living.add(3);
    other.node.own = 3;
    await clock.advance(1_000);
    assert.deepEqual(other.heard, ['1: "a"', '1 broken']);
    other.links.send(1, 'c');
    await clock.advance(10);
    assert.equal(one.heard.at(-1), '3: "c"');
  });
});
