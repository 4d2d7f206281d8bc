import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import {
  type DeliveryMode,
  type TranscriptClient,
  type TranscriptTransport,
  transportFor,
} from '../transcripts/transcript-transport.ts';
import type { Client } from './client.ts';

/** Of talk without a pause: far more than any game has. */
const MAX_ROUNDS = 100_000;

/** Clients around one server, whose clock stands still unless it is told to go on. */
export class ConnectedClients {
  readonly server: InMemoryServer;
  readonly #transport: TranscriptTransport;
  readonly #connections = new Map<Client, TranscriptClient>();

  private constructor(server: InMemoryServer, stage: TranscriptTransport) {
    this.server = server;
    this.#transport = stage;
  }

  /** Sits with a new server for as long as `play` lasts. */
  static async run(
    road: DeliveryMode,
    options: InMemoryServerOptions,
    play: (table: ConnectedClients) => Promise<void>,
  ): Promise<void> {
    const server = new InMemoryServer(options);
    await server.start();
    const stage = transportFor(server, road);
    try {
      await play(new ConnectedClients(server, stage));
    } finally {
      await stage.crash();
    }
  }

  /** Connects a client; `listener` as a transcript writes it. */
  async connect(client: Client, listener: string, address = '127.0.0.1'): Promise<void> {
    this.#connections.set(client, await this.#transport.connect(listener, address));
  }

  /** Lets clients and server talk until nobody has anything more to say, and everyone has asked for news. */
  async settle(): Promise<void> {
    await this.#exchangeAll();
    // DAIGO's first answer may be an old one.
    for (let round = 0; round < 2; round++) {
      for (const client of this.#connections.keys()) if (!client.closed) client.poll();
      await this.#exchangeAll();
    }
  }

  /** The client's connection is gone. */
  async disconnect(client: Client): Promise<void> {
    this.#connections.get(client)?.disconnect();
    this.#connections.delete(client);
    await this.settle();
  }

  /** The client says goodbye, or hangs up where there are no words for it. */
  async leave(client: Client): Promise<void> {
    if (!client.leave()) return await this.disconnect(client);
    await this.settle();
    if (!client.closed) client.fail('the server does not let me go');
  }

  async wait(seconds: number): Promise<void> {
    await this.server.clock.advance(seconds * 1000);
    await this.settle();
  }

  async #exchangeAll(): Promise<void> {
    let quiet = false;
    for (let round = 0; !quiet; round++) {
      if (round > MAX_ROUNDS) throw new Error('clients and server never stop talking');
      await this.#transport.settle();
      quiet = true;
      for (const [client, actor] of this.#connections) {
        if (await exchange(client, actor)) quiet = false;
      }
    }
  }
}

/** Takes everything that is there from one side to the other; whether there was anything. */
async function exchange(client: Client, actor: TranscriptClient): Promise<boolean> {
  if (client.closed) return false;
  const received = actor.received;
  actor.received = Buffer.alloc(0);
  if (received.length > 0) client.receive(received);
  if (actor.closed) client.hungUp();
  const said = client.output();
  if (said.length > 0 && !actor.closed) await actor.send(Buffer.from(said));
  return received.length > 0 || said.length > 0;
}
