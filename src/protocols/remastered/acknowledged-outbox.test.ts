import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACK_TIMEOUT, AcknowledgedOutbox } from './acknowledged-outbox.ts';
import { makeServerMessage, type ServerMessage } from './messages.ts';

const PLACE: ServerMessage = { kind: 'place', color: 'black', x: 2, y: 3 };
const REMOVE: ServerMessage = { kind: 'remove', stones: [{ x: 1, y: 3 }] };
const ACK: ServerMessage = { kind: 'ack' };
const YOURTURN: ServerMessage = { kind: 'yourturn' };
const STONES: ServerMessage = { kind: 'stones', size: 9, stones: [] };
const READY: ServerMessage = { kind: 'ready' };

const lines = (messages: readonly ServerMessage[]): string[] => messages.map((message) => makeServerMessage(message));

describe('one message at a time', () => {
  test('sends place, remove and yourturn, each after the acknowledgement before', () => {
    const outbox = new AcknowledgedOutbox();
    assert.deepEqual(lines(outbox.put([PLACE, ACK, REMOVE], 0)), ['place 0 2 3']);
    assert.deepEqual(lines(outbox.put([YOURTURN], 0)), []);
    assert.deepEqual(lines(outbox.acknowledged(1)), ['ack', 'remove 1 3']);
    assert.deepEqual(lines(outbox.acknowledged(2)), ['yourturn']);
    assert.deepEqual(lines(outbox.acknowledged(3)), []);
    assert.equal(outbox.deadline, undefined);
  });

  for (const message of [PLACE, REMOVE, YOURTURN, STONES]) {
    test(`${message.kind} holds back what follows`, () => {
      const outbox = new AcknowledgedOutbox();
      assert.deepEqual(outbox.put([message, READY], 5), [message]);
      assert.equal(outbox.deadline, 5 + ACK_TIMEOUT);
      assert.deepEqual(outbox.acknowledged(6), [READY]);
      assert.equal(outbox.deadline, undefined);
    });
  }

  const free: ServerMessage[] = [
    { kind: 'ok', version: '0.1.0' },
    { kind: 'no' },
    { kind: 'full' },
    { kind: 'mode', mode: 'normal' },
    { kind: 'color', color: 'black' },
    READY,
    ACK,
    { kind: 'close' },
  ];
  for (const message of free) {
    test(`${message.kind} holds back nothing`, () => {
      const outbox = new AcknowledgedOutbox();
      assert.deepEqual(outbox.put([message, READY], 5), [message, READY]);
      assert.equal(outbox.deadline, undefined);
    });
  }

  test('an unexpected ack does not count for a later message', () => {
    const outbox = new AcknowledgedOutbox();
    assert.deepEqual(outbox.acknowledged(0), []);
    assert.deepEqual(lines(outbox.put([PLACE, ACK], 1)), ['place 0 2 3']);
  });

  test('the time limit starts when the message is sent, not when it is queued', () => {
    const outbox = new AcknowledgedOutbox();
    outbox.put([PLACE, YOURTURN], 1000);
    assert.equal(outbox.deadline, 1000 + ACK_TIMEOUT);
    assert.deepEqual(lines(outbox.acknowledged(4000)), ['yourturn']);
    assert.equal(outbox.deadline, 4000 + ACK_TIMEOUT);
  });
});

describe('a client that does not acknowledge', () => {
  test('receives all queued messages, and is never waited for again', () => {
    const outbox = new AcknowledgedOutbox();
    outbox.put([PLACE, REMOVE, YOURTURN], 0);
    assert.deepEqual(lines(outbox.missed(ACK_TIMEOUT)), ['remove 1 3', 'yourturn']);
    assert.equal(outbox.deadline, undefined);
    assert.deepEqual(lines(outbox.put([PLACE, ACK, REMOVE, YOURTURN], 20_000)), [
      'place 0 2 3',
      'ack',
      'remove 1 3',
      'yourturn',
    ]);
    assert.deepEqual(outbox.acknowledged(20_001), []);
    assert.equal(outbox.deadline, undefined);
  });

  test('is not affected if no acknowledgement was expected', () => {
    const outbox = new AcknowledgedOutbox();
    assert.deepEqual(outbox.missed(0), []);
    outbox.put([PLACE, YOURTURN], 0);
    assert.equal(outbox.deadline, ACK_TIMEOUT);
  });
});
