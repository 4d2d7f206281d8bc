import type { ConnectionHandlers, Dial, TcpConnection } from '../../client/tcp-connection.ts';

/** Opens connections until it is stopped. Then it closes all connections, and further attempts fail at once. */
export class StoppableConnector {
  readonly #dial: Dial;
  readonly #open = new Set<() => void>();
  #stopReason: string | undefined;
  hasConnected = false;
  /**
   * The reason why the first attempt failed, if no connection was made before. Until this is reset, further attempts
   * fail at once: a server that opens its port now must be checked from the beginning.
   */
  firstFailure: string | undefined;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  get stopReason(): string | undefined {
    return this.#stopReason;
  }

  stop(reason: string): void {
    this.#stopReason ??= reason;
    for (const end of [...this.#open]) end();
  }

  readonly dial: Dial = (handlers) => {
    const reason = this.#stopReason ?? this.firstFailure;
    if (reason !== undefined) {
      setImmediate(() => handlers.closed(reason));
      return { send() {}, close() {} };
    }
    return this.#connect(handlers);
  };

  #connect(handlers: ConnectionHandlers): TcpConnection {
    let isOver = false;
    const end = (reason: string | undefined): void => {
      if (isOver) return;
      isOver = true;
      this.#open.delete(stop);
      handlers.closed(reason);
    };
    const connection = this.#dial({
      connected: () => {
        this.hasConnected = true;
        if (!isOver) handlers.connected();
      },
      received: (bytes) => {
        if (!isOver) handlers.received(bytes);
      },
      closed: (reason) => {
        if (!this.hasConnected) this.firstFailure ??= reason ?? 'the connection was closed';
        end(reason);
      },
    });
    const stop = (): void => {
      connection.close();
      end(this.#stopReason);
    };
    this.#open.add(stop);
    return connection;
  }
}
