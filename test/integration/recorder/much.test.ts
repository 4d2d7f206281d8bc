import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { explainConversation } from '../../../src/server/recorder/explained-conversation.ts';
import { RecordedGame } from '../../../src/server/recorder/recorded-game.ts';
import { recordingOf } from '../../../src/server/recorder/recording-data.ts';
import { messagesOf } from '../../support/protocols/loaded-protocols.ts';

/** Black's client says all of this in pieces of so many bytes. */
function recorded(protocol: string, text: string, piece: number): RecordedGame {
  const game = new RecordedGame(1, false);
  const talk = game.open('black', protocol);
  const bytes = Buffer.from(text);
  for (let start = 0, order = 0; start < bytes.length; start += piece, order++) {
    game.add(talk, { order, at: 0, from: 'client', kind: 'public', bytes: bytes.subarray(start, start + piece) }, 0);
  }
  game.close();
  return game;
}

describe('a conversation in which much was said', () => {
  for (const [what, protocol, text] of [
    ['lines of one letter', 'nedap', 'x\n'.repeat(500_000)],
    ['empty lines', 'daigo', '\n'.repeat(1_000_000)],
    ['lines as long as can be', 'nu6', `${'x'.repeat(4_000)}\n`.repeat(250)],
    ['nothing that ends', 'nu6', 'x'.repeat(1_000_000)],
    ['bytes that are no text', 'gomokurs', '\xff\x00'.repeat(250_000)],
  ] as const) {
    test(`is told as far as an answer may go: ${what}`, () => {
      const { messages } = explainConversation(1, recordingOf(recorded(protocol, text, 4_096)), messagesOf);
      const { length } = JSON.stringify(messages);
      assert.ok(length < 10 << 20, `${length}`);
    });
  }

  test('says so where it is not told to its end', () => {
    const few = explainConversation(1, recordingOf(recorded('nedap', 'x\n'.repeat(1_000), 4_096)), messagesOf);
    assert.deepEqual([few.messages.length, few.cut], [1_000, false]);
    const many = explainConversation(1, recordingOf(recorded('nedap', 'x\n'.repeat(500_000), 4_096)), messagesOf);
    assert.ok(many.messages.length < 30_000 && many.cut, `${many.messages.length}`);
  });

  test('is cut above a megabyte of one seat, and the other seat is not', () => {
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

  test('is kept of a thousand connections, and has no more than the last of each seat beyond', () => {
    const game = new RecordedGame(1, false);
    for (let count = 0; count < 5_000; count++) {
      const talk = game.open(count % 2 === 0 ? 'black' : 'white', 'nu6');
      const bytes = Buffer.from('CORE.PASS\n');
      game.add(talk, { order: count, at: 0, from: 'client', kind: 'public', bytes }, 0);
    }
    assert.ok(game.isCut);
    assert.ok(game.connections.length <= 1_002, `${game.connections.length}`);
    assert.equal(game.isOver, false);
    game.close();
    assert.equal(explainConversation(1, recordingOf(game), messagesOf).messages.length, 1_000);
  });
});
