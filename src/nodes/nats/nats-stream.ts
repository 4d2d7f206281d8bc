import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
} from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { DeliveredMessage } from '../replicated-lobby.ts';
import {
  type PublishAcknowledgement,
  type PublishOptions,
  type SharedStream,
  UnexpectedLastMessage,
} from '../shared-stream.ts';
import { ANSWER_TIMEOUT, retryRequest } from './nats-retry.ts';
import { millisecondsOf, NatsStreamReader } from './nats-stream-reader.ts';

/** Milliseconds to wait for an acknowledgement. */
const PUBLISH_TIMEOUT = 5_000;

/** The stream of one epoch, in JetStream. */
export class NatsStream implements SharedStream {
  readonly #client: JetStreamClient;
  /** A client for creating consumers. Its requests time out after `ANSWER_TIMEOUT`. */
  readonly #consumers: JetStreamClient;
  /** A manager whose requests time out after `ANSWER_TIMEOUT`. */
  readonly #manager: JetStreamManager;
  readonly #stream: string;
  readonly #subject: string;
  readonly #readers = new Set<NatsStreamReader>();

  constructor(
    connection: NatsConnection,
    manager: JetStreamManager,
    { stream, subject }: Record<'stream' | 'subject', string>,
  ) {
    this.#client = jetstream(connection);
    // A cluster may create a consumer on a server that has just died. The next attempt may use another server.
    this.#consumers = jetstream(connection, { timeout: ANSWER_TIMEOUT });
    this.#manager = manager;
    this.#stream = stream;
    this.#subject = subject;
  }

  async publish(data: Uint8Array, { id, expectLast }: PublishOptions): Promise<PublishAcknowledgement> {
    const expect = expectLast === undefined ? {} : { lastSequence: expectLast };
    const options = { msgID: id, expect: { ...expect, streamName: this.#stream }, timeout: PUBLISH_TIMEOUT };
    try {
      const { seq, duplicate } = await this.#client.publish(this.#subject, data, options);
      return { sequence: seq, isDuplicate: duplicate };
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamWrongLastSequence)
        throw new UnexpectedLastMessage();
      throw error;
    }
  }

  /**
   * Delivers messages in order. After an error, a silence or a lost connection, another consumer continues after the last
   * message, because a pull consumer of nats-server 2.9 may deliver nothing for 30 s after a restart of the server.
   */
  read(after: number, deliver: (message: DeliveredMessage) => void): () => void {
    const reader = new NatsStreamReader({
      client: this.#consumers,
      manager: this.#manager,
      stream: this.#stream,
      after,
      deliver,
    });
    this.#readers.add(reader);
    void reader.run();
    return () => {
      reader.stop();
      this.#readers.delete(reader);
    };
  }

  /** Restarts all readers, because the connection has been restored. */
  reconnected(): void {
    for (const reader of this.#readers) reader.restart();
  }

  async last(): Promise<number> {
    try {
      const { state } = await retryRequest(() => this.#manager.streams.info(this.#stream));
      return state.last_seq;
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound) return 0;
      throw error;
    }
  }

  async timestampOf(sequence: number): Promise<number | undefined> {
    const message = await retryRequest(() => this.#manager.streams.getMessage(this.#stream, { seq: sequence }));
    return message === null ? undefined : millisecondsOf(message.timestamp);
  }
}
