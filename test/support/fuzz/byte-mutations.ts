import { pick, type RandomInt } from '../clients/random.ts';
import { NASTY, NUMBERS, WORDS } from './hostile-text.ts';

/** Bytes that mean something on one wire or another, or nothing in UTF-8. */
const SPECIAL = [
  0x00, 0x0a, 0x0d, 0x20, 0x09, 0x7e, 0x5c, 0x22, 0x3a, 0x7f, 0x80, 0xbf, 0xc3, 0xed, 0xf0, 0xff,
] as const;
const LONGEST = 9000;

/** A few changes at once: bytes turned, cut, doubled, put in, exchanged, and pieces of `other`. */
export function mutateBytes(bytes: Uint8Array, other: Uint8Array, roll: RandomInt): Uint8Array {
  let mutant = bytes;
  for (let changes = 1 + roll(3); changes > 0; changes--) mutant = change(mutant, other, roll);
  return mutant.length > LONGEST ? mutant.subarray(0, LONGEST) : mutant;
}

function change(bytes: Uint8Array, other: Uint8Array, roll: RandomInt): Uint8Array {
  const [start, end] = range(bytes, roll);
  const before = bytes.subarray(0, start);
  const after = bytes.subarray(end);
  switch (roll(12)) {
    case 0:
      return overwrite(bytes, start, (bytes[start] ?? 0) ^ (1 << roll(8)));
    case 1:
      return overwrite(bytes, start, pick(roll, SPECIAL));
    case 2:
      return Buffer.concat([before, after]);
    case 3:
      return before;
    case 4:
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
    case 5:
      return Buffer.concat([before, Buffer.from(pick(roll, NASTY)), after]);
    case 6:
      return Buffer.concat([before, Buffer.from(pick(roll, NUMBERS)), after]);
    case 7:
      return Buffer.concat([before, Buffer.from(pick(roll, WORDS)), bytes.subarray(start)]);
    case 8:
      return Buffer.concat([before, other.subarray(...range(other, roll)), after]);
    case 9:
      return Buffer.concat([after, bytes.subarray(start, end), before]);
    case 10:
      return Buffer.concat([before, Uint8Array.of(pick(roll, SPECIAL)), bytes.subarray(start)]);
    default:
      // Rarely, because it costs the most.
      return roll(20) === 0 ? Buffer.concat([before, repeated(bytes.subarray(start, end), roll), after]) : bytes;
  }
}

function range(bytes: Uint8Array, roll: RandomInt): [number, number] {
  const start = roll(bytes.length + 1);
  return [start, start + roll(Math.min(bytes.length - start, 12) + 1)];
}

function overwrite(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  if (at < copy.length) copy[at] = byte;
  return copy;
}

/** About as long as a line may be, or longer. */
function repeated(piece: Uint8Array, roll: RandomInt): Uint8Array {
  const unit = piece.length === 0 ? Uint8Array.of(0x78) : piece;
  return Buffer.alloc(4000 + roll(400), unit);
}

/** Without a piece of it, the largest pieces first; then with every byte an `a`. */
export function* simplerBytes(bytes: Uint8Array): Generator<Uint8Array> {
  for (let piece = bytes.length; piece >= 1; piece = Math.floor(piece / 2)) {
    for (let start = 0; start < bytes.length; start += piece) {
      yield Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + piece)]);
    }
  }
}
