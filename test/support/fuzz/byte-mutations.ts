import { pick, type RandomInt } from '../clients/random.ts';
import { HOSTILE_TEXTS, NUMBER_TEXTS, PROTOCOL_OPENINGS } from './hostile-text.ts';

/** Bytes with a meaning in some protocol, and bytes that are invalid in UTF-8. */
const SPECIAL = [
  0x00, 0x0a, 0x0d, 0x20, 0x09, 0x7e, 0x5c, 0x22, 0x3a, 0x7f, 0x80, 0xbf, 0xc3, 0xed, 0xf0, 0xff,
] as const;
const MAX_BYTES = 9000;

/** Makes one to three random changes: flips, removes, doubles, inserts or exchanges bytes, or inserts a piece of `other`. */
export function mutateBytes(bytes: Uint8Array, other: Uint8Array, randomInt: RandomInt): Uint8Array {
  let mutant = bytes;
  for (let changes = 1 + randomInt(3); changes > 0; changes--) mutant = change(mutant, other, randomInt);
  return mutant.length > MAX_BYTES ? mutant.subarray(0, MAX_BYTES) : mutant;
}

function change(bytes: Uint8Array, other: Uint8Array, randomInt: RandomInt): Uint8Array {
  const [start, end] = range(bytes, randomInt);
  const before = bytes.subarray(0, start);
  const after = bytes.subarray(end);
  switch (randomInt(12)) {
    case 0:
      return overwrite(bytes, start, (bytes[start] ?? 0) ^ (1 << randomInt(8)));
    case 1:
      return overwrite(bytes, start, pick(randomInt, SPECIAL));
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
    case 5:
      return Buffer.concat([before, Buffer.from(pick(randomInt, HOSTILE_TEXTS)), after]);
    case 6:
      return Buffer.concat([before, Buffer.from(pick(randomInt, NUMBER_TEXTS)), after]);
    case 7:
      return Buffer.concat([before, Buffer.from(pick(randomInt, PROTOCOL_OPENINGS)), bytes.subarray(start)]);
    case 8:
      return Buffer.concat([before, other.subarray(...range(other, randomInt)), after]);
    case 9:
      return Buffer.concat([after, bytes.subarray(start, end), before]);
    case 10:
      return Buffer.concat([before, Uint8Array.of(pick(randomInt, SPECIAL)), bytes.subarray(start)]);
    default:
      // Rare, because long inputs are slow.
      return randomInt(20) === 0
        ? Buffer.concat([before, repeated(bytes.subarray(start, end), randomInt), after])
        : bytes;
  }
}

function range(bytes: Uint8Array, randomInt: RandomInt): [number, number] {
  const start = randomInt(bytes.length + 1);
  return [start, start + randomInt(Math.min(bytes.length - start, 12) + 1)];
}

function overwrite(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  if (at < copy.length) copy[at] = byte;
  return copy;
}

/** Repeats a piece up to about the maximum length of a line, or more. */
function repeated(piece: Uint8Array, randomInt: RandomInt): Uint8Array {
  const unit = piece.length === 0 ? Uint8Array.of(0x78) : piece;
  return Buffer.alloc(4000 + randomInt(400), unit);
}

/** The bytes without one piece, the largest pieces first. */
export function* simplifyBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let piece = bytes.length; piece >= 1; piece = Math.floor(piece / 2)) {
    for (let start = 0; start < bytes.length; start += piece) {
      yield Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + piece)]);
    }
  }
}
