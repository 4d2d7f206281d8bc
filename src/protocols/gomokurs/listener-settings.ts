import { z } from 'zod';
import type { GomokuParameters } from '../../lobby/game-parameters.ts';
import { FEWEST_LINES, MOST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import type { TimeControl } from '../../rules/time/time-control.ts';
import { oneOf, wholeNumber } from '../read-settings.ts';

/** What a listener is set to. */
export interface ListenerSettings {
  /** The time control of the listener always holds. */
  readonly parameters: GomokuParameters & { readonly time: TimeControl & { kind: 'per-move' } };
  /** ABOUT is asked after COMPATIBLE. */
  readonly about: boolean;
  /** INFO is sent from the seat's first turn on. */
  readonly info: boolean;
}

/** In seconds. Players keep INFO's milliseconds in 32 bits. */
export const LONGEST_TIME = 2_147_483;
/** Seconds for a turn and for a match. */
export const DEFAULT_TIME = { turn: 30, match: 180 };

/** Times in seconds. What is not set has its default. */
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
