import type { Socket } from 'node:net';
import { connectionOf } from '../connection-id.ts';
import type { HttpServer } from '../http/http-server.ts';
import type { BaseServices } from '../http/services.ts';

/** Milliseconds after the start. */
const PREPARED_AFTER = 1_000;

/**
 * The way to everything that is served over HTTP. Loading it takes up to a quarter of a second, in which nobody is served: too
 * long for games that run. So it is done before those go on that wait for their players; where there are none, soon after the
 * start, which is faster so, or when the first one comes who wants it.
 */
export class HttpHandover {
  readonly #services: BaseServices;
  #callOff = (): void => {};
  #server: Promise<HttpServer> | undefined;
  #stopped = false;

  constructor(services: BaseServices) {
    this.#services = services;
  }

  /** Before anybody comes; where it fails, whoever comes is told. */
  async prepare(): Promise<void> {
    const { clock, hub } = this.#services;
    const load = async (): Promise<void> => void (await this.#opened().catch(() => {}));
    if (hub.statistics.games > 0) await load();
    else this.#callOff = clock.at(clock.now() + PREPARED_AFTER, () => void load());
  }

  /** Takes over a paused socket that has already said something. */
  async take(socket: Socket, said: Uint8Array): Promise<void> {
    try {
      const face = await this.#opened();
      if (this.#stopped) socket.destroy();
      else if (!socket.destroyed) face.serve(socket, said);
    } catch (error) {
      this.#services.log.error({ connection: connectionOf(socket), error: String(error) }, 'http.failed');
      socket.destroy();
    }
  }

  /** Lets nobody in any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#callOff();
    const face = await this.#server?.catch(() => undefined);
    face?.stop();
  }

  #opened(): Promise<HttpServer> {
    this.#server ??= import('../http/http-server.ts').then(({ openHttpServer }) => openHttpServer(this.#services));
    return this.#server;
  }
}
