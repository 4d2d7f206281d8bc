import type { Draft } from './decision.ts';
import type { Game } from './game.ts';
import type { GameNews } from './game-view.ts';
import type { Player } from './player.ts';

/** Who watches which running games, and so is told whatever happens in them. */
export class Watchers {
  readonly #watchers = new Map<Game, Set<Player>>();
  readonly #watched = new Map<Player, Set<Game>>();

  add(game: Game, player: Player): void {
    added(this.#watchers, game, player);
    added(this.#watched, player, game);
  }

  remove(game: Game, player: Player): void {
    removed(this.#watchers, game, player);
    removed(this.#watched, player, game);
  }

  /** The player is gone. */
  forget(player: Player): void {
    for (const game of this.#watched.get(player) ?? []) removed(this.#watchers, game, player);
    this.#watched.delete(player);
  }

  /** The game is over: nothing will happen in it any more. */
  close(game: Game): void {
    for (const player of this.of(game)) removed(this.#watched, player, game);
    this.#watchers.delete(game);
  }

  of(game: Game): ReadonlySet<Player> {
    return this.#watchers.get(game) ?? NOBODY;
  }

  /** The news are put together only where somebody wants to hear them. */
  tell(draft: Draft, game: Game, tidings: () => GameNews): void {
    const watchers = this.of(game);
    if (watchers.size === 0) return;
    const news = tidings();
    for (const player of watchers) draft.tell(player, { kind: 'news', game: game.id, at: draft.now, news });
  }
}

const NOBODY: ReadonlySet<Player> = new Set();

function added<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removed<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}
