import assert from 'node:assert/strict';
import type {
  DirectoryChangeJson,
  ListedGameJson,
  ListedPlayerJson,
  ListedSeekJson,
  ServerMessage,
} from '../../../src/protocols/api/server-message-schema.ts';

type Told = ServerMessage & { readonly kind: 'directory' };

/** Who is here, who waits and what is played, as a client has been told it, piece by piece. */
export class WebDirectory {
  readonly #players = new Map<string, ListedPlayerJson>();
  readonly #seeks = new Map<string, ListedSeekJson>();
  readonly #games = new Map<number, ListedGameJson>();
  /** It is told in parts, and until the last has come there may be changes of what has not been told. */
  #isWhole = false;

  /** As it was known `before`, where it is told once more: that goes on to be told of changes, and must lead to the same. */
  #before: WebDirectory | undefined;

  constructor({ players, seeks, games }: Told, before?: WebDirectory) {
    this.#before = before;
    for (const player of players) this.#players.set(player.name, player);
    for (const seek of seeks) this.#seeks.set(seek.host, seek);
    for (const game of games) this.#games.set(game.game, game);
    assert.equal(this.#players.size, players.length, 'somebody is listed twice');
    assert.equal(this.#seeks.size, seeks.length, 'somebody waits twice');
  }

  get players(): ReadonlyMap<string, ListedPlayerJson> {
    return this.#players;
  }

  get seeks(): ReadonlyMap<string, ListedSeekJson> {
    return this.#seeks;
  }

  get games(): ReadonlyMap<number, ListedGameJson> {
    return this.#games;
  }

  applyChange(change: DirectoryChangeJson): void {
    this.#before?.applyChange(change);
    switch (change.kind) {
      case 'arrived':
        this.#players.set(change.player.name, change.player);
        return;
      case 'gone':
        assert(this.#players.delete(change.name) || !this.#isWhole, `${change.name} was not here`);
        return;
      case 'seeks':
        assert(this.#players.has(change.seek.host) || !this.#isWhole, `${change.seek.host} waits and is not here`);
        this.#seeks.set(change.seek.host, change.seek);
        return;
      case 'settled':
        assert(this.#seeks.delete(change.host) || !this.#isWhole, `${change.host} was not waiting`);
        return;
      case 'begun':
        this.#games.set(change.game.game, change.game);
        return;
      case 'over':
        assert(this.#games.delete(change.game) || !this.#isWhole, `game ${change.game} was not played`);
    }
  }

  /** The last part has been told. */
  complete(): void {
    this.#isWhole = true;
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    assert.deepEqual(this.#players, before.#players, 'other players');
    assert.deepEqual(this.#seeks, before.#seeks, 'other seeks');
    assert.deepEqual(this.#games, before.#games, 'other games');
  }
}
