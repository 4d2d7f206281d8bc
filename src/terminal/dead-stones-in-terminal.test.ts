import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  press,
  ServerWithTerminals,
  screen,
  shownMessages,
} from '../../test/support/terminal/server-with-terminals.ts';

describe('the terminal over IGS', () => {
  let room: ServerWithTerminals;
  beforeEach(async () => {
    room = new ServerWithTerminals();
    await room.server.start();
  });

  test('marks dead stones after two passes, with the cursor or by their points', async () => {
    const [ann, bob] = ['ann', 'bob'].map((name) => room.open(`igs://x?name=${name}&password=x&size=5`, 'igs'));
    assert.ok(ann !== undefined && bob !== undefined);
    await room.advance();
    for (const [state, move] of [
      [ann, 'C3'],
      [bob, 'C4'],
      [ann, 'A5'],
      [bob, 'A4'],
      [ann, 'pass'],
      [bob, 'pass'],
    ] as const) {
      press(state, move, 'ENTER');
      if (move === 'pass') press(state, 'y', 'ENTER');
      await room.advance();
    }
    assert.match(screen(ann, 80), /\n0 dead: type or pick a point of dead stones, alive, or accept/);
    press(ann, 'C4', 'ENTER');
    await room.advance();
    for (const each of [ann, bob]) {
      assert.match(screen(each, 80), /\n1 dead/);
      assert.match(screen(each, 80), /^ 4.O.[.].o/m);
      assert.match(shownMessages(each), /dead: C4$/);
    }
    press(bob, 'alive', 'ENTER');
    await room.advance();
    assert.match(screen(ann, 80), /\n0 dead/);
    // The cursor is on the point of the last move.
    press(bob, 'UP', 'DOWN', 'ENTER');
    await room.advance();
    assert.match(shownMessages(ann), /dead: A4$/);
    press(bob, 'dead C4', 'ENTER');
    await room.advance();
    assert.match(screen(ann, 80), /\n2 dead/);
    press(bob, 'dead E5', 'ENTER');
    await room.advance();
    assert.match(shownMessages(bob), /There is no stone to remove/);
    press(ann, 'accept', 'ENTER');
    await room.advance();
    assert.match(shownMessages(bob), /ann has typed done/);
    assert.doesNotMatch(shownMessages(bob), /the game is over/);
    press(bob, 'accept', 'ENTER');
    await room.advance();
    for (const each of [ann, bob]) assert.match(shownMessages(each), /black wins, black 25 and white 6\.5/);
  });

  test('resumes play when no stone is marked for two minutes', async () => {
    const [ann, bob] = ['ann', 'bob'].map((name) => room.open(`igs://x?name=${name}&password=x&size=5`, 'igs'));
    assert.ok(ann !== undefined && bob !== undefined);
    await room.advance();
    for (const state of [ann, bob]) {
      press(state, 'pass', 'ENTER', 'y', 'ENTER');
      await room.advance();
    }
    await room.advance(121_000);
    assert.match(shownMessages(ann), /play resumes/);
    assert.match(screen(ann, 80), /your turn, black/);
    press(ann, 'accept', 'ENTER');
    assert.match(shownMessages(ann), /no stones are marked now/);
    press(ann, 'C3', 'ENTER');
    await room.advance();
    assert.match(screen(bob, 80), /your turn, white/);
  });
});
