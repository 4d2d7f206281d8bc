import assert from 'node:assert/strict';
import type { Change, ListedGame, ListedPlayer, ListedSeek, ServerMessage } from '../../src/protocols/web/message.ts';

type Whole = ServerMessage & { readonly kind: 'directory' };

/** Who is here, who waits and what is played, as a client has been told it, piece by piece. */
export class WebDirectory {
  readonly #players = new Map<string, ListedPlayer>();
  readonly #seeks = new Map<string, ListedSeek>();
  readonly #games = new Map<number, ListedGame>();

  constructor({ players, seeks, games }: Whole) {
    for (const player of players) this.#players.set(player.name, player);
    for (const seek of seeks) this.#seeks.set(seek.host, seek);
    for (const game of games) this.#games.set(game.game, game);
    assert.equal(this.#players.size, players.length, 'somebody is listed twice');
    assert.equal(this.#seeks.size, seeks.length, 'somebody waits twice');
  }

  get players(): ReadonlyMap<string, ListedPlayer> {
    return this.#players;
  }

  get seeks(): ReadonlyMap<string, ListedSeek> {
    return this.#seeks;
  }

  get games(): ReadonlyMap<number, ListedGame> {
    return this.#games;
  }

  take(change: Change): void {
    switch (change.kind) {
      case 'arrived':
        this.#players.set(change.player.name, change.player);
        return;
      case 'gone':
        assert(this.#players.delete(change.name), `${change.name} was not here`);
        return;
      case 'seeks':
        assert(this.#players.has(change.seek.host), `${change.seek.host} waits and is not here`);
        this.#seeks.set(change.seek.host, change.seek);
        return;
      case 'settled':
        assert(this.#seeks.delete(change.host), `${change.host} was not waiting`);
        return;
      case 'begun':
        this.#games.set(change.game.game, change.game);
        return;
      case 'over':
        assert(this.#games.delete(change.game), `game ${change.game} was not played`);
    }
  }

  /** It is told whole once more: what has been told since must have led there. */
  again(whole: WebDirectory): void {
    assert.deepEqual(whole.#players, this.#players, 'other players');
    assert.deepEqual(whole.#seeks, this.#seeks, 'other seeks');
    assert.deepEqual(whole.#games, this.#games, 'other games');
  }
}
