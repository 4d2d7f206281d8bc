import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Text in every batch that contains a move. */
const TURN = '"command":{"kind":"play"';

interface RelayedConnection {
  readonly node: Socket;
  readonly nats: Socket;
}

/** The next batch with a move. */
interface AwaitedBatch {
  readonly stored: () => void;
  /** The subject of the acknowledgement from NATS; undefined until the batch has been seen. */
  inbox: string | undefined;
}

/** A TCP relay between one node and NATS. It can stop forwarding while its connections stay open. */
export class NatsRelay {
  readonly #server: Server;
  readonly #connections = new Set<RelayedConnection>();
  #isCut = false;
  #awaitedBatch: AwaitedBatch | undefined;

  private constructor(server: Server, to: number) {
    this.#server = server;
    server.on('connection', (node) => this.#accept(node, connect({ host: '127.0.0.1', port: to, noDelay: true })));
  }

  static async start(to: number): Promise<NatsRelay> {
    const server = createServer({ noDelay: true });
    const relay = new NatsRelay(server, to);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops forwarding in both directions. */
  cut(): void {
    this.#isCut = true;
    for (const { node, nats } of this.#connections) for (const socket of [node, nats]) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const { node, nats } of this.#connections) for (const socket of [node, nats]) socket.resume();
  }

  /** Closes every connection and drops the bytes that it has not forwarded. New connections are forwarded. */
  drop(): void {
    this.#isCut = false;
    for (const { node, nats } of this.#connections) for (const socket of [node, nats]) socket.destroy();
  }

  /**
   * Waits for a batch with a move, and from then on forwards nothing to the node. Calls `stored` when NATS has acknowledged the batch:
   * the move is then in the stream, and the node cannot have notified its clients.
   */
  holdAfterNextMove(stored: () => void): void {
    this.#awaitedBatch = { stored, inbox: undefined };
  }

  close(): void {
    this.#server.close();
    this.drop();
  }

  #accept(node: Socket, nats: Socket): void {
    const line = { node, nats };
    this.#connections.add(line);
    node.on('data', (bytes) => {
      this.#watchNode(bytes);
      nats.write(bytes);
    });
    nats.on('data', (bytes) => this.#fromNats(bytes, node));
    for (const [one, other] of [
      [node, nats],
      [nats, node],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => {
        this.#connections.delete(line);
        // Bytes that were received before are still forwarded.
        other.end();
      });
    }
    if (this.#isCut) this.cut();
  }

  /** Looks for the batch. A message that is split over two packets is not found, but another batch follows. */
  #watchNode(bytes: Buffer): void {
    const ambush = this.#awaitedBatch;
    if (ambush === undefined || ambush.inbox !== undefined) return;
    const turn = bytes.indexOf(TURN);
    if (turn === -1) return;
    const head = bytes.toString('latin1', Math.max(0, bytes.lastIndexOf('HPUB tengen.', turn)), turn);
    ambush.inbox = /^HPUB \S+\.log (\S+) /.exec(head)?.[1];
  }

  #fromNats(bytes: Buffer, node: Socket): void {
    const ambush = this.#awaitedBatch;
    if (ambush?.inbox === undefined) {
      node.write(bytes);
      return;
    }
    if (!bytes.includes(`MSG ${ambush.inbox} `)) return;
    this.#awaitedBatch = { stored: () => {}, inbox: '-' };
    ambush.stored();
  }
}
