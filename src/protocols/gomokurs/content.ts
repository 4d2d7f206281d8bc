import type { Read } from '../conversation.ts';
import { type BoardStone, type Coordinates, type GameResult, type Malformed, RESULTS } from './action.ts';

/** The longest text, in bytes. */
export const LONGEST_PAYLOAD = 65_536;

/** A full board of the largest size. */
const MOST_STONES = 255 * 255;

/** What follows an action's number; `bytes` always begin with that number. */
type Content<Value> =
  | { readonly kind: 'content'; readonly value: Value; readonly length: number }
  /** Wrong, but it is known where the next action begins. */
  | { readonly kind: 'wrong'; readonly problem: 'not-utf8' | 'bad-value'; readonly length: number }
  | { readonly kind: 'more' }
  | { readonly kind: 'too-long' };

const MORE = { kind: 'more' } as const;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** An action made of what its content turned out to be. */
export function withContent<Value, Action>(
  bytes: Uint8Array,
  content: Content<Value>,
  action: (value: Value) => Action,
): Read<Action | Malformed> {
  const number = bytes[0] ?? 0;
  switch (content.kind) {
    case 'content':
      return { kind: 'message', message: action(content.value), length: content.length };
    case 'wrong':
      return { kind: 'message', message: malformed(content.problem, number), length: content.length };
    case 'more':
      return MORE;
    case 'too-long':
      return { kind: 'broken', message: malformed('too-long', number) };
  }
}

export const malformed = (problem: Malformed['problem'], number: number): Malformed => ({
  kind: 'malformed',
  problem,
  number,
});

export function readByte(bytes: Uint8Array): Content<number> {
  const value = bytes[1];
  return value === undefined ? MORE : { kind: 'content', value, length: 2 };
}

export function readCoordinates(bytes: Uint8Array): Content<Coordinates> {
  const [, x, y] = bytes;
  return x === undefined || y === undefined ? MORE : { kind: 'content', value: { x, y }, length: 3 };
}

export function readText(bytes: Uint8Array): Content<string> {
  const size = readSize(bytes);
  if (size === undefined) return MORE;
  if (size > LONGEST_PAYLOAD) return { kind: 'too-long' };
  const length = 5 + size;
  if (bytes.length < length) return MORE;
  try {
    return { kind: 'content', value: strict.decode(bytes.subarray(5, length)), length };
  } catch {
    return { kind: 'wrong', problem: 'not-utf8', length };
  }
}

/**
 * The payload of UNKNOWN, which may be missing. A size that is allowed begins with the byte 00, and 00 is no action
 * that could follow: COMPATIBLE is never said twice (ruling).
 */
export function readOptionalText(bytes: Uint8Array): Content<string | undefined> {
  const next = bytes[1];
  if (next === undefined) return MORE;
  return next === 0 ? readText(bytes) : { kind: 'content', value: undefined, length: 1 };
}

export function readResult(bytes: Uint8Array): Content<GameResult> {
  const byte = readByte(bytes);
  if (byte.kind !== 'content') return byte;
  const value = RESULTS[byte.value];
  return value === undefined ? { kind: 'wrong', problem: 'bad-value', length: 2 } : { ...byte, value };
}

/** Managers disagree on the field: own is 1 and the opponent's 2 or, as soon as a 0 is seen, 0 and 1 (ruling). */
export function readStones(bytes: Uint8Array): Content<readonly BoardStone[]> {
  const count = readSize(bytes);
  if (count === undefined) return MORE;
  if (count > MOST_STONES) return { kind: 'too-long' };
  const length = 5 + 3 * count;
  if (bytes.length < length) return MORE;
  const triples = Array.from({ length: count }, (_, index) => bytes.subarray(5 + 3 * index, 8 + 3 * index));
  const own = triples.some(([, , field]) => field === 0) ? 0 : 1;
  const stones: BoardStone[] = [];
  for (const [x = 0, y = 0, field] of triples) {
    if (field !== own && field !== own + 1) return { kind: 'wrong', problem: 'bad-value', length };
    stones.push({ x, y, owner: field === own ? 'own' : 'opponent' });
  }
  return { kind: 'content', value: stones, length };
}

/** The four bytes after the number, big-endian. */
function readSize(bytes: Uint8Array): number | undefined {
  if (bytes.length < 5) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
}

export function makeText(text: string): Uint8Array {
  const payload = Buffer.from(text, 'utf8');
  if (payload.length > LONGEST_PAYLOAD) throw new RangeError(`a text of ${payload.length} bytes`);
  return Buffer.concat([makeSize(payload.length), payload]);
}

export const makeResult = (result: GameResult): Uint8Array => Uint8Array.of(RESULTS.indexOf(result));

export function makeStones(stones: readonly BoardStone[]): Uint8Array {
  const fields = stones.flatMap(({ x, y, owner }) => [x, y, owner === 'own' ? 1 : 2]);
  return Buffer.concat([makeSize(stones.length), Uint8Array.from(fields)]);
}

function makeSize(size: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(size);
  return bytes;
}
