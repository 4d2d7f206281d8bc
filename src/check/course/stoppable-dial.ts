import type { ConnectionListener, Dial, TcpConnection } from '../../client/tcp-connection.ts';

/** Dials until it is stopped. Then all connections end, and further ones fail at once. */
export class StoppableDial {
  readonly #dial: Dial;
  readonly #open = new Set<() => void>();
  #stopped: string | undefined;
  /** Whether any connection was made. */
  hasConnected = false;
  /** Whether a connection failed before any was made. */
  failedFirst = false;

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
    const stopped = this.#stopped;
    if (stopped !== undefined) {
      setImmediate(() => listener.gone(stopped));
      return { send() {}, close() {} };
    }
    return this.#connect(listener);
  };

  #connect(listener: ConnectionListener): TcpConnection {
    let isOver = false;
    const end = (reason: string | undefined): void => {
      if (isOver) return;
      isOver = true;
      this.#open.delete(stop);
      listener.gone(reason);
    };
    const wire = this.#dial({
      connected: () => {
        this.hasConnected = true;
        if (!isOver) listener.connected();
      },
      received: (bytes) => {
        if (!isOver) listener.received(bytes);
      },
      gone: (reason) => {
        this.failedFirst ||= !this.hasConnected;
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
