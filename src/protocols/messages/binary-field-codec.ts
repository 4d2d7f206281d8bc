import { utf8 } from '../bytes.ts';
import { pick, type Random } from './field-codec.ts';

/** The result of an attempt to read a field. `end` is the index at which the next field begins. */
export type FieldReadResult<Value> =
  | { readonly kind: 'value'; readonly value: Value; readonly end: number }
  /** The value is not allowed, but it is known where the next field begins. */
  | { readonly kind: 'wrong'; readonly problem: 'not-utf8' | 'bad-value'; readonly end: number }
  | { readonly kind: 'more' }
  /** The field is longer than allowed. Nothing after it can be read. */
  | { readonly kind: 'too-long' };

export interface BinaryFieldCodec<Value> {
  /** The form in words, for the documentation: `one byte`. */
  readonly description: string;
  read(bytes: Uint8Array, at: number): FieldReadResult<Value>;
  /** The number of bytes of the value. */
  sizeOf(value: Value): number;
  /** The number of bytes, if all values have the same number. */
  readonly fixedSize?: number;
  /** Writes the value at the index `at`. Returns the index at which the next field begins. */
  write(value: Value, bytes: Uint8Array, at: number): number;
  /** A random value for property tests and the fuzzer. If it is written and read, the result is the same value. */
  sample(random: Random): Value;
}

/** A field that may be missing. */
export interface OptionalBinaryFieldCodec<Value> extends BinaryFieldCodec<Value> {
  readonly isOptional: true;
  /** Whether this field is present, if the next byte of the message is `byte`. */
  beginsWith(byte: number): boolean;
}

export const MORE = { kind: 'more' } as const;

/** A random byte: in five of six cases below 5. */
const anyByte = (random: Random): number => (random(6) > 0 ? random(5) : random(256));

export const byte: BinaryFieldCodec<number> = {
  description: 'one byte',
  read(bytes, at) {
    const value = bytes[at];
    return value === undefined ? MORE : { kind: 'value', value, end: at + 1 };
  },
  sizeOf: () => 1,
  fixedSize: 1,
  write(value, bytes, at) {
    bytes[at] = value;
    return at + 1;
  },
  sample: anyByte,
};

/** A field of one byte: the index of a value in this list. */
export const byteFor = <const Value extends string>(values: readonly Value[]): BinaryFieldCodec<Value> => ({
  description: values.map((value, index) => `${index} ${value}`).join(', '),
  read(bytes, at) {
    const index = bytes[at];
    if (index === undefined) return MORE;
    const value = values[index];
    return value === undefined
      ? { kind: 'wrong', problem: 'bad-value', end: at + 1 }
      : { kind: 'value', value, end: at + 1 };
  },
  sizeOf: () => 1,
  fixedSize: 1,
  write(value, bytes, at) {
    bytes[at] = values.indexOf(value);
    return at + 1;
  },
  sample: (random) => pick(random, values),
});

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A text field: four bytes with the length, big-endian, and then the text in UTF-8. */
export const longText = (longest: number): BinaryFieldCodec<string> => ({
  description: `text of at most ${longest} bytes`,
  read(bytes, at) {
    const size = readUint32(bytes, at);
    if (size === undefined) return MORE;
    if (size > longest) return { kind: 'too-long' };
    const end = at + 4 + size;
    if (bytes.length < end) return MORE;
    try {
      return { kind: 'value', value: strict.decode(bytes.subarray(at + 4, end)), end };
    } catch {
      return { kind: 'wrong', problem: 'not-utf8', end };
    }
  },
  sizeOf(text) {
    const size = utf8(text).length;
    if (size > longest) throw new RangeError(`a text of ${size} bytes`);
    return 4 + size;
  },
  write(text, bytes, at) {
    const { written } = encoder.encodeInto(text, bytes.subarray(at + 4));
    writeUint32(written, bytes, at);
    return at + 4 + written;
  },
  sample: (random) => Array.from({ length: random(4) }, () => pick(random, ['alice', ' ', '碁', '\0'])).join(''),
});

/** Makes a field optional. `beginsWith` returns whether the field is present, if the next byte of the message is `byte`. */
export const optional = <Value>(
  form: BinaryFieldCodec<Value>,
  beginsWith: (byte: number) => boolean,
): OptionalBinaryFieldCodec<Value> => ({
  ...form,
  description: `${form.description}, or nothing`,
  isOptional: true,
  beginsWith,
});

/** Reads four bytes as a big-endian number. Undefined: fewer than four bytes have been received. */
export function readUint32(bytes: Uint8Array, at: number): number | undefined {
  if (bytes.length < at + 4) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

export function writeUint32(value: number, bytes: Uint8Array, at: number): void {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value);
}
