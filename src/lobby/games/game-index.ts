import { COLORS } from '../../rules/color.ts';
import type { RoundAndListenerCounts } from '../command.ts';
import type { Game } from './game.ts';
import type { GameId, KeyHash } from './game-event.ts';

/** The number of games with a player of a listener, and the number of players of this listener in these games. */
type ListenerCount = Pick<RoundAndListenerCounts, 'games' | 'players'>;

const NONE: ListenerCount = { games: 0, players: 0 };

/** The running games, by number and by the key of their invitation, and counted by listener. */
export class GameIndex {
  readonly #byId = new Map<GameId, Game>();
  readonly #byKey = new Map<KeyHash, Game>();
  readonly #counts = new Map<string, ListenerCount>();

  get size(): number {
    return this.#byId.size;
  }

  get all(): Iterable<Game> {
    return this.#byId.values();
  }

  add(game: Game): void {
    this.#byId.set(game.id, game);
    this.#count(game, 1);
    if (game.key !== undefined) this.#byKey.set(game.key, game);
  }

  remove(game: Game): void {
    if (!this.#byId.delete(game.id)) return;
    this.#count(game, -1);
    if (game.key !== undefined) this.#byKey.delete(game.key);
  }

  find(id: GameId): Game | undefined {
    return this.#byId.get(id);
  }

  countOf(listener: string): ListenerCount {
    return this.#counts.get(listener) ?? NONE;
  }

  #count(game: Game, change: 1 | -1): void {
    const listeners = COLORS.map((color) => game.record(color).listener);
    for (const listener of new Set(listeners)) {
      const { games, players } = this.countOf(listener);
      const seats = listeners.filter((each) => each === listener).length;
      if (games + change === 0) this.#counts.delete(listener);
      else this.#counts.set(listener, { games: games + change, players: players + change * seats });
    }
  }

  /** The game that came from the invitation with this key. */
  withKey(key: KeyHash): Game | undefined {
    return this.#byKey.get(key);
  }
}
