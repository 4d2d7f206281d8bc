import type { Connection } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';

/** A server in memory, or one node of several. */
export interface TestServer {
  readonly clock: { settle(): Promise<void>; advance(milliseconds: number): Promise<void> };
  reception(listener: string): AcceptConnection;
}

/** Somebody who speaks nu6 by hand. */
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
    const visitor = new TextClient(world, address);
    await visitor.send(`CORE.HELLO~${name}`);
    return visitor;
  }

  /** Enters, wishes for a game, and has waited for long enough. */
  static async enterAndSeek(world: TestServer, name: string, address = '127.0.0.1', size = 9): Promise<TextClient> {
    const visitor = await TextClient.enter(world, name, address);
    await visitor.send(`CORE.NEWGAME~${size}`);
    await world.clock.advance(10_000);
    return visitor;
  }

  /** Says these lines one after the other, each with all that follows from it. */
  async send(...lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#connection.receive(Buffer.from(`${line}\n`));
      await this.#server.clock.settle();
    }
  }

  /** Every line since the last look. */
  takeLines(): string[] {
    const lines = this.#received.split('\n').slice(0, -1);
    this.#received = '';
    return lines;
  }
}
