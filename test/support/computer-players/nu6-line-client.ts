import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';

/** A server in memory, or one node in memory. */
export interface ServerOrNode {
  readonly clock: { settle(): Promise<void>; advance(milliseconds: number): Promise<void> };
  reception(listener: string): AcceptConnection;
}

/** A nu6 client without a socket: it sends the lines that the test gives, and collects the lines of the server. */
export class Nu6LineClient {
  readonly #server: ServerOrNode;
  readonly #connection: TransportCallbacks;
  #received = '';

  private constructor(server: ServerOrNode, address: string) {
    this.#server = server;
    const send = (bytes: Uint8Array): void => {
      this.#received += Buffer.from(bytes).toString();
    };
    this.#connection = server.reception('nu6')(address, { id: address, send, close: () => {}, pause: () => {} });
  }

  static async enter(server: ServerOrNode, name: string, address: string): Promise<Nu6LineClient> {
    const client = new Nu6LineClient(server, address);
    await client.send(`CORE.HELLO~${name}`);
    return client;
  }

  /** Enters, seeks a game, and waits until a computer player may take the seek. */
  static async enterAndSeek(
    server: ServerOrNode,
    name: string,
    address = '127.0.0.1',
    size = 9,
  ): Promise<Nu6LineClient> {
    const client = await Nu6LineClient.enter(server, name, address);
    await client.send(`CORE.NEWGAME~${size}`);
    await server.clock.advance(10_000);
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
