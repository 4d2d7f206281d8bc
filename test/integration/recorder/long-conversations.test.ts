import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainConversation } from '../../../src/server/recorder/explained-conversation.ts';
import { RecordedGame } from '../../../src/server/recorder/recorded-game.ts';
import { recordingOf } from '../../../src/server/recorder/recording-data.ts';
import { messagesOf } from '../../support/protocols/loaded-protocols.ts';

/** A recording in which black's client has sent `text` in packets of `size` bytes. */
function recorded(protocol: string, text: string, size: number): RecordedGame {
  const game = new RecordedGame(1, false);
  const connection = game.open('black', protocol);
  const bytes = Buffer.from(text);
  for (let start = 0, order = 0; start < bytes.length; start += size, order++) {
    game.add(
      connection,
      { order, at: 0, from: 'client', kind: 'public', bytes: bytes.subarray(start, start + size) },
      0,
    );
  }
  game.close();
  return game;
}

describe('a long conversation', () => {
  for (const [content, protocol, text] of [
    ['lines of one letter', 'nedap', 'x\n'.repeat(500_000)],
    ['empty lines', 'daigo', '\n'.repeat(1_000_000)],
    ['lines of nearly the longest length', 'nu6', `${'x'.repeat(4_000)}\n`.repeat(250)],
    ['one line without an end', 'nu6', 'x'.repeat(1_000_000)],
    ['bytes that are not text', 'gomokurs', '\xff\x00'.repeat(250_000)],
  ] as const) {
    test(`has an explanation of limited length: ${content}`, () => {
      const { messages } = explainConversation(1, recordingOf(recorded(protocol, text, 4_096)), messagesOf);
      const { length } = JSON.stringify(messages);
      assert.ok(length < 10 << 20, `${length}`);
    });
  }

  test('is marked as cut if its explanation is incomplete', () => {
    const few = explainConversation(1, recordingOf(recorded('nedap', 'x\n'.repeat(1_000), 4_096)), messagesOf);
    assert.deepEqual([few.messages.length, few.cut], [1_000, false]);
    const many = explainConversation(1, recordingOf(recorded('nedap', 'x\n'.repeat(500_000), 4_096)), messagesOf);
    assert.ok(many.messages.length < 30_000 && many.cut, `${many.messages.length}`);
  });

  test('is cut after a megabyte of one seat, but not for the other seat', () => {
    const game = new RecordedGame(1, false);
    const [black, white] = [game.open('black', 'nu6'), game.open('white', 'nu6')];
    const bytes = Buffer.from(`CHAT.MESSAGE~${'x'.repeat(4_082)}\n`);
    for (let order = 0; order < 300; order++)
      game.add(black, { order, at: 0, from: 'client', kind: 'public', bytes }, 0);
    assert.equal([...game.log].length, 256);
    assert.ok(game.isCut);
    game.add(white, { order: 300, at: 0, from: 'client', kind: 'public', bytes }, 0);
    assert.equal([...game.log].length, 257);
  });

  test('is stored for a thousand connections, and beyond that for the last one of each seat', () => {
    const game = new RecordedGame(1, false);
    for (let count = 0; count < 5_000; count++) {
      const connection = game.open(count % 2 === 0 ? 'black' : 'white', 'nu6');
      const bytes = Buffer.from('CORE.PASS\n');
      game.add(connection, { order: count, at: 0, from: 'client', kind: 'public', bytes }, 0);
    }
    assert.ok(game.isCut);
    assert.ok(game.connections.length <= 1_002, `${game.connections.length}`);
    assert.equal(game.isOver, false);
    game.close();
    assert.equal(explainConversation(1, recordingOf(game), messagesOf).messages.length, 1_000);
  });
});
