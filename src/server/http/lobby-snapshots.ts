import { HTTPException } from 'hono/http-exception';
import type { Change, ServerMessage } from '../../protocols/api/message.ts';
import { askVisit, readOwnMessage } from './look.ts';
import type { Requester } from './services.ts';
import type { Visits } from './visits/visits.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The lobby as JSON, made for all who ask at once: with many players it takes tens of milliseconds in all, a part at a time. Who
 * asks while one is made gets the next, so that it is no older than the question.
 */
export class LobbySnapshots {
  readonly #visits: Pick<Visits, 'look'>;
  #current: Promise<Bytes> | undefined;
  #next: Promise<Bytes> | undefined;

  constructor(visits: Pick<Visits, 'look'>) {
    this.#visits = visits;
  }

  async next(requester: Requester): Promise<Bytes> {
    if (this.#current === undefined) return await this.#start(requester);
    this.#next ??= this.#current.then(
      () => this.#start(requester),
      () => this.#start(requester),
    );
    return await this.#next;
  }

  #start(requester: Requester): Promise<Bytes> {
    this.#next = undefined;
    const made = this.#make(requester).finally(() => {
      if (this.#current === made) this.#current = undefined;
    });
    this.#current = made;
    return made;
  }

  async #make(requester: Requester): Promise<Bytes> {
    const told = new ToldLobby();
    const hear = (line: string): void => told.take(readOwnMessage(line));
    const isWhole = await askVisit(this.#visits.look(requester), { kind: 'observe' }, hear);
    if (!isWhole) throw new HTTPException(503, { message: 'the server stops' });
    return told.json();
  }
}

/** What has been told of a lobby, each entry as JSON. */
class ToldLobby {
  readonly #players = new Map<string, string>();
  readonly #seeks = new Map<string, string>();
  readonly #games = new Map<number, string>();

  take(message: ServerMessage): void {
    if (message.kind === 'directory') {
      for (const player of message.players) this.#change({ kind: 'arrived', player });
      for (const seek of message.seeks) this.#change({ kind: 'seeks', seek });
      for (const game of message.games) this.#change({ kind: 'begun', game });
    } else if (message.kind === 'changes') for (const change of message.changes) this.#change(change);
  }

  json(): Bytes {
    const [players, seeks, games] = [this.#players, this.#seeks, this.#games].map((all) => [...all.values()].join());
    return new TextEncoder().encode(`{"players":[${players}],"seeks":[${seeks}],"games":[${games}]}`);
  }

  #change(change: Change): void {
    switch (change.kind) {
      case 'arrived':
        this.#players.set(change.player.name, JSON.stringify(change.player));
        return;
      case 'gone':
        this.#players.delete(change.name);
        return;
      case 'seeks':
        this.#seeks.set(change.seek.host, JSON.stringify(change.seek));
        return;
      case 'settled':
        this.#seeks.delete(change.host);
        return;
      case 'begun':
        this.#games.set(change.game.game, JSON.stringify(change.game));
        return;
      case 'over':
        this.#games.delete(change.game);
    }
  }
}
