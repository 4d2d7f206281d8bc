import { joinBytes, type ReadResult } from '../bytes.ts';
import type { Privacy } from './message-privacy.ts';
import {
  explainBytes,
  type MessageExplainer,
  type MessageExplanation,
  malformed,
  type Speaker,
} from './protocol-messages.ts';

/** One message: all its bytes, and their explanation. */
export interface ExplainedMessage {
  readonly bytes: Uint8Array;
  readonly reading: MessageExplanation;
}

const NOTHING = new Uint8Array(0);

/** Explains the bytes of an unknown protocol. Each chunk counts as one message. */
export const UNKNOWN_BYTES: MessageExplainer = {
  client: explainBytes('private'),
  server: explainBytes('private'),
  strictest: 'private',
  isBinary: true,
};

/** The same, but the bytes of the client may be a password. */
export const SECRET_BYTES: MessageExplainer = { ...UNKNOWN_BYTES, client: explainBytes('secret'), strictest: 'secret' };

/** Collects the bytes of both sides of one conversation, and splits them into messages with explanations. */
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
    const messages: ExplainedMessage[] = [];
    const before = this.#inbox[side];
    let inbox = before.length === 0 ? bytes : joinBytes(before, bytes);
    while (inbox.length > 0) {
      const read = this.#readers[side](inbox);
      if (read.kind === 'more') break;
      const length = read.kind === 'broken' ? inbox.length : read.length;
      messages.push({ bytes: inbox.subarray(0, length), reading: read.message });
      inbox = inbox.subarray(length);
      // It is unknown where the next messages begin.
      if (read.kind === 'broken') this.#readers[side] = explainBytes(this.#strictest);
    }
    this.#inbox[side] = inbox;
    return messages;
  }

  /** Returns the incomplete message of a side that sends no more. Undefined: there is none. */
  takeIncomplete(side: Speaker): ExplainedMessage | undefined {
    const bytes = this.#inbox[side];
    this.#inbox[side] = NOTHING;
    return bytes.length === 0 ? undefined : { bytes, reading: malformed('not a whole message', this.#strictest) };
  }
}
