import { type FieldCodec, pick, wordFor } from '../messages/field-codec.ts';

/** A name with its rating, such as `ray(1713?)`. */
export interface RatedName {
  readonly name: string;
  /** Absent if the server writes no number. */
  readonly rating?: number;
  readonly isProvisional: boolean;
}

export const ratedName: FieldCodec<RatedName> = {
  description: 'a name and its rating, with `?` while that is provisional',
  read(text) {
    const [, name, rating = '', mark] = /^(.+)\((-?\d{1,9})?(\?)?\)$/.exec(text) ?? [];
    if (name === undefined) return undefined;
    return { name, isProvisional: mark !== undefined, ...(rating === '' ? {} : { rating: Number(rating) }) };
  },
  write: ({ name, rating, isProvisional }) => `${name}(${rating ?? ''}${isProvisional ? '?' : ''})`,
  sample: (random) => ({
    name: pick(random, ['ray', 'gnu8', 'x-9']),
    rating: random(2500),
    isProvisional: random(2) === 0,
  }),
};

/** Points, written with at least one decimal. */
export const points: FieldCodec<number> = {
  description: 'a number with decimals',
  read: (text) => (/^-?[0-9]{1,6}(?:\.[0-9]{1,6})?$/.test(text) ? Number(text) : undefined),
  write: (value) => (Number.isInteger(value * 10) ? value.toFixed(1) : String(Number(value.toFixed(2)))),
  sample: (random) => (random(30) + 1) / pick(random, [1, 2]),
};

export const color = wordFor({ black: 'b', white: 'w' });

/** A point, `pass` or `resign`, in the other program's spelling. */
export const move: FieldCodec<string> = {
  description: '`D4` (letter without I, then the row from the bottom), `pass` or `resign`',
  read: (text) => (/^[^\s\p{Cc}]+$/u.test(text) ? text : undefined),
  write: (text) => text,
  sample: (random) => pick(random, ['D4', 'e5', 'J9', 'pass', 'resign']),
};

/** A day in UTC, such as `2026-11-22`. */
export const date: FieldCodec<string> = {
  description: 'the day in UTC, `2026-11-22`',
  read: (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined),
  write: (text) => text,
  sample: (random) => `2026-11-${10 + random(20)}`,
};

export const result: FieldCodec<string> = {
  description: '`B+3.5`, `W+Resign`, `B+Time`, `W+Illegal`, `Draw`, `Abort`',
  read: (text) => (/^[^\s\p{Cc}]+$/u.test(text) ? text : undefined),
  write: (text) => text,
  sample: (random) => pick(random, ['B+3.5', 'W+Resign', 'B+Time', 'Draw']),
};

/** The day in UTC of a time in milliseconds since the epoch. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The hour and minute in UTC of a time in milliseconds since the epoch. */
export const minuteOf = (now: number): string => new Date(now).toISOString().slice(11, 16);
