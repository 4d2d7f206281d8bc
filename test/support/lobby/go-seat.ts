import type { GameOptions, GoParameters } from '../../../src/lobby/game-parameters.ts';
import type { SeatRecord } from '../../../src/lobby/games/game-event.ts';

/** The options of a rated game between two clients that have requested no options. */
export const USUAL_OPTIONS: GameOptions = { rated: true, private: false, takeBack: true, estimate: false };

/** The game parameters of a nu6 client's seek. */
export const goParameters = (size: number): GoParameters => ({
  game: 'go',
  size,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
});

/** The seat of a client from this machine with these game parameters. */
export const goSeat = (name: string, size: number, more: Partial<GoParameters> = {}): SeatRecord => ({
  name,
  guest: false,
  protocol: 'nu6',
  listener: 'plain',
  address: '127.0.0.1',
  parameters: { ...goParameters(size), ...more },
});
