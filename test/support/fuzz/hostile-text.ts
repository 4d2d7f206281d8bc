import { pick, type RandomInt } from '../clients/random.ts';

/** Texts that a program may not expect: delimiters, special Unicode characters, names in use, lengths at a limit. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  '  ',
  '~',
  '\\~',
  'a\\',
  'a~b',
  ': ',
  'a: b',
  '\n',
  '\r\n',
  '\r',
  '\0',
  '\t',
  '\u007f',
  '\u0085',
  '\u2028',
  '\u202e',
  '\u00a0',
  '\u3000',
  '\u200d',
  '\ufeff',
  '\ufffd',
  'Łódź',
  '天元',
  '👋',
  '👨‍👩‍👧',
  'e\u0301',
  'İ',
  'ß',
  'ſ',
  'Ω',
  '"',
  'name="a"',
  '[',
  '{}',
  '__proto__',
  'constructor',
  'guest-1',
  '-',
  'player',
  'x'.repeat(20),
  'x'.repeat(33),
  '天'.repeat(32),
  '👋'.repeat(64),
  'y'.repeat(65),
] as const;

/** Integers, other numbers, and texts that are not numbers. */
export const NUMBER_TEXTS = [
  '0',
  '1',
  '4',
  '5',
  '9',
  '13',
  '19',
  '24',
  '25',
  '81',
  '131',
  '132',
  '255',
  '256',
  '-1',
  '-0',
  '00',
  '01',
  '+1',
  '1.5',
  '-0.0',
  '1e3',
  '0x10',
  '٣',
  '2147483648',
  '4294967295',
  '9007199254740993',
  '9'.repeat(25),
  `-${'9'.repeat(25)}`,
  '7'.repeat(400),
  'NaN',
  'Infinity',
] as const;

/** The first words of messages of all protocols. */
export const PROTOCOL_OPENINGS = [
  'CORE.HELLO~',
  'CORE.MOVE~',
  'CHAT.MESSAGE~',
  'HELO ',
  'CREATE',
  'JOIN ',
  'PLAY',
  'STONE ',
  'GAMES ',
  'GO ',
  'PLAYER ',
  'MOVE ',
  'TABLEFLIP',
  'VALID black ',
  'go 0.1.0',
  'ack',
  'place ',
  'stones ',
  'close',
  '{"kind":"enter"}',
  '{"kind":"',
  '"id":',
  '= ',
  '? ',
  'BOARD',
  'INFO ',
  'GET / HTTP/1.1\r\n',
  '\x16\x03\x01',
  'PROXY TCP4 ',
] as const;

/** Names that all protocols can represent. */
const NAMES = ['alice', 'bob', 'carol', 'dave', 'a', 'x9'] as const;

export const plainName = (randomInt: RandomInt): string => pick(randomInt, NAMES);
export const anyName = (randomInt: RandomInt): string =>
  randomInt(4) > 0 ? pick(randomInt, NAMES) : pick(randomInt, HOSTILE_TEXTS);
export const anyText = (randomInt: RandomInt): string =>
  pick(randomInt, NAMES) +
  Array.from({ length: randomInt(3) }, () => pick(randomInt, randomInt(2) === 0 ? HOSTILE_TEXTS : NAMES)).join('');

/** An integer: mostly a coordinate of a small board, sometimes any exact integer. */
export function anyInteger(randomInt: RandomInt): number {
  const choice = randomInt(20);
  if (choice < 16) return randomInt(5);
  if (choice < 18) return randomInt(26);
  const large = randomInt(2 ** 31) * 2 ** 21 + randomInt(2 ** 21);
  return choice === 18 ? -1 - randomInt(100) : Math.min(large, Number.MAX_SAFE_INTEGER);
}
