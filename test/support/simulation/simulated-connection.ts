import type { Connection, Transport } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { SimulatedPipe } from './simulated-pipe.ts';

/** The limit of a connection and its callbacks. */
interface ConnectionOptions {
  /** A client with more unread bytes is disconnected, like at a real socket (src/server/listeners/socket-transport.ts). */
  readonly longestUnread: number;
  /** Called with all bytes that the server sends. */
  readonly onSent: (bytes: Uint8Array) => void;
  /** Called when bytes may have become deliverable, or no longer are. */
  readonly changed: () => void;
  /** Schedules the turn of the event loop in which the server learns that the client has been disconnected. */
  readonly soon: (run: () => void) => void;
}

/** A connection that delivers bytes with delays, in pieces of any size. */
export class SimulatedConnection {
  readonly id: string;
  readonly #toServer = new SimulatedPipe();
  readonly #toClient = new SimulatedPipe();
  readonly #connection: Connection;
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
    reception: AcceptConnection,
    address: string,
    id: string,
    { longestUnread, onSent: heard, changed, soon }: ConnectionOptions,
  ) {
    this.id = id;
    const link: Transport = {
      id,
      send: (bytes) => {
        if (this.#cut || this.#isAbandoned || this.#closed || this.#broken) return;
        heard(bytes);
        this.#toClient.push(bytes);
        if (this.#toClient.length > longestUnread) {
          this.#broken = true;
          soon(() => this.lose());
        }
        changed();
      },
      close: () => {
        this.#closed = true;
        changed();
      },
      pause: (paused) => {
        this.#paused = paused;
        changed();
      },
    };
    this.#connection = reception(address, link);
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

  /** Whether the server may consider the connection open. */
  get isOpen(): boolean {
    return !this.#cut && !this.#closed;
  }

  /** Whether the client may still send. */
  get isSpeaking(): boolean {
    return !this.#finishing;
  }

  send(bytes: Uint8Array): void {
    if (!this.#closed && !this.#finishing) this.#toServer.push(bytes);
  }

  /** Delivers at most `most` bytes to the server. */
  toServer(most: number): void {
    if (!this.hasForServer) return;
    const piece = this.#toServer.take(most);
    if (piece.length > 0) this.#connection.receive(piece);
    if (this.#finishing && !this.#finished && this.#toServer.length === 0) {
      this.#finished = true;
      this.#connection.finish();
    }
  }

  /** Delivers at most `most` bytes to the client. */
  toClient(most: number): Uint8Array {
    return this.#broken ? new Uint8Array(0) : this.#toClient.take(most);
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
