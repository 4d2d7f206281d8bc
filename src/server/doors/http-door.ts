import type { Socket } from 'node:net';
import { connectionOf } from '../connection-id.ts';
import type { Face } from '../http/face.ts';
import type { Services } from '../http/services.ts';

/** The way to everything that is served over HTTP, which is loaded when the first one comes who wants it. */
export class HttpDoor {
  readonly #services: Omit<Services, 'visits'>;
  #face: Promise<Face> | undefined;
  #stopped = false;

  constructor(services: Omit<Services, 'visits'>) {
    this.#services = services;
  }

  /** Takes over a paused socket that has already said something. */
  async take(socket: Socket, said: Uint8Array): Promise<void> {
    try {
      this.#face ??= this.#open();
      const face = await this.#face;
      if (this.#stopped) socket.destroy();
      else if (!socket.destroyed) face.serve(socket, said);
    } catch (error) {
      this.#services.log.error({ connection: connectionOf(socket), error: String(error) }, 'HTTP cannot be served');
      socket.destroy();
    }
  }

  /** Lets nobody in any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const face = await this.#face?.catch(() => undefined);
    face?.stop();
  }

  async #open(): Promise<Face> {
    return (await import('../http/face.ts')).openFace(this.#services);
  }
}
