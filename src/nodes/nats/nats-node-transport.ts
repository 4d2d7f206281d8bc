import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { NodeMessageTransport, NodeQuestionTransport } from '../node-transport.ts';
import type { NodeNumber } from '../stream-message.ts';
import { connectNats } from './connect-nats.ts';
import type { NatsSettings } from './nats-settings.ts';

/** Milliseconds to wait for the answers to a question. */
const ANSWERS_TIMEOUT = 1_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Messages and questions between the nodes of an installation, over NATS. They use a connection of their own, so that they do
 * not delay heartbeats.
 */
export class NatsNodeTransport implements NodeMessageTransport, NodeQuestionTransport {
  readonly #connection: NatsConnection;
  readonly #installation: string;

  private constructor(connection: NatsConnection, installation: string) {
    this.#connection = connection;
    this.#installation = installation;
  }

  /** Rejects with `NatsUnusable`. */
  static async open(location: NatsSettings): Promise<NatsNodeTransport> {
    return new NatsNodeTransport(await connectNats(location), location.installation);
  }

  send(to: NodeNumber, data: Uint8Array): void {
    if (!this.#connection.isClosed()) this.#connection.publish(this.#subject(to), data);
  }

  receive(own: NodeNumber, listener: (data: Uint8Array) => void): () => void {
    if (this.#connection.isClosed()) return () => {};
    const subscription = this.#connection.subscribe(this.#subject(own), {
      callback: (error, { data }) => {
        if (error === null) listener(data);
      },
    });
    return () => subscription.unsubscribe();
  }

  async ask(question: string, count: number): Promise<Uint8Array[]> {
    if (this.#connection.isClosed() || count === 0) return [];
    const options = { maxWait: ANSWERS_TIMEOUT, maxMessages: count, strategy: 'count' } as const;
    const answers: Uint8Array[] = [];
    try {
      for await (const { data } of await this.#connection.requestMany(
        this.#questions,
        encoder.encode(question),
        options,
      ))
        answers.push(data);
    } catch {
      // No node answers, or NATS cannot be reached.
    }
    return answers;
  }

  answer(answer: (question: string) => Promise<Uint8Array | undefined>): void {
    const respond = async (message: Msg): Promise<void> => {
      const data = await answer(decoder.decode(message.data));
      if (data !== undefined && !this.#connection.isClosed()) message.respond(data);
    };
    const callback = (error: Error | null, message: Msg): void => {
      if (error === null) void respond(message);
    };
    this.#connection.subscribe(this.#questions, { callback });
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  get #questions(): string {
    return `tengen.${this.#installation}.questions`;
  }

  #subject(node: NodeNumber): string {
    return `tengen.${this.#installation}.node.${node}`;
  }
}
