import { z } from 'zod';
import type { GomokuParameters } from '../../lobby/game-parameters.ts';
import { FEWEST_LINES, MOST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import type { TimeControl } from '../../rules/time/time-control.ts';
import { oneOf, wholeNumber } from '../read-settings.ts';

/** The settings of a listener, after conversion. */
export interface ListenerSettings {
  /** The game parameters. Their time control applies to every game. */
  readonly parameters: GomokuParameters & { readonly time: TimeControl & { kind: 'per-move' } };
  /** Whether ABOUT is sent after COMPATIBLE. */
  readonly about: boolean;
  /** Whether INFO is sent, from the player's first stone on. */
  readonly info: boolean;
}

/** The longest time limit in seconds. Players store the milliseconds of INFO in 32 bits. */
export const LONGEST_TIME = 2_147_483;
/** The default time limits in seconds, for a move and for all moves of a game. */
export const DEFAULT_TIME = { turn: 30, match: 180 };

/** The form of a listener's settings. Times are in seconds. */
export const listenerSettings = z.object({
  size: wholeNumber(FEWEST_LINES, MOST_LINES).default(20),
  rule: oneOf(GOMOKU_RULES).default('freestyle'),
  turn: wholeNumber(1, LONGEST_TIME).default(DEFAULT_TIME.turn),
  match: wholeNumber(1, LONGEST_TIME).default(DEFAULT_TIME.match),
  about: wholeNumber(0, 1).default(0),
  info: wholeNumber(0, 1).default(0),
});

export function listenerOf({
  size,
  rule,
  turn,
  match,
  about,
  info,
}: z.infer<typeof listenerSettings>): ListenerSettings {
  return {
    parameters: { game: 'gomoku', size, rule, time: { kind: 'per-move', move: turn * 1000, match: match * 1000 } },
    about: about === 1,
    info: info === 1,
  };
}
