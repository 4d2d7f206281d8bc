import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Clock } from '../../../clock.ts';
import type { DirectoryCursor } from '../../../lobby/directory/directory.ts';
import { directoryOf } from '../../../protocols/api/lobby-to-json.ts';
import { lobby } from '../../../protocols/api/resource-schemas.ts';
import type { Hub } from '../../hub/hub.ts';
import { json, jsonOf } from '../openapi-route-helpers.ts';
import type { RequestEnvironment } from '../requester.ts';
import type { RouteServices } from '../route-services.ts';

const lobbyRoute = createRoute({
  method: 'get',
  path: '/api/lobby',
  operationId: 'getLobby',
  tags: ['Lobby'],
  summary: 'Players, seeks and running games',
  responses: { 200: json('As they are now.', lobby) },
});

export function lobbyRoutes({ hub, clock, largeAnswers }: RouteServices): OpenAPIHono<RequestEnvironment> {
  const snapshots = new LobbyJsonBuilder(hub, clock);
  return new OpenAPIHono<RequestEnvironment>().openapi(
    lobbyRoute,
    async (c) => await largeAnswers.run(c, async () => jsonOf(c, await snapshots.next())),
  );
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The lobby as JSON. One snapshot is the answer to all requests that arrived before it was started; later requests get the next
 * snapshot. A large lobby is read in parts, one in each turn of the event loop.
 */
class LobbyJsonBuilder {
  readonly #hub: Pick<Hub, 'directory'>;
  readonly #clock: Pick<Clock, 'soon'>;
  #current: Promise<Bytes> | undefined;
  #next: Promise<Bytes> | undefined;

  constructor(hub: Pick<Hub, 'directory'>, clock: Pick<Clock, 'soon'>) {
    this.#hub = hub;
    this.#clock = clock;
  }

  /** A snapshot that is not older than this call. */
  async next(): Promise<Bytes> {
    if (this.#current === undefined) return await this.#start();
    this.#next ??= this.#current.then(() => this.#start());
    return await this.#next;
  }

  #start(): Promise<Bytes> {
    this.#next = undefined;
    const made = this.#make().finally(() => {
      if (this.#current === made) this.#current = undefined;
    });
    this.#current = made;
    return made;
  }

  async #make(): Promise<Bytes> {
    const players: string[] = [];
    const seeks: string[] = [];
    const games: string[] = [];
    let place: DirectoryCursor | undefined;
    do {
      const { directory, next } = this.#hub.directory.publicDirectory(place);
      const part = directoryOf(directory);
      for (const player of part.players) players.push(JSON.stringify(player));
      for (const seek of part.seeks) seeks.push(JSON.stringify(seek));
      for (const game of part.games) games.push(JSON.stringify(game));
      place = next;
      if (place !== undefined) await new Promise<void>((resolve) => this.#clock.soon(resolve));
    } while (place !== undefined);
    return new TextEncoder().encode(`{"players":[${players}],"seeks":[${seeks}],"games":[${games}]}`);
  }
}
