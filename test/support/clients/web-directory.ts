import assert from 'node:assert/strict';
import type {
  DirectoryChangeJson,
  ListedGameJson,
  ListedPlayerJson,
  ListedSeekJson,
  ServerMessage,
} from '../../../src/protocols/api/server-message-schema.ts';

type DirectoryMessage = ServerMessage & { readonly kind: 'directory' };

/** A client's copy of the directory: the connected players, the seeks and the running games. */
export class WebDirectory {
  readonly #players = new Map<string, ListedPlayerJson>();
  readonly #seeks = new Map<string, ListedSeekJson>();
  readonly #games = new Map<number, ListedGameJson>();
  /** The server sends the directory in parts. Before the last part, changes may concern entries that have not arrived yet. */
  #isComplete = false;

  /** The earlier copy, if the server sends the directory again. It still gets changes, and must equal the new copy in the end. */
  #before: WebDirectory | undefined;

  constructor({ players, seeks, games }: DirectoryMessage, before?: WebDirectory) {
    this.#before = before;
    for (const player of players) this.#players.set(player.name, player);
    for (const seek of seeks) this.#seeks.set(seek.host, seek);
    for (const game of games) this.#games.set(game.game, game);
    assert.equal(this.#players.size, players.length, 'a player is listed twice');
    assert.equal(this.#seeks.size, seeks.length, 'a player has two seeks');
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
      case 'player-arrived':
        this.#players.set(change.player.name, change.player);
        return;
      case 'player-left':
        assert(this.#players.delete(change.name) || !this.#isComplete, `${change.name} was not listed`);
        return;
      case 'seek-added':
        assert(
          this.#players.has(change.seek.host) || !this.#isComplete,
          `${change.seek.host} has a seek but is not listed`,
        );
        this.#seeks.set(change.seek.host, change.seek);
        return;
      case 'seek-removed':
        assert(this.#seeks.delete(change.host) || !this.#isComplete, `${change.host} had no seek`);
        return;
      case 'game-started':
        this.#games.set(change.game.game, change.game);
        return;
      case 'game-ended':
        assert(this.#games.delete(change.game) || !this.#isComplete, `game ${change.game} was not listed`);
    }
  }

  /** The last part has arrived. */
  complete(): void {
    this.#isComplete = true;
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    assert.deepEqual(this.#players, before.#players, 'other players');
    assert.deepEqual(this.#seeks, before.#seeks, 'other seeks');
    assert.deepEqual(this.#games, before.#games, 'other games');
  }
}
