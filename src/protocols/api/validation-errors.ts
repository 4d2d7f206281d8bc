import type { z } from 'zod';
import { lineText } from '../../sanitize-text.ts';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** The maximum number of quoted characters of a received text. */
const LONGEST_QUOTE = 40;

/**
 * The error text after the name of a value: `a whole number is expected, not abc`. For checks without an error text of their
 * own.
 */
export function problemWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : expected(TYPES[isWholeNumber(issue) ? 'int' : issue.expected] ?? 'something else', issue.input);
    case 'invalid_value':
      return expected(oneOf(issue.values.map(String)), issue.input);
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : `must ${bound(issue.origin, 'least', issue.minimum)}${isNumber(issue.input) ? `, not ${issue.input}` : ''}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'most', issue.maximum)}${isNumber(issue.input) ? `, not ${issue.input}` : ''}`;
    case 'invalid_format':
      return issue.format === 'date' ? expected('a day such as 2026-01-31', issue.input) : 'has another form';
    case 'unrecognized_keys':
      return `unknown field ${issue.keys.map(quoted).join(', ')}`;
    case 'invalid_union':
      return Array.isArray(issue.options) && issue.options.length > 0
        ? expected(oneOf(issue.options.map(String)), undefined)
        : 'has none of the expected forms';
    default:
      return 'is not as expected';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Whether the schema is for whole numbers. Zod rejects a text before it checks for whole numbers. */
function isWholeNumber({ schema }: Issue): boolean {
  const def = schema?._zod.def;
  return def !== undefined && 'format' in def && def.format === 'safeint';
}

function bound(origin: string, which: 'least' | 'most', limit: number | bigint): string {
  if (origin === 'string') return `have at ${which} ${limit} characters`;
  return origin === 'array' ? `have at ${which} ${limit} entries` : `be at ${which} ${limit}`;
}

const isNumber = (input: unknown): boolean => typeof input === 'number';

function oneOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** The error text with the received value: the beginning of a text, a number, or the type of any other value. */
function expected(what: string, input: unknown): string {
  if (input === undefined) return `${what} is expected`;
  const got = typeof input === 'string' ? quoted(input) : typeof input === 'number' ? `${input}` : kindOf(input);
  return `${what} is expected, not ${got}`;
}

function quoted(text: string): string {
  if (text === '') return 'an empty text';
  return lineText(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

function kindOf(input: unknown): string {
  if (input === null || typeof input === 'boolean') return `${input}`;
  return Array.isArray(input) ? 'a list' : 'an object';
}
