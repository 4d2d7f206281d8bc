import type { Socket } from 'node:net';
import { connectionOf } from '../connection-id.ts';
import type { HttpServer } from '../http/http-server.ts';
import type { ServicesBeforeHttp } from '../http/route-services.ts';

/** Milliseconds after the start at which HTTP is loaded. */
const LOAD_DELAY = 1_000;

/**
 * Loads the HTTP server and hands sockets over to it. Loading blocks the thread for up to 250 ms, which is too long while games run.
 * If there are unfinished games, the HTTP server is loaded before they resume. Otherwise it is loaded shortly after the start, or
 * with the first request.
 */
export class LazyHttpServer {
  readonly #services: ServicesBeforeHttp;
  #cancelLoad = (): void => {};
  #server: Promise<HttpServer> | undefined;
  #stopped = false;

  constructor(services: ServicesBeforeHttp) {
    this.#services = services;
  }

  /** Loads the HTTP server now or shortly after the start. A failure is logged with the first request. */
  async prepare(): Promise<void> {
    const { clock, hub } = this.#services;
    const load = async (): Promise<void> => void (await this.#open().catch(() => {}));
    if (hub.statistics.games > 0) await load();
    else this.#cancelLoad = clock.at(clock.now() + LOAD_DELAY, () => void load());
  }

  /** Gives a paused socket to the HTTP server. `firstBytes`: the bytes received so far. */
  async take(socket: Socket, firstBytes: Uint8Array): Promise<void> {
    try {
      const server = await this.#open();
      if (this.#stopped) socket.destroy();
      else if (!socket.destroyed) server.serve(socket, firstBytes);
    } catch (error) {
      this.#services.log.error({ connection: connectionOf(socket), error: String(error) }, 'http.failed');
      socket.destroy();
    }
  }

  /** Accepts no more requests. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelLoad();
    const server = await this.#server?.catch(() => undefined);
    server?.stop();
  }

  #open(): Promise<HttpServer> {
    this.#server ??= import('../http/http-server.ts').then(({ openHttpServer }) => openHttpServer(this.#services));
    return this.#server;
  }
}
