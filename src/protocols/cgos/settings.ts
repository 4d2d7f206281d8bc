import { z } from 'zod';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import { wholeNumber } from '../read-settings.ts';

/** What a listener is set to. Times are in milliseconds. */
export interface ListenerSettings {
  /** Komi and time control are values: every seek of the listener asks for them. */
  readonly parameters: GoParameters;
  /** The time that is forgiven on each move. */
  readonly gift: number;
  /** Computer players take its seeks. */
  readonly computer: boolean;
}

/** The letters of columns end at Z, and there is no I. */
const LARGEST_SIZE = 25;
const LONGEST_TIME = 2_147_483;
const LONGEST_GIFT = 60;

/** A number as a person writes it, with at most two decimals. */
const decimal = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,3})(?:\.[0-9]{1,2})?$/, { error: 'is a number like 7 or 0.25' })
  .transform(Number);

export const listenerSettings = z.object({
  size: wholeNumber(2, LARGEST_SIZE).default(9),
  komi: decimal.default(7),
  /** Seconds of each player for the whole game. */
  time: wholeNumber(1, LONGEST_TIME).default(300),
  /** Seconds. */
  gift: decimal
    .refine((seconds) => seconds <= LONGEST_GIFT, { error: `is at most ${LONGEST_GIFT} seconds` })
    .default(0.25),
  computer: wholeNumber(0, 1).default(0),
});

export function listenerOf({ size, komi, time, gift, computer }: z.infer<typeof listenerSettings>): ListenerSettings {
  return {
    parameters: {
      game: 'go',
      size,
      ruleset: { ko: 'positional', suicide: 'forbidden' },
      komi,
      fixedKomi: true,
      time: { kind: 'absolute', main: time * 1000 },
    },
    gift: gift * 1000,
    computer: computer === 1,
  };
}
