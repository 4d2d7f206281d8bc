import type { DeliveredMessage } from './replicated-lobby.ts';

/** One ordered log that all nodes of an installation read and write. */
export interface SharedStream {
  /**
   * Resolves when the message is stored. Rejects if that is not known: then the message may be stored or lost, or come later.
   * `expectLast`: rejects with `UnexpectedLastMessage` if the last message of the stream is another one; 0 stands for none.
   */
  publish(data: Uint8Array, options: PublishOptions): Promise<Acknowledgement>;
  /** Delivers every message after this sequence, in order, until the returned function is called. */
  read(after: number, deliver: (message: DeliveredMessage) => void): () => void;
  /** The sequence of the last message; 0 if there is none, and if the stream is lost as a whole. */
  last(): Promise<number>;
  /** When the message was stored, as it is delivered; undefined if the stream does not have it. */
  timestampOf(sequence: number): Promise<number | undefined>;
}

export interface PublishOptions {
  /** The stream stores one message with an id once only. */
  readonly id: string;
  readonly expectLast?: number;
}

export interface Acknowledgement {
  readonly sequence: number;
  /** The message was stored before. */
  readonly isDuplicate: boolean;
}

/** The stream does not end where the publisher expected it. */
export class UnexpectedLastMessage extends Error {
  override readonly name = 'UnexpectedLastMessage';
}
