import { joinBytes } from '../bytes.ts';
import type { ReadResult } from '../message-read-result.ts';
import type { Privacy } from './message-privacy.ts';
import {
  type MessageExplainer,
  type MessageExplanation,
  malformed,
  readBytes,
  type Speaker,
} from './protocol-messages.ts';

/** One message: all its bytes, and how they are read. */
export interface ExplainedMessage {
  readonly bytes: Uint8Array;
  readonly reading: MessageExplanation;
}

const NOTHING = new Uint8Array(0);

/** Bytes of an unknown protocol, as they come. */
export const BYTES: MessageExplainer = {
  client: readBytes('private'),
  server: readBytes('private'),
  strictest: 'private',
  isBinary: true,
};

/** Bytes of an unknown protocol, of which the client's may be a password. */
export const WITHHELD: MessageExplainer = { ...BYTES, client: readBytes('secret'), strictest: 'secret' };

/** Gathers what both sides of one conversation say until it makes messages, and reads them. */
export class ConversationReader {
  readonly #inbox: Record<Speaker, Uint8Array> = { client: NOTHING, server: NOTHING };
  readonly #readers: Record<Speaker, (bytes: Uint8Array) => ReadResult<MessageExplanation>>;
  readonly #strictest: Privacy;

  constructor(explainer: MessageExplainer) {
    this.#strictest = explainer.strictest;
    this.#readers = {
      client: (bytes) => explainer.client(bytes),
      server: (bytes) => explainer.server(bytes),
    };
  }

  /** Adds bytes of one side. Returns the messages that are complete now. */
  read(side: Speaker, bytes: Uint8Array): ExplainedMessage[] {
    const heard: ExplainedMessage[] = [];
    const before = this.#inbox[side];
    let inbox = before.length === 0 ? bytes : joinBytes(before, bytes);
    while (inbox.length > 0) {
      const read = this.#readers[side](inbox);
      if (read.kind === 'more') break;
      const length = read.kind === 'broken' ? inbox.length : read.length;
      heard.push({ bytes: inbox.subarray(0, length), reading: read.message });
      inbox = inbox.subarray(length);
      // The beginnings of later messages are unknown.
      if (read.kind === 'broken') this.#readers[side] = readBytes(this.#strictest);
    }
    this.#inbox[side] = inbox;
    return heard;
  }

  /** Nothing more will come of that side: what is left of it, which is no message. */
  takeIncomplete(side: Speaker): ExplainedMessage | undefined {
    const bytes = this.#inbox[side];
    this.#inbox[side] = NOTHING;
    return bytes.length === 0 ? undefined : { bytes, reading: malformed('not a whole message', this.#strictest) };
  }
}
