import type { ProtocolMessages, Speaker } from '../../protocols/messages/protocol-messages.ts';

/** Messages of at most this many bytes are cached. Nearly all moves are shorter. */
const MAXIMUM_LENGTH = 32;
const CACHE_SIZE = 10_000;

/** Decides which messages of one protocol may be recorded as public. Parsing a message takes 1.3 µs, finding it in the cache 0.2 µs. */
export class PublicMessageCheck {
  readonly #isPublic: NonNullable<ProtocolMessages['isPublic']>;
  /** The cache. It contains no other messages, because they may be secret. */
  readonly #publicMessages = { client: new Set<string>(), server: new Set<string>() };

  constructor(isPublic: NonNullable<ProtocolMessages['isPublic']>) {
    this.#isPublic = isPublic;
  }

  isPublic(from: Speaker, bytes: Uint8Array): boolean {
    if (bytes.length > MAXIMUM_LENGTH) return this.#isPublic(from, bytes);
    const known = this.#publicMessages[from];
    const key = Buffer.prototype.latin1Slice.call(bytes, 0, bytes.length);
    if (known.has(key)) return true;
    if (known.size >= CACHE_SIZE) known.clear();
    const isPublic = this.#isPublic(from, bytes);
    if (isPublic) known.add(key);
    return isPublic;
  }
}
