import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  press,
  ServerWithTerminals,
  screen,
  shownMessages,
} from '../../test/support/terminal/server-with-terminals.ts';

describe('the questions of the full screen', () => {
  let room: ServerWithTerminals;
  beforeEach(async () => {
    room = new ServerWithTerminals();
    await room.server.start();
  });

  test('leaves with a goodbye, or at once on the second request', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    await room.advance();
    press(ann, 'quit', 'ENTER');
    await room.advance();
    assert.deepEqual(room.ends, [undefined]);
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    press(bob, 'CTRL-C', 'CTRL-C');
    assert.deepEqual(room.ends, [undefined, undefined]);
  });

  test('asks before it leaves a running game, because that loses the game', async () => {
    const ann = room.open('nu6://x?name=ann&size=5');
    const bob = room.open('nu6://x?name=bob&size=5');
    await room.advance();
    press(ann, 'CTRL-C');
    await room.advance();
    assert.match(screen(ann, 80, 24), /If you leave now, you may lose the game/);
    assert.match(screen(ann, 80, 24), /your turn, black/);
    // After a move with the cursor, the question is asked again.
    press(ann, 'ENTER');
    await room.advance();
    press(ann, 'quit', 'ENTER');
    await room.advance();
    assert.match(screen(bob, 80, 24), /your turn, white/);
    assert.deepEqual(room.ends, []);
    press(ann, 'quit', 'ENTER');
    await room.advance();
    assert.deepEqual(room.ends, [undefined]);
    assert.match(screen(bob, 80, 24), /the game is over/);
  });

  test('asks before it resigns, and plays no stone when the answer is no', async () => {
    const ann = room.open('nu6://x?name=ann&size=5&chat=0');
    const bob = room.open('nu6://x?name=bob&size=5&chat=0');
    await room.advance();
    for (const answer of [['n'], [], ['ESC']]) {
      press(ann, 'resign', 'ENTER');
      assert.match(screen(ann), /\nresign this game\? y\/n, then Enter\n/);
      press(ann, ...answer, ...(answer[0] === 'ESC' ? [] : ['ENTER']));
      await room.advance();
      assert.match(screen(ann), /\nyour turn, black/);
      assert.match(screen(bob), /move 0/);
    }
    // Another command is carried out instead.
    press(ann, 'resign', 'ENTER', 'C3', 'ENTER');
    await room.advance();
    assert.match(screen(bob), /your turn, white/);
    press(bob, 'resign', 'ENTER');
    press(ann, 'resign', 'ENTER', 'y', 'ENTER');
    await room.advance();
    assert.match(shownMessages(ann), /the game is over: white wins by resignation$/);
    // The game is over, so the question of the other player is not asked any more.
    assert.match(screen(bob), /\nno game: type seek/);
  });

  test('asks before a pass only while much of the board is open', async () => {
    const ann = room.open('nu6://x?name=ann&size=5&chat=0');
    const bob = room.open('nu6://x?name=bob&size=5&chat=0');
    await room.advance();
    press(ann, 'pass', 'ENTER');
    assert.match(screen(ann), /\npass on an open board\? y\/n, then Enter\n/);
    press(ann, 'n', 'ENTER', 'C3', 'ENTER');
    await room.advance();
    // The whole board belongs to black.
    press(bob, 'pass', 'ENTER');
    await room.advance();
    assert.match(shownMessages(bob), /black C3\nwhite passes$/);
    press(ann, 'A1', 'ENTER');
    await room.advance();
    press(bob, 'E5', 'ENTER');
    await room.advance();
    press(ann, 'pass', 'ENTER', 'YES', 'ENTER');
    await room.advance();
    assert.match(shownMessages(ann), /black passes$/);
  });

  test('sends a pass or a resignation for which there is no game to the server, without a question', async () => {
    const ann = room.open('nu6://x?name=ann&size=5&chat=0');
    await room.advance();
    press(ann, 'resign', 'ENTER');
    await room.advance();
    assert.match(shownMessages(ann), /refused: /);
  });
});
