import { z } from 'zod';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import { wholeNumber } from '../read-settings.ts';
import { isName } from './name.ts';

/** What a listener is set to. Times are in milliseconds. */
export interface ListenerSettings {
  /** Komi and time control are values: every seek of the listener asks for them. */
  readonly parameters: GoParameters;
  /** The time that is forgiven on each move. */
  readonly gift: number;
  /** Rounds begin at multiples of so many milliseconds. Absent: clients are paired at once. */
  readonly round: number | undefined;
  /** Players whose ratings no game changes, in small letters. */
  readonly anchors: ReadonlySet<string>;
  /** Computer players take its seeks. */
  readonly computer: boolean;
}

/** Lines of the largest board: the letters of columns end at Z, and there is no I. */
export const LARGEST_SIZE = 25;
const LONGEST_TIME = 2_147_483;
const LONGEST_GIFT = 60;
/** A day. */
const LONGEST_ROUND = 86_400;

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
  /** Seconds; 0: clients are paired at once. */
  rounds: wholeNumber(0, LONGEST_ROUND).default(0),
  /** Players whose ratings no game changes. */
  anchor: z.string().transform(anchorsIn).default([]),
  computer: wholeNumber(0, 1).default(0),
});

/** `NAME:1800`, or several with commas between them. */
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
