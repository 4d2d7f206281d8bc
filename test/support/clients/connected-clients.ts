import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import {
  type DeliveryMode,
  type TranscriptClient,
  type TranscriptTransport,
  transportFor,
} from '../transcripts/transcript-transport.ts';
import type { Client } from './client.ts';

/** The limit on rounds of messages without a pause: far more than any game has. */
const MAX_ROUNDS = 100_000;

/** Test clients that are connected to one server in memory. The server's clock moves only when `wait` is called. */
export class ConnectedClients {
  readonly server: InMemoryServer;
  readonly #transport: TranscriptTransport;
  readonly #connections = new Map<Client, TranscriptClient>();

  private constructor(server: InMemoryServer, transport: TranscriptTransport) {
    this.server = server;
    this.#transport = transport;
  }

  /** Starts a server, runs `play` with it, and stops the server. */
  static async run(
    mode: DeliveryMode,
    options: InMemoryServerOptions,
    play: (clients: ConnectedClients) => Promise<void>,
  ): Promise<void> {
    const server = new InMemoryServer(options);
    await server.start();
    const transport = transportFor(server, mode);
    try {
      await play(new ConnectedClients(server, transport));
    } finally {
      await transport.crash();
    }
  }

  /** Connects a client. `listener` has the form of transcripts, such as `daigo?size=9`. */
  async connect(client: Client, listener: string, address = '127.0.0.1'): Promise<void> {
    this.#connections.set(client, await this.#transport.connect(listener, address));
  }

  /** Delivers messages until none is left, then lets all clients poll, and delivers the answers. */
  async settle(): Promise<void> {
    await this.#exchangeAll();
    // The first answer to a poll of DAIGO may repeat an old state.
    for (let round = 0; round < 2; round++) {
      for (const client of this.#connections.keys()) if (!client.closed) client.poll();
      await this.#exchangeAll();
    }
  }

  /** The client's connection is lost. */
  async disconnect(client: Client): Promise<void> {
    this.#connections.get(client)?.disconnect();
    this.#connections.delete(client);
    await this.settle();
  }

  /** The client sends its goodbye, or disconnects if its protocol has none. */
  async leave(client: Client): Promise<void> {
    if (!client.leave()) return await this.disconnect(client);
    await this.settle();
    if (!client.closed) client.fail('the server does not close the connection after the goodbye');
  }

  async wait(seconds: number): Promise<void> {
    await this.server.clock.advance(seconds * 1000);
    await this.settle();
  }

  async #exchangeAll(): Promise<void> {
    let quiet = false;
    for (let round = 0; !quiet; round++) {
      if (round > MAX_ROUNDS) throw new Error('clients and server never stop sending');
      await this.#transport.settle();
      quiet = true;
      for (const [client, connection] of this.#connections) {
        if (await exchange(client, connection)) quiet = false;
      }
    }
  }
}

/** Delivers all waiting bytes in both directions. Returns false if there were none. */
async function exchange(client: Client, connection: TranscriptClient): Promise<boolean> {
  if (client.closed) return false;
  const received = connection.received;
  connection.received = Buffer.alloc(0);
  if (received.length > 0) client.receive(received);
  if (connection.closed) client.hungUp();
  const sent = client.output();
  if (sent.length > 0 && !connection.closed) await connection.send(Buffer.from(sent));
  return received.length > 0 || sent.length > 0;
}
