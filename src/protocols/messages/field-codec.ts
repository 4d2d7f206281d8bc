import { lineText } from '../../sanitize-text.ts';
import { parseWholeNumber } from '../parse-whole-number.ts';

/** A random whole number from 0 to `below - 1`. */
export type Random = (below: number) => number;

/** Reads and writes one field of a text message. `Value` is the type of the value in the program. */
export interface FieldCodec<Value> {
  /** For people: `a whole number from 2 to 131`. */
  readonly description: string;
  /** Reads a value. Undefined: the text is not such a value. */
  read(text: string): Value | undefined;
  write(value: Value): string;
  /** A random value for property tests and the fuzzer. If it is written and read, the result is the same value. */
  sample(random: Random): Value;
  /** The error text for a peer that sent another text. By default a sentence that contains `description`. */
  readonly problem?: string;
  /** The field may contain the delimiter. Only the last field of a message can. */
  readonly isRestOfLine?: true;
  /** The field is truncated if the line would be longer than the receiver accepts. */
  readonly isTruncatable?: true;
  /** An optional field that is present but empty counts as absent. */
  readonly isAbsentIfEmpty?: true;
}

/** A codec whose value is an object with several fields of the message. */
export interface MultiFieldCodec<Value extends object> extends FieldCodec<Value> {
  readonly isSpread: true;
}

/** Any number of fields of one codec, one after the other, at the end of a message. */
export interface ListCodec<Value> {
  readonly isList: true;
  readonly item: FieldCodec<Value>;
}

const SAMPLE_WORDS = ['alice', 'bob', 'carol', 'x9', 'a', 'dave'] as const;

export const pick = <Value>(random: Random, values: readonly Value[]): Value => {
  const value = values[random(values.length)];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
};

/** A whole number as every protocol here writes it (docs/protocols/README.md), with both bounds included. */
export function wholeNumber(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): FieldCodec<number> {
  return {
    description: describeRange(least, most),
    read(text) {
      const number = parseWholeNumber(text);
      return number !== undefined && number >= least && number <= most ? number : undefined;
    },
    write: String,
    // Mostly a coordinate of a small board, sometimes of a large board, and sometimes a limit.
    sample(random) {
      const choice = random(20);
      if (choice === 19) return pick(random, [least, most]);
      return Math.min(Math.max(least, 0) + random(choice < 16 ? 5 : 30), most);
    },
  };
}

function describeRange(least: number, most: number): string {
  if (most < Number.MAX_SAFE_INTEGER) return `a whole number from ${least} to ${most}`;
  return least > Number.MIN_SAFE_INTEGER ? `a whole number from ${least}` : 'a whole number';
}

/** A field that is one of a few words. Each word stands for one value. */
export function wordFor<const Value extends string>(
  words: Readonly<Record<Value, string | number>>,
): FieldCodec<Value> {
  const values = new Map<string, Value>();
  for (const value in words) values.set(String(words[value]), value);
  return {
    description: quoted([...values.keys()]),
    read: (text) => values.get(text),
    write: (value) => String(words[value]),
    sample: (random) => pick(random, [...values.values()]),
  };
}

/** A field that is one of these words. The word is also the value. */
export function oneOf<const Value extends string>(words: readonly Value[]): FieldCodec<Value> {
  return {
    description: quoted(words),
    read: (text) => words.find((word) => word === text),
    write: (value) => value,
    sample: (random) => pick(random, words),
  };
}

const quoted = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

/** A field of one word. `isValid` returns whether a word is accepted. */
export const word = (description: string, isValid: (text: string) => boolean = () => true): FieldCodec<string> => ({
  description,
  read: (text) => (isValid(text) ? text : undefined),
  write: (value) => value,
  sample: (random) => pick(random, SAMPLE_WORDS),
});

/** A player's name that another program has chosen: any word that is not empty. */
export const anyName: FieldCodec<string> = word('a name', (text) => text !== '');

/**
 * A text of a player, such as chat. It is truncated if the line would be too long. Characters that would end the line or the
 * field become `-`.
 */
export const text = (delimiter?: string): FieldCodec<string> => ({
  description: 'text',
  read: (written) => written,
  write: (value) => lineText(value, delimiter),
  sample: (random) => Array.from({ length: 1 + random(3) }, () => pick(random, SAMPLE_WORDS)).join(' '),
  isTruncatable: true,
});

/** A text of a player that is not empty. */
export const nonEmptyText = (delimiter?: string): FieldCodec<string> => ({
  ...text(delimiter),
  read: (written) => (written === '' ? undefined : written),
});

/** A field that takes the rest of the line, with all delimiters. */
export const restOfLine = <Value>(codec: FieldCodec<Value>): FieldCodec<Value> & { readonly isRestOfLine: true } => ({
  ...codec,
  isRestOfLine: true,
});

export const list = <Value>(item: FieldCodec<Value>): ListCodec<Value> => ({ isList: true, item });
