import type { Heard, Language } from './language.ts';

/** One of the clients of a dialogue, as far as the referee knows it. */
export class Guest {
  state: 'new' | 'connecting' | 'connected' | 'closed' = 'new';
  /** It answers at once what the protocol makes everybody answer. */
  hasReflexes = true;
  /** What it has heard, and nobody has judged yet. */
  readonly inbox: Heard[] = [];
  /** Patterns of what may come before the next that is expected. */
  readonly mayHear: string[] = [];
  /** What it is answered whenever it asks something, and whether it has asked since. */
  readonly standing = new Map<string, { readonly line: string; asked: boolean }>();
  #bytes: Uint8Array = new Uint8Array(0);

  /** The messages that are whole now. */
  hear(bytes: Uint8Array, language: Language): Heard[] {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    const heard: Heard[] = [];
    while (this.#bytes.length > 0) {
      const read = language.read(this.#bytes);
      if (read.kind === 'more') break;
      this.#bytes = this.#bytes.subarray(read.kind === 'broken' ? this.#bytes.length : read.length);
      heard.push(read.message);
    }
    return heard;
  }
}
