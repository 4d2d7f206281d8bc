import type { ConnectionHandlers, Dial } from '../../../src/client/tcp-connection.ts';
import type { Connection } from '../../../src/server/hub/transport.ts';
import type { InMemoryServer } from './in-memory-server.ts';

/** The network between clients and a server in memory: calls may be cut, and the server may be out of reach. */
export class SimulatedNetwork {
  readonly #server: InMemoryServer;
  readonly #open = new Set<() => void>();
  /** Nobody listens. */
  isDown = false;

  constructor(server: InMemoryServer) {
    this.#server = server;
  }

  /** A dial to a listener, as `InMemoryServer.reception` names it. */
  dial(listener: string, address = '127.0.0.1'): Dial {
    return (handler) => this.#call(listener, address, handler);
  }

  /** Every connection is lost. */
  cut(): void {
    for (const lose of [...this.#open]) lose();
  }

  #call(listener: string, address: string, handler: ConnectionHandlers) {
    const { clock } = this.#server;
    let connection: Connection | undefined;
    let isOpen = true;
    const gone = (problem?: string): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#open.delete(lose);
      handler.closed(problem);
    };
    const lose = (): void => {
      connection?.lost();
      gone('the connection was cut');
    };
    clock.soon(() => {
      if (this.isDown) return gone('nobody listens there');
      connection = this.#server.reception(listener)(address, {
        id: address,
        send: (bytes) => clock.soon(() => isOpen && handler.received(bytes)),
        close: () => clock.soon(gone),
        pause: () => {},
      });
      this.#open.add(lose);
      handler.connected();
    });
    return {
      send: (bytes: Uint8Array) => void (isOpen && clock.soon(() => connection?.receive(bytes))),
      close: () =>
        clock.soon(() => {
          connection?.finish();
          gone();
        }),
    };
  }
}
