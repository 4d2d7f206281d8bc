import type { Connection, Transport } from '../../../src/server/hub/transport.ts';
import type { AcceptConnection } from '../../../src/server/listeners/accept-protocol.ts';
import { SimulatedPipe } from './simulated-pipe.ts';

/** Both ends of a connection, as they are told of it. */
interface Ends {
  /** Who leaves so many bytes unread is dropped, as at the real sockets (src/server/listeners/socket-transport.ts). */
  readonly longestUnread: number;
  /** All bytes as the server says them. */
  readonly heard: (bytes: Uint8Array) => void;
  /** Something may be carried now, or not any more. */
  readonly changed: () => void;
  /** The turn of the event loop in which the server learns that it has dropped the client. */
  readonly soon: (run: () => void) => void;
}

/** A connection on which bytes take their time, in pieces of any size. */
export class SimulatedConnection {
  readonly id: string;
  readonly #toServer = new SimulatedPipe();
  readonly #toClient = new SimulatedPipe();
  readonly #connection: Connection;
  #paused = false;
  #closed = false;
  /** The client will say no more. */
  #finishing = false;
  #finished = false;
  /** The client is gone without a word. */
  #deaf = false;
  /** Nothing gets through any more. */
  #cut = false;
  /** The server has dropped it, with what was under way. */
  #broken = false;

  constructor(reception: AcceptConnection, address: string, id: string, { longestUnread, heard, changed, soon }: Ends) {
    this.id = id;
    const link: Transport = {
      id,
      send: (bytes) => {
        if (this.#cut || this.#deaf || this.#closed || this.#broken) return;
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
    if (this.#cut || this.#deaf || this.#closed || this.#paused || this.#broken) return false;
    return this.#toServer.length > 0 || (this.#finishing && !this.#finished);
  }

  get hasForClient(): boolean {
    return this.#toClient.length > 0 && !this.#broken;
  }

  /** The server has closed it, and everything that it said before has arrived. */
  get isOver(): boolean {
    return this.#closed && this.#toClient.length === 0;
  }

  /** The server has dropped it for what the client has not read. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** For all that the server may know, somebody is there. */
  get isOpen(): boolean {
    return !this.#cut && !this.#closed;
  }

  /** The client still speaks. */
  get isSpeaking(): boolean {
    return !this.#finishing;
  }

  say(bytes: Uint8Array): void {
    if (!this.#closed && !this.#finishing) this.#toServer.push(bytes);
  }

  /** At most so many bytes reach the server. */
  toServer(most: number): void {
    if (!this.hasForServer) return;
    const piece = this.#toServer.take(most);
    if (piece.length > 0) this.#connection.receive(piece);
    if (this.#finishing && !this.#finished && this.#toServer.length === 0) {
      this.#finished = true;
      this.#connection.finish();
    }
  }

  /** At most so many bytes reach the client. */
  toClient(most: number): Uint8Array {
    return this.#broken ? new Uint8Array(0) : this.#toClient.take(most);
  }

  /** The client says no more, in good order: the server still hears what it has said. */
  finish(): void {
    this.#finishing = true;
  }

  /** The client is gone, and the server notices. */
  lose(): void {
    if (this.#cut) return;
    this.cut();
    this.#connection.lost();
  }

  /** The client is gone, and the server does not notice. */
  vanish(): void {
    this.#deaf = true;
    this.#toClient.clear();
  }

  /** The server's process is gone. */
  cut(): void {
    this.#cut = true;
  }
}
