import type { GoParameters } from '../../../src/lobby/game-parameters.ts';
import type { SeatRecord } from '../../../src/lobby/games/game-event.ts';

/** A wish as a client of nu6 has it. */
export const goWish = (size: number): GoParameters => ({
  game: 'go',
  size,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
});

/** The seat of somebody who has come with that wish from this machine. */
export const goSeat = (name: string, size: number): SeatRecord => ({
  name,
  guest: false,
  protocol: 'nu6',
  listener: 'plain',
  address: '127.0.0.1',
  parameters: goWish(size),
});
