import { ok, problem, type Result } from '../../result.ts';

/** The place of a game in a file, in bytes. */
export interface SgfGameSpan {
  /** The offset of the game's first parenthesis. */
  readonly start: number;
  /** The offset after the game's last parenthesis. For a truncated game, the offset of the next game or the end of the file. */
  readonly end: number;
  /** The line of the file, from 1, on which the game begins. */
  readonly line: number;
  /** The encoding that CA of the root names. */
  readonly charset: string | undefined;
  /** Whether all parentheses and values are closed. */
  readonly isComplete: boolean;
  /** The number of nodes, including all variations. */
  readonly nodes: number;
}

const [OPEN, CLOSE, NODE, VALUE, VALUE_END, ESCAPE] = [...'();[]\\'].map((character) => character.charCodeAt(0));
const LINE_BREAK = 0x0a;

/**
 * Finds the games of a collection without parsing them, so that a malformed or truncated game does not affect the others.
 * Text around the games is skipped (FF[4]). More than `maximum` games are a problem. `charset` is the encoding of the file;
 * it overrides CA.
 */
export function splitGames(bytes: Uint8Array, maximum: number, charset?: string): Result<SgfGameSpan[]> {
  const games: SgfGameSpan[] = [];
  let [line, countedTo] = [1, 0];
  // After a truncated game, each game is assumed to end before the next root.
  let isTruncated = false;
  for (let start = nextGame(bytes, 0); start !== undefined; start = nextGame(bytes, games.at(-1)!.end)) {
    if (games.length === maximum) return problem(`more than ${maximum} games`);
    line += countLines(bytes, countedTo, start);
    countedTo = start;
    const declared = charsetOf(bytes, start);
    const lengthOf = characterLength(charset ?? declared);
    let found = endOfGame(bytes, start, lengthOf, isTruncated);
    if (!found.isComplete && !isTruncated) {
      isTruncated = true;
      found = endOfGame(bytes, start, lengthOf, isTruncated);
    }
    games.push({ start, ...found, line, charset: charset ?? declared });
  }
  return games.length > 0 ? ok(games) : problem('there is no game: nothing begins with "(;"');
}

function nextGame(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(OPEN!, from); at !== -1; at = bytes.indexOf(OPEN!, at + 1)) {
    if (bytes[skipSpace(bytes, at + 1)] === NODE) return at;
  }
  return undefined;
}

function endOfGame(
  bytes: Uint8Array,
  start: number,
  stride: CharacterLength,
  endsAtRoot: boolean,
): Pick<SgfGameSpan, 'end' | 'isComplete' | 'nodes'> {
  let [depth, nodes] = [0, 0];
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN && endsAtRoot && depth > 0 && isRoot(bytes, at)) return { end: at, isComplete: false, nodes };
    if (byte === OPEN) depth++;
    else if (byte === NODE) nodes++;
    else if (byte === CLOSE && --depth === 0) return { end: at + 1, isComplete: true, nodes };
    else if (byte === VALUE) {
      at = endOfValue(bytes, at + 1, stride);
      if (bytes[at] === OPEN) return { end: at, isComplete: false, nodes };
    }
  }
  return { end: bytes.length, isComplete: false, nodes };
}

/**
 * The offset of the bracket that ends a value. If a value does not end before the next root, the offset of this root; at
 * last, the end of the file.
 */
function endOfValue(bytes: Uint8Array, start: number, stride: CharacterLength): number {
  for (let at = start; at < bytes.length; at += stride(bytes, at)) {
    const byte = bytes[at];
    if (byte === VALUE_END) return at;
    if (byte === ESCAPE) at++;
    // This is a root and no quotation in a comment, because in a comment its bracket would be escaped.
    if (byte === OPEN && bytes[at - 1] === LINE_BREAK && ROOT.test(textOf(bytes, at, at + 40))) return at;
  }
  return bytes.length;
}

const ROOT = /^\(\s*;\s*(?:FF|GM)\s*\[\s*\d+\s*\]/;

/** Whether a root begins here. Only a root has FF or GM, so a variation with one of them is really the next game. */
const isRoot = (bytes: Uint8Array, at: number): boolean => {
  const after = skipSpace(bytes, at + 1);
  return bytes[after] === NODE && /(?<![A-Za-z])(?:FF|GM)\s*\[/.test(nodeText(bytes, after + 1, 64));
};

/** The encoding that CA of a root names. CA may come after values in this encoding, whose bytes may look like brackets. */
const charsetOf = (bytes: Uint8Array, start: number): string | undefined => {
  const node = nodeText(bytes, skipSpace(bytes, start + 1) + 1, LONGEST_ROOT);
  return /(?<![A-Za-z])(?:CA|ca)\s*\[\s*([\w.:-]{1,40})\s*\]/.exec(node)?.[1];
};

/** CA is searched only in this many bytes of a root. */
const LONGEST_ROOT = 16_384;

/** The text of a node up to the next node or parenthesis, at most `maximum` bytes. Each byte becomes one character. */
function nodeText(bytes: Uint8Array, start: number, maximum: number): string {
  const limit = Math.min(bytes.length, start + maximum);
  let at = start;
  while (at < limit && bytes[at] !== NODE && bytes[at] !== OPEN && bytes[at] !== CLOSE) {
    if (bytes[at] === VALUE) at = endOfValue(bytes, at + 1, oneByte);
    at++;
  }
  return textOf(bytes, start, Math.min(at, limit));
}

const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || (bytes[at]! >= 0x09 && bytes[at]! <= 0x0d)) at++;
  return at;
}

function countLines(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0;
  for (let at = start; at < end; at++) if (bytes[at] === LINE_BREAK) lines++;
  return lines;
}

/** The number of bytes to skip at an offset, so that no byte of a longer character is taken for a bracket or a backslash. */
type CharacterLength = (bytes: Uint8Array, at: number) => number;

const oneByte: CharacterLength = () => 1;

/**
 * The character lengths of an encoding. In some encodings, the second byte of a character may equal a bracket or a
 * backslash.
 */
function characterLength(charset = ''): CharacterLength {
  const name = charset.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(?:gb|xgbk|chinese|big5|cnbig5|xxbig5|ksc|euckr|korean|windows949|iso2022kr)/.test(name)) return twoBytes;
  if (/^(?:shiftjis|sjis|mskanji|windows31j|xsjis|ms932)/.test(name)) return shiftJis;
  return name === 'iso2022jp' || name === 'csiso2022jp' ? iso2022 : oneByte;
}

/**
 * Encodings with two-byte characters. GB 18030 also has four-byte characters: two pairs, in which no second byte equals a
 * bracket.
 */
const twoBytes: CharacterLength = (bytes, at) => (bytes[at]! > 0x80 && bytes[at]! < 0xff ? 2 : 1);

/** Shift JIS. The bytes from A1 to DF are half-width katakana of one byte. */
const shiftJis: CharacterLength = (bytes, at) => {
  const byte = bytes[at]!;
  return (byte > 0x80 && byte < 0xa0) || (byte >= 0xe0 && byte <= 0xfc) ? 2 : 1;
};

/** ISO-2022-JP. `ESC $` begins a sequence of two-byte characters, and `ESC (` ends it. The whole sequence is skipped. */
const iso2022: CharacterLength = (bytes, at) => {
  if (bytes[at] !== 0x1b || bytes[at + 1] !== 0x24) return 1;
  const end = bytes.indexOf(0x1b, at + 1);
  return (end === -1 ? bytes.length : end) - at;
};
