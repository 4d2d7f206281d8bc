import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { goSeat, USUAL_OPTIONS } from '../../../test/support/lobby/go-seat.ts';
import { Game } from '../games/game.ts';
import { newSequenceNumbers } from '../sequence-numbers.ts';
import { NameReservations } from './name-reservations.ts';
import { Names } from './names.ts';
import { ReservedSeats } from './reserved-seats.ts';

describe('a name with two reserved seats (the journal has lost the end of the earlier game)', () => {
  test('belongs to the later seat after the earlier seat is dropped', () => {
    const names = new Names(new NameReservations(), [], newSequenceNumbers());
    const reservedSeats = new ReservedSeats(names);
    const [earlier, later] = [1, 2].map((id) => {
      const game = new Game(
        id,
        { kind: 'seated', black: goSeat('alice', 9), white: goSeat(`bob-${id}`, 9), komi: 0, options: USUAL_OPTIONS },
        0,
      );
      reservedSeats.reserve(game, 'black', Number.POSITIVE_INFINITY);
      return game.seats.black.reserved;
    });
    assert(earlier !== undefined && later !== undefined);
    reservedSeats.drop(earlier);
    assert.deepEqual(names.bearerOf('alice'), { reservedSeat: later });
    reservedSeats.drop(later);
    assert.equal(names.bearerOf('alice'), undefined);
  });
});
