import type { DeliveredMessage } from './replicated-lobby.ts';

/** One ordered log that all nodes of an installation read and write. */
export interface SharedStream {
  /**
   * Resolves when the message is stored. Rejects if this is not confirmed: the message may be stored, lost, or stored later.
   * With `expectLast`, rejects with `UnexpectedLastMessage` if the last message of the stream has another sequence.
   */
  publish(data: Uint8Array, options: PublishOptions): Promise<PublishAcknowledgement>;
  /** Delivers every message after this sequence, in order, until the returned function is called. */
  read(after: number, deliver: (message: DeliveredMessage) => void): () => void;
  /** The sequence of the last message; 0 if the stream is empty or does not exist. */
  last(): Promise<number>;
  /** The timestamp with which the message is delivered; undefined if the stream does not have the message. */
  timestampOf(sequence: number): Promise<number | undefined>;
}

export interface PublishOptions {
  /** The stream stores only one message with the same id. */
  readonly id: string;
  /** The expected sequence of the last message in the stream; 0 for an empty stream. */
  readonly expectLast?: number;
}

export interface PublishAcknowledgement {
  readonly sequence: number;
  /** Whether a message with the same id was stored before. */
  readonly isDuplicate: boolean;
}

/** The last message of the stream is not the one that the publisher expected. */
export class UnexpectedLastMessage extends Error {
  override readonly name = 'UnexpectedLastMessage';
}
