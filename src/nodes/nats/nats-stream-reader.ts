import type { ConsumerMessages, JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { DeliveredMessage } from '../replicated-lobby.ts';

/** Milliseconds between two attempts to create a consumer, and between two polls for the next message without a consumer. */
const RETRY_PAUSE = 250;
/**
 * After this many milliseconds without a message, the consumer is created again. Living nodes publish heartbeats each second.
 */
const SILENCE_TIMEOUT = 2_500;
/** Milliseconds after which the server deletes a consumer that is not read. */
const INACTIVE_TIMEOUT = 30_000;
const NANOSECONDS = 1_000_000n;

export interface NatsStreamReaderOptions {
  /** Creates consumers. */
  readonly client: JetStreamClient;
  /** Reads single messages. */
  readonly manager: JetStreamManager;
  readonly stream: string;
  /** The sequence of the last message that has been read before. */
  readonly after: number;
  readonly deliver: (message: DeliveredMessage) => void;
}

/**
 * Reads one stream with an ordered consumer, and replaces a consumer that fails. A cluster that has lost a server creates no
 * consumer until it has a new leader, for up to 10 s. Meanwhile the reader requests single messages, which any server of the
 * cluster can answer.
 */
export class NatsStreamReader {
  readonly #options: NatsStreamReaderOptions;
  #next: number;
  #messages: ConsumerMessages | undefined;
  #isStopped = false;
  #isReadingSingly = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(options: NatsStreamReaderOptions) {
    this.#options = options;
    this.#next = options.after + 1;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#readOnce().catch(() => this.restart());
      if (!this.#isStopped) await pause();
    }
  }

  /** Stops the consumer. `run` creates another one. Until it delivers, messages are read singly. */
  restart(): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#messages?.stop();
    if (!this.#isStopped && !this.#isReadingSingly) void this.#readSingly();
  }

  stop(): void {
    this.#isStopped = true;
    this.restart();
  }

  async #readOnce(): Promise<void> {
    const { client, stream } = this.#options;
    const options = { opt_start_seq: this.#next, inactive_threshold: INACTIVE_TIMEOUT };
    const consumer = await client.consumers.get(stream, options);
    const messages = await consumer.consume();
    this.#messages = messages;
    if (this.#isStopped) messages.stop();
    this.#expectMessage();
    for await (const { seq, data, timestampNanos } of messages) {
      if (this.#isStopped) return;
      this.#expectMessage();
      this.#isReadingSingly = false;
      this.#deliver(seq, Number(timestampNanos / NANOSECONDS), data);
    }
  }

  /** Reads message by message until a consumer delivers. */
  async #readSingly(): Promise<void> {
    this.#isReadingSingly = true;
    const { manager, stream } = this.#options;
    while (this.#isReadingSingly && !this.#isStopped) {
      const found = await manager.direct.getMessage(stream, { seq: this.#next }).catch(() => null);
      if (!this.#isReadingSingly || this.#isStopped) return;
      if (found === null) await pause();
      else this.#deliver(found.seq, millisecondsOf(found.timestamp), found.data);
    }
  }

  #deliver(sequence: number, timestamp: number, data: Uint8Array): void {
    if (sequence < this.#next) return;
    this.#next = sequence + 1;
    this.#options.deliver({ sequence, timestamp, data });
  }

  #expectMessage(): void {
    if (this.#silence === undefined) this.#silence = setTimeout(() => this.restart(), SILENCE_TIMEOUT);
    else this.#silence.refresh();
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE));

/**
 * Converts a time such as 2026-11-26T15:33:20.123456789Z to milliseconds since 1970. Rounds down, because all nodes must get
 * the same value.
 */
export function millisecondsOf(timestamp: string): number {
  const [seconds = '', fraction = ''] = timestamp.replace('Z', '').split('.');
  return Date.parse(`${seconds}Z`) + Number(fraction.slice(0, 3).padEnd(3, '0'));
}
