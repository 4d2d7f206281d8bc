import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { SeatRecord } from './event.ts';
import { Game } from './game.ts';
import { Holds } from './holds.ts';
import { Names } from './names.ts';
import { Reservations } from './reservations.ts';

const seat = (name: string): SeatRecord => ({
  name,
  guest: false,
  protocol: 'nu6',
  listener: 'plain',
  address: '127.0.0.1',
  wish: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, komiBinds: false },
});

describe('a name that two seats are held for, since the log has lost the end of the earlier game', () => {
  test('is kept for the later one when the earlier one is held no longer', () => {
    const names = new Names(new Reservations());
    const holds = new Holds(names);
    const [earlier, later] = [1, 2].map((id) => {
      const game = new Game(id, { kind: 'seated', black: seat('alice'), white: seat(`bob-${id}`), komi: 0 }, 0);
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
