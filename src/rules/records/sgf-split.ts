import { ok, problem, type Result } from '../../result.ts';

/** Where a game stands in a file, in bytes. */
export interface SgfSpan {
  /** The place of its first parenthesis. */
  readonly start: number;
  /** The place after its last one; of a game that is cut off, the place where the next game or nothing begins. */
  readonly end: number;
  /** The line of the file, from 1, on which it begins. */
  readonly line: number;
  /** What CA of its root says. */
  readonly charset: string | undefined;
  /** Every parenthesis and every value is closed. */
  readonly isWhole: boolean;
  /** In all variations. */
  readonly nodes: number;
}

const [OPEN, CLOSE, NODE, VALUE, VALUE_END, ESCAPE] = [...'();[]\\'].map((character) => character.charCodeAt(0));
const LINE_BREAK = 0x0a;

/**
 * Finds the games of a collection without parsing them, so that a malformed or truncated game does not affect the
 * others. Text around the games is skipped (FF[4]). More than `most` games are a problem. `charset` is the encoding of
 * the file, whatever CA says.
 */
export function splitGames(bytes: Uint8Array, most: number, charset?: string): Result<SgfSpan[]> {
  const games: SgfSpan[] = [];
  let [line, counted] = [1, 0];
  // After a truncated game, each game is assumed to end before the next root.
  let isCut = false;
  for (let start = nextGame(bytes, 0); start !== undefined; start = nextGame(bytes, games.at(-1)!.end)) {
    if (games.length === most) return problem(`more than ${most} games`);
    line += countLines(bytes, counted, start);
    counted = start;
    const named = charsetOf(bytes, start);
    const stride = strideOf(charset ?? named);
    let found = endOfGame(bytes, start, stride, isCut);
    if (!found.isWhole && !isCut) {
      isCut = true;
      found = endOfGame(bytes, start, stride, isCut);
    }
    games.push({ start, ...found, line, charset: charset ?? named });
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
  stride: Stride,
  endsAtRoot: boolean,
): Pick<SgfSpan, 'end' | 'isWhole' | 'nodes'> {
  let [depth, nodes] = [0, 0];
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN && endsAtRoot && depth > 0 && isRoot(bytes, at)) return { end: at, isWhole: false, nodes };
    if (byte === OPEN) depth++;
    else if (byte === NODE) nodes++;
    else if (byte === CLOSE && --depth === 0) return { end: at + 1, isWhole: true, nodes };
    else if (byte === VALUE) {
      at = endOfValue(bytes, at + 1, stride);
      if (bytes[at] === OPEN) return { end: at, isWhole: false, nodes };
    }
  }
  return { end: bytes.length, isWhole: false, nodes };
}

/** The place of the bracket that ends a value, of the root that begins inside one that never ends, or the end of the file. */
function endOfValue(bytes: Uint8Array, start: number, stride: Stride): number {
  for (let at = start; at < bytes.length; at += stride(bytes, at)) {
    const byte = bytes[at];
    if (byte === VALUE_END) return at;
    if (byte === ESCAPE) at++;
    // Quoted in a comment, its bracket is escaped.
    if (byte === OPEN && bytes[at - 1] === LINE_BREAK && ROOT.test(textOf(bytes, at, at + 40))) return at;
  }
  return bytes.length;
}

const ROOT = /^\(\s*;\s*(?:FF|GM)\s*\[\s*\d+\s*\]/;

/** FF and GM stand in the root alone: a variation with one of them is the next game. */
const isRoot = (bytes: Uint8Array, at: number): boolean => {
  const after = skipSpace(bytes, at + 1);
  return bytes[after] === NODE && /(?<![A-Za-z])(?:FF|GM)\s*\[/.test(nodeText(bytes, after + 1, 64));
};

/** CA may stand after values in that very encoding, which a reader that does not know it yet takes for brackets. */
const charsetOf = (bytes: Uint8Array, start: number): string | undefined => {
  const node = nodeText(bytes, skipSpace(bytes, start + 1) + 1, LONGEST_ROOT);
  return /(?<![A-Za-z])(?:CA|ca)\s*\[\s*([\w.:-]{1,40})\s*\]/.exec(node)?.[1];
};

/** CA is looked for in so many bytes of a root. */
const LONGEST_ROOT = 16_384;

/** A node as if each byte were a character, up to the next node or parenthesis, `most` bytes at most. */
function nodeText(bytes: Uint8Array, start: number, most: number): string {
  const limit = Math.min(bytes.length, start + most);
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

/** How many bytes the character that begins at a place has, as far as brackets and backslashes may be among them. */
type Stride = (bytes: Uint8Array, at: number) => number;

const oneByte: Stride = () => 1;

/** In these encodings the second byte of a character may be that of a bracket or of a backslash. */
function strideOf(charset = ''): Stride {
  const name = charset.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (/^(?:gb|xgbk|chinese|big5|cnbig5|xxbig5|ksc|euckr|korean|windows949|iso2022kr)/.test(name)) return twoBytes;
  if (/^(?:shiftjis|sjis|mskanji|windows31j|xsjis|ms932)/.test(name)) return shiftJis;
  return name === 'iso2022jp' || name === 'csiso2022jp' ? iso2022 : oneByte;
}

/** GB 18030 has characters of four bytes, too, two times two of which neither second one is a bracket. */
const twoBytes: Stride = (bytes, at) => (bytes[at]! > 0x80 && bytes[at]! < 0xff ? 2 : 1);

/** From A1 to DF stands half a square of katakana, in one byte. */
const shiftJis: Stride = (bytes, at) => {
  const byte = bytes[at]!;
  return (byte > 0x80 && byte < 0xa0) || (byte >= 0xe0 && byte <= 0xfc) ? 2 : 1;
};

/** `ESC $` begins characters of two bytes, `ESC (` ends them. */
const iso2022: Stride = (bytes, at) => {
  if (bytes[at] !== 0x1b || bytes[at + 1] !== 0x24) return 1;
  const end = bytes.indexOf(0x1b, at + 1);
  return (end === -1 ? bytes.length : end) - at;
};
