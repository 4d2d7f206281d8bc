import type { ConnectionHandlers, Dial } from '../../../src/client/tcp-connection.ts';
import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import type { InMemoryServer } from './in-memory-server.ts';

/** The network between clients and a server in memory. Connections may be cut, and the server may be unreachable. */
export class SimulatedNetwork {
  readonly #server: InMemoryServer;
  readonly #open = new Set<() => void>();
  /** New connections are refused. */
  isDown = false;

  constructor(server: InMemoryServer) {
    this.#server = server;
  }

  /** A function that connects to a listener, which has the form of `InMemoryServer.reception`. */
  dial(listener: string, address = '127.0.0.1'): Dial {
    return (handler) => this.#connect(listener, address, handler);
  }

  /** Cuts every connection. */
  cut(): void {
    for (const lose of [...this.#open]) lose();
  }

  #connect(listener: string, address: string, handler: ConnectionHandlers) {
    const { clock } = this.#server;
    let connection: TransportCallbacks | undefined;
    let isOpen = true;
    const onClosed = (problem?: string): void => {
      if (!isOpen) return;
      isOpen = false;
      this.#open.delete(lose);
      handler.closed(problem);
    };
    const lose = (): void => {
      connection?.lost();
      onClosed('the connection was reset');
    };
    clock.soon(() => {
      if (this.isDown) return onClosed('connection refused');
      connection = this.#server.reception(listener)(address, {
        id: address,
        send: (bytes) => clock.soon(() => isOpen && handler.received(bytes)),
        close: () => clock.soon(onClosed),
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
          onClosed();
        }),
    };
  }
}
