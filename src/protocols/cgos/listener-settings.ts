import { z } from 'zod';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import { wholeNumber } from '../read-settings.ts';
import { isName } from './name.ts';

/** The settings of a listener, after conversion. Times are in milliseconds. */
export interface ListenerSettings {
  /** The game parameters of all seeks of the listener, with komi and time control. */
  readonly parameters: GoParameters;
  /** The time that is not counted for each move, in milliseconds. */
  readonly gift: number;
  /** Rounds begin at multiples of this number of milliseconds. Undefined: clients are paired at once. */
  readonly round: number | undefined;
  /** The players whose ratings never change, in lower case. */
  readonly anchors: ReadonlySet<string>;
  /** Whether computer players accept the seeks of this listener. */
  readonly computer: boolean;
}

/** The largest board size: the letters of columns end at Z, and I is not used. */
export const LARGEST_SIZE = 25;
const LONGEST_TIME = 2_147_483;
const LONGEST_GIFT = 60;
/** The longest interval between rounds: a day, in seconds. */
const LONGEST_ROUND = 86_400;

/** A decimal number with at most two decimals. */
const decimal = z
  .string()
  .regex(/^(?:0|[1-9][0-9]{0,3})(?:\.[0-9]{1,2})?$/, { error: 'is a number like 7 or 0.25' })
  .transform(Number);

export const listenerSettings = z.object({
  size: wholeNumber(2, LARGEST_SIZE).default(9),
  komi: decimal.default(7),
  /** The time of each player for the whole game, in seconds. */
  time: wholeNumber(1, LONGEST_TIME).default(300),
  /** Seconds that are not counted for each move. */
  gift: decimal
    .refine((seconds) => seconds <= LONGEST_GIFT, { error: `is at most ${LONGEST_GIFT} seconds` })
    .default(0.25),
  /** Seconds between rounds. 0: clients are paired at once. */
  rounds: wholeNumber(0, LONGEST_ROUND).default(0),
  /** The players whose ratings never change, with these ratings. */
  anchor: z.string().transform(anchorsIn).default([]),
  computer: wholeNumber(0, 1).default(0),
});

/** Reads `NAME:1800`, or several of them with commas between them. */
function anchorsIn(text: string, context: z.RefinementCtx): readonly AnchorSetting[] {
  const anchors = text.split(',').map((each): AnchorSetting | undefined => {
    const [, name = '', rating] = /^(.*):([1-9]\d{0,3})$/.exec(each) ?? [];
    return isName(name) ? { name, rating: Number(rating) } : undefined;
  });
  if (!anchors.includes(undefined)) return anchors.filter((each) => each !== undefined);
  context.addIssue('is a name and a rating, like gnugo:1800, or several with commas between them');
  return z.NEVER;
}

interface AnchorSetting {
  readonly name: string;
  readonly rating: number;
}

export function listenerOf({
  size,
  komi,
  time,
  gift,
  rounds,
  anchor,
  computer,
}: z.infer<typeof listenerSettings>): ListenerSettings {
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
    anchors: new Set(anchor.map(({ name }) => name.toLowerCase())),
    round: rounds === 0 ? undefined : rounds * 1000,
    computer: computer === 1,
  };
}
