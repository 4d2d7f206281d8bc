// The library runs in browsers as well, so the protocols use no Buffer.

const encoder = new TextEncoder();

/** The encoder takes 0.3 µs to begin, which is more than the text of a usual message needs in a loop (70 ns). */
const SHORT = 256;

/** A text in UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  if (text.length > SHORT) return encoder.encode(text);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return encoder.encode(text);
    bytes[index] = unit;
  }
  return bytes;
}

/** One array with the bytes of both. */
export function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
