import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** In a batch with a turn of a client. */
const TURN = '"command":{"kind":"play"';

interface Line {
  readonly node: Socket;
  readonly nats: Socket;
}

/** A batch with a turn that is on its way. */
interface Ambush {
  readonly stored: () => void;
  /** Where NATS acknowledges it; undefined before there is one. */
  inbox: string | undefined;
}

/** A TCP relay between one node and NATS. It can stop passing while its connections stay open. */
export class NatsRelay {
  readonly #server: Server;
  readonly #lines = new Set<Line>();
  #isCut = false;
  #ambush: Ambush | undefined;

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

  /** Passes nothing any more, in neither direction. */
  cut(): void {
    this.#isCut = true;
    for (const { node, nats } of this.#lines) for (const socket of [node, nats]) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const { node, nats } of this.#lines) for (const socket of [node, nats]) socket.resume();
  }

  /** Loses what it has not passed, and every connection. New ones are passed. */
  drop(): void {
    this.#isCut = false;
    for (const { node, nats } of this.#lines) for (const socket of [node, nats]) socket.destroy();
  }

  /**
   * Waits for a batch with a turn, and from then on passes nothing to the node. Calls `stored` once NATS has acknowledged the batch: the turn
   * is in the stream, and the node cannot have told it.
   */
  ambush(stored: () => void): void {
    this.#ambush = { stored, inbox: undefined };
  }

  close(): void {
    this.#server.close();
    this.drop();
  }

  #accept(node: Socket, nats: Socket): void {
    const line = { node, nats };
    this.#lines.add(line);
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
        this.#lines.delete(line);
        // What was said before is still passed on.
        other.end();
      });
    }
    if (this.#isCut) this.cut();
  }

  /** Messages that are cut in two are overlooked: another batch follows. */
  #watchNode(bytes: Buffer): void {
    const ambush = this.#ambush;
    if (ambush === undefined || ambush.inbox !== undefined) return;
    const turn = bytes.indexOf(TURN);
    if (turn === -1) return;
    const head = bytes.toString('latin1', Math.max(0, bytes.lastIndexOf('HPUB tengen.', turn)), turn);
    ambush.inbox = /^HPUB \S+\.log (\S+) /.exec(head)?.[1];
  }

  #fromNats(bytes: Buffer, node: Socket): void {
    const ambush = this.#ambush;
    if (ambush?.inbox === undefined) {
      node.write(bytes);
      return;
    }
    if (!bytes.includes(`MSG ${ambush.inbox} `)) return;
    this.#ambush = { stored: () => {}, inbox: '-' };
    ambush.stored();
  }
}
