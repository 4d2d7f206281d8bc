import { InMemoryServer, type InMemoryServerOptions } from '../server/in-memory-server.ts';
import {
  type DeliveryMode,
  type TranscriptClient,
  type TranscriptTransport,
  transportFor,
} from '../transcripts/transcript-transport.ts';
import type { Client } from './client.ts';

/** Of talk without a pause: far more than any game has. */
const MOST_ROUNDS = 100_000;

/** Clients around one server, whose clock stands still unless it is told to go on. */
export class ConnectedClients {
  readonly server: InMemoryServer;
  readonly #stage: TranscriptTransport;
  readonly #actors = new Map<Client, TranscriptClient>();

  private constructor(server: InMemoryServer, stage: TranscriptTransport) {
    this.server = server;
    this.#stage = stage;
  }

  /** Sits with a new server for as long as `play` lasts. */
  static async with(
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
  async enter(client: Client, listener: string, address = '127.0.0.1'): Promise<void> {
    this.#actors.set(client, await this.#stage.enter(listener, address));
  }

  /** Lets clients and server talk until nobody has anything more to say, and everyone has asked for news. */
  async settle(): Promise<void> {
    await this.#talk();
    // DAIGO's first answer may be an old one.
    for (let round = 0; round < 2; round++) {
      for (const client of this.#actors.keys()) if (!client.closed) client.poll();
      await this.#talk();
    }
  }

  /** The client's connection is gone. */
  async lose(client: Client): Promise<void> {
    this.#actors.get(client)?.disconnect();
    this.#actors.delete(client);
    await this.settle();
  }

  /** The client says goodbye, or hangs up where there are no words for it. */
  async leave(client: Client): Promise<void> {
    if (!client.leave()) return await this.lose(client);
    await this.settle();
    if (!client.closed) client.fail('the server does not let me go');
  }

  async wait(seconds: number): Promise<void> {
    await this.server.clock.advance(seconds * 1000);
    await this.settle();
  }

  async #talk(): Promise<void> {
    let quiet = false;
    for (let round = 0; !quiet; round++) {
      if (round > MOST_ROUNDS) throw new Error('clients and server never stop talking');
      await this.#stage.settle();
      quiet = true;
      for (const [client, actor] of this.#actors) {
        if (await carry(client, actor)) quiet = false;
      }
    }
  }
}

/** Takes everything that is there from one side to the other; whether there was anything. */
async function carry(client: Client, actor: TranscriptClient): Promise<boolean> {
  if (client.closed) return false;
  const received = actor.received;
  actor.received = Buffer.alloc(0);
  if (received.length > 0) client.receive(received);
  if (actor.closed) client.hungUp();
  const said = client.output();
  if (said.length > 0 && !actor.closed) await actor.say(Buffer.from(said));
  return received.length > 0 || said.length > 0;
}
