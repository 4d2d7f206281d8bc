import type { ConnectionHandlers, Dial, TcpConnection } from '../../client/tcp-connection.ts';

/** Dials until it is stopped. Then all connections end, and further ones fail at once. */
export class StoppableDial {
  readonly #dial: Dial;
  readonly #open = new Set<() => void>();
  #stopped: string | undefined;
  /** Whether any connection was made. */
  hasConnected = false;
  /**
   * Why a connection failed before any was made. Until this is reset, further ones fail at once: a server that opens its port only
   * now must be checked from the beginning.
   */
  failedFirst: string | undefined;

  constructor(dial: Dial) {
    this.#dial = dial;
  }

  get stopped(): string | undefined {
    return this.#stopped;
  }

  stop(reason: string): void {
    this.#stopped ??= reason;
    for (const end of [...this.#open]) end();
  }

  readonly dial: Dial = (listener) => {
    const refused = this.#stopped ?? this.failedFirst;
    if (refused !== undefined) {
      setImmediate(() => listener.closed(refused));
      return { send() {}, close() {} };
    }
    return this.#connect(listener);
  };

  #connect(listener: ConnectionHandlers): TcpConnection {
    let isOver = false;
    const end = (reason: string | undefined): void => {
      if (isOver) return;
      isOver = true;
      this.#open.delete(stop);
      listener.closed(reason);
    };
    const wire = this.#dial({
      connected: () => {
        this.hasConnected = true;
        if (!isOver) listener.connected();
      },
      received: (bytes) => {
        if (!isOver) listener.received(bytes);
      },
      closed: (reason) => {
        if (!this.hasConnected) this.failedFirst ??= reason ?? 'the connection was closed';
        end(reason);
      },
    });
    const stop = (): void => {
      wire.close();
      end(this.#stopped);
    };
    this.#open.add(stop);
    return wire;
  }
}
