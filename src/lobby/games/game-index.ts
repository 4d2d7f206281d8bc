import type { Game } from './game.ts';
import type { GameId } from './game-event.ts';
import type { KeyHash } from './game-key.ts';

/** The running games, by number and by the key of their invitation. */
export class GameIndex {
  readonly #byId = new Map<GameId, Game>();
  readonly #byKey = new Map<KeyHash, Game>();

  get size(): number {
    return this.#byId.size;
  }

  get all(): Iterable<Game> {
    return this.#byId.values();
  }

  add(game: Game): void {
    this.#byId.set(game.id, game);
    if (game.key !== undefined) this.#byKey.set(game.key, game);
  }

  remove(game: Game): void {
    this.#byId.delete(game.id);
    if (game.key !== undefined) this.#byKey.delete(game.key);
  }

  find(id: GameId): Game | undefined {
    return this.#byId.get(id);
  }

  /** The game that came from the invitation with this key. */
  withKey(key: KeyHash): Game | undefined {
    return this.#byKey.get(key);
  }
}
