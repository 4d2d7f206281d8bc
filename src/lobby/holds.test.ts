import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goSeat } from '../../test/lobby/go-seat.ts';
import { Game } from './game.ts';
import { Holds } from './holds.ts';
import { Names } from './names.ts';
import { Reservations } from './reservations.ts';

describe('a name that two seats are held for, since the log has lost the end of the earlier game', () => {
  test('is kept for the later one when the earlier one is held no longer', () => {
    const names = new Names(new Reservations());
    const holds = new Holds(names);
    const [earlier, later] = [1, 2].map((id) => {
      const game = new Game(
        id,
        { kind: 'seated', black: goSeat('alice', 9), white: goSeat(`bob-${id}`, 9), komi: 0 },
        0,
      );
      holds.hold(game, 'black', Number.POSITIVE_INFINITY);
      return game.seats.black.hold;
    });
    assert(earlier !== undefined && later !== undefined);
    holds.drop(earlier);
    assert.deepEqual(names.owner('alice'), { hold: later });
    holds.drop(later);
    assert.equal(names.owner('alice'), undefined);
  });
});
