import type { Connection } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';

/** A server in memory, or one node of several. */
export interface TestServer {
  readonly clock: { settle(): Promise<void>; advance(milliseconds: number): Promise<void> };
  reception(listener: string): AcceptConnection;
}

/** A client of nu6 that sends given lines. */
export class TextClient {
  readonly #server: TestServer;
  readonly #connection: Connection;
  #received = '';

  private constructor(world: TestServer, address: string) {
    this.#server = world;
    const send = (bytes: Uint8Array): void => {
      this.#received += Buffer.from(bytes).toString();
    };
    this.#connection = world.reception('nu6')(address, { id: address, send, close: () => {}, pause: () => {} });
  }

  static async enter(world: TestServer, name: string, address: string): Promise<TextClient> {
    const client = new TextClient(world, address);
    await client.send(`CORE.HELLO~${name}`);
    return client;
  }

  /** Enters, seeks a game, and waits until a computer player may take the seek. */
  static async enterAndSeek(world: TestServer, name: string, address = '127.0.0.1', size = 9): Promise<TextClient> {
    const client = await TextClient.enter(world, name, address);
    await client.send(`CORE.NEWGAME~${size}`);
    await world.clock.advance(10_000);
    return client;
  }

  /** Sends the lines one by one. Before the next line, all effects of the line before are delivered. */
  async send(...lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#connection.receive(Buffer.from(`${line}\n`));
      await this.#server.clock.settle();
    }
  }

  /** Returns the lines that the server has sent since the last call. */
  takeLines(): string[] {
    const lines = this.#received.split('\n').slice(0, -1);
    this.#received = '';
    return lines;
  }
}
