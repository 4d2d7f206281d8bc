import type { SeatRecord } from '../../src/lobby/event.ts';
import type { GoWish } from '../../src/lobby/wish.ts';

/** A wish as a client of nu6 has it. */
export const goWish = (size: number): GoWish => ({
  game: 'go',
  size,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  komiBinds: false,
});

/** The seat of somebody who has come with that wish from this machine. */
export const goSeat = (name: string, size: number): SeatRecord => ({
  name,
  guest: false,
  protocol: 'nu6',
  listener: 'plain',
  address: '127.0.0.1',
  wish: goWish(size),
});
