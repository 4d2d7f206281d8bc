import type { Transport, TransportCallbacks } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { SimulatedPipe } from './simulated-pipe.ts';

/** The limit of a connection and its callbacks. */
interface ConnectionOptions {
  /** A client with more unread bytes is disconnected, like at a real socket (src/server/listeners/socket-transport.ts). */
  readonly longestUnread: number;
  /** Called with all bytes that the server sends. */
  readonly onSent: (bytes: Uint8Array) => void;
  /** Called when deliverable bytes may have appeared or disappeared. */
  readonly onChanged: () => void;
  /** Runs a callback in a later turn of the server's event loop. */
  readonly defer: (run: () => void) => void;
}

/** A connection that delivers bytes with delays, in pieces of any size. */
export class SimulatedConnection {
  readonly id: string;
  readonly #toServer = new SimulatedPipe();
  readonly #toClient = new SimulatedPipe();
  readonly #connection: TransportCallbacks;
  #paused = false;
  #closed = false;
  /** The client will send no more bytes. */
  #finishing = false;
  #finished = false;
  /** The client has disappeared without closing the connection. */
  #isAbandoned = false;
  /** No more bytes are delivered. */
  #cut = false;
  /** The server has closed the connection and dropped the bytes in flight. */
  #broken = false;

  constructor(
    accept: AcceptConnection,
    address: string,
    id: string,
    { longestUnread, onSent, onChanged, defer }: ConnectionOptions,
  ) {
    this.id = id;
    const transport: Transport = {
      id,
      send: (bytes) => {
        if (this.#cut || this.#isAbandoned || this.#closed || this.#broken) return;
        onSent(bytes);
        this.#toClient.push(bytes);
        if (this.#toClient.length > longestUnread) {
          this.#broken = true;
          defer(() => this.lose());
        }
        onChanged();
      },
      close: () => {
        this.#closed = true;
        onChanged();
      },
      pause: (paused) => {
        this.#paused = paused;
        onChanged();
      },
    };
    this.#connection = accept(address, transport);
  }

  get hasForServer(): boolean {
    if (this.#cut || this.#isAbandoned || this.#closed || this.#paused || this.#broken) return false;
    return this.#toServer.length > 0 || (this.#finishing && !this.#finished);
  }

  get hasForClient(): boolean {
    return this.#toClient.length > 0 && !this.#broken;
  }

  /** The server has closed the connection, and all its bytes have arrived. */
  get isOver(): boolean {
    return this.#closed && this.#toClient.length === 0;
  }

  /** The server has closed the connection because of too many unread bytes. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** Whether the client may still send. */
  get canSend(): boolean {
    return !this.#finishing;
  }

  send(bytes: Uint8Array): void {
    if (!this.#closed && !this.#finishing) this.#toServer.push(bytes);
  }

  /** Delivers at most `maximum` bytes to the server. */
  toServer(maximum: number): void {
    if (!this.hasForServer) return;
    const piece = this.#toServer.take(maximum);
    if (piece.length > 0) this.#connection.receive(piece);
    if (this.#finishing && !this.#finished && this.#toServer.length === 0) {
      this.#finished = true;
      this.#connection.finish();
    }
  }

  /** Delivers at most `maximum` bytes to the client. */
  toClient(maximum: number): Uint8Array {
    return this.#broken ? new Uint8Array(0) : this.#toClient.take(maximum);
  }

  /** The client closes its half of the connection. The server still receives the sent bytes. */
  finish(): void {
    this.#finishing = true;
  }

  /** The connection is lost, and the server notices it. */
  lose(): void {
    if (this.#cut) return;
    this.cut();
    this.#connection.lost();
  }

  /** The connection is lost, and the server does not notice it. */
  vanish(): void {
    this.#isAbandoned = true;
    this.#toClient.clear();
  }

  /** The server's process has died. */
  cut(): void {
    this.#cut = true;
  }
}
