import type { Reception } from '../../src/server/doors/reception.ts';
import type { Connection, Link } from '../../src/server/hub/link.ts';

/** A connection on which bytes take their time, in pieces of any size. */
export class Wire {
  #toServer = Buffer.alloc(0);
  #toClient = Buffer.alloc(0);
  readonly #connection: Connection;
  #paused = false;
  #closed = false;
  /** The client will say no more. */
  #finishing = false;
  /** The client is gone without a word. */
  #deaf = false;
  /** Nothing gets through any more. */
  #cut = false;

  /** `heard` is told of all bytes as the server says them. */
  constructor(reception: Reception, address: string, heard: (bytes: Uint8Array) => void) {
    const link: Link = {
      id: address,
      send: (bytes) => {
        if (this.#cut || this.#deaf || this.#closed) return;
        heard(bytes);
        this.#toClient = Buffer.concat([this.#toClient, bytes]);
      },
      close: () => {
        this.#closed = true;
      },
      pause: (paused) => {
        this.#paused = paused;
      },
    };
    this.#connection = reception(address, link);
  }

  get hasForServer(): boolean {
    return (
      !this.#cut && !this.#deaf && !this.#closed && !this.#paused && (this.#toServer.length > 0 || this.#finishing)
    );
  }

  get hasForClient(): boolean {
    return this.#toClient.length > 0;
  }

  /** The server has closed it, and everything that it said before has arrived. */
  get isOver(): boolean {
    return this.#closed && this.#toClient.length === 0;
  }

  say(bytes: Uint8Array): void {
    if (!this.#closed) this.#toServer = Buffer.concat([this.#toServer, bytes]);
  }

  /** At most so many bytes reach the server. */
  toServer(most: number): void {
    if (!this.hasForServer) return;
    const piece = this.#toServer.subarray(0, most);
    this.#toServer = this.#toServer.subarray(piece.length);
    if (piece.length > 0) this.#connection.receive(piece);
    if (this.#finishing && this.#toServer.length === 0) {
      this.#finishing = false;
      this.#connection.finish();
    }
  }

  /** At most so many bytes reach the client. */
  toClient(most: number): Uint8Array {
    const piece = this.#toClient.subarray(0, most);
    this.#toClient = this.#toClient.subarray(piece.length);
    return piece;
  }

  /** The client hangs up in good order: the server still hears what it has said. */
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
  }

  /** The server's process is gone. */
  cut(): void {
    this.#cut = true;
  }
}
