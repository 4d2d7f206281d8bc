import type { GoParameters } from '../lobby/game-parameters.ts';

/** The game parameters for a protocol whose document prescribes positional superko, allows suicide, and has no komi. */
export const defaultGoParameters = (size: number): GoParameters => ({
  game: 'go',
  size,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
});
