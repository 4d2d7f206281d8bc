import type { DecisionBuilder } from '../decision.ts';
import { AliasedEntries } from '../directory/aliased-entries.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { Game } from './game.ts';
import type { GameId } from './game-event.ts';
import type { SpectatorUpdate } from './game-view.ts';
import type { KeyHash, ViewerCredentials } from './invitation-key.ts';

/** Which players watch which running games. */
export class Spectators {
  readonly #names: Names;
  readonly #byGame = new Map<Game, Set<Player>>();
  readonly #byPlayer = new Map<Player, Set<Game>>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** A private game is for its players, for spectators who had its key before, and for clients with the key. */
  mayWatch(game: Game, player: Player, key: KeyHash | undefined): boolean {
    if (player.seat?.game === game || this.of(game).has(player)) return true;
    return isVisibleTo(game, { key, account: player.profile.ownedName });
  }

  add(game: Game, player: Player): void {
    added(this.#byGame, game, player);
    added(this.#byPlayer, player, game);
  }

  removeFrom(game: Game | undefined, player: Player): void {
    if (game === undefined) return;
    removed(this.#byGame, game, player);
    removed(this.#byPlayer, player, game);
  }

  /** The player is gone. */
  forget(player: Player): void {
    for (const game of this.#byPlayer.get(player) ?? []) removed(this.#byGame, game, player);
    this.#byPlayer.delete(player);
  }

  /** The game is over: removes its spectators. */
  close(game: Game): void {
    for (const player of this.of(game)) removed(this.#byPlayer, player, game);
    this.#byGame.delete(game);
  }

  of(game: Game): ReadonlySet<Player> {
    return this.#byGame.get(game) ?? NOBODY;
  }

  /** The game that the player watches; of several the one with the lowest number. Its own and private games are left out. */
  watchedBy(player: Player): GameId | undefined {
    let lowest: GameId | undefined;
    for (const game of this.#byPlayer.get(player) ?? [])
      if (!game.options.private && player.seat?.game !== game && (lowest === undefined || game.id < lowest))
        lowest = game.id;
    return lowest;
  }

  /** `tidings` is called only if the game has spectators. */
  notify(decision: DecisionBuilder, game: Game, tidings: () => SpectatorUpdate): void {
    const spectators = this.of(game);
    if (spectators.size === 0) return;
    const news = tidings();
    const hasNames = news.kind === 'renamed' || news.kind === 'undone';
    for (const player of spectators) {
      const shown = hasNames ? new AliasedEntries(this.#names, player.profile.protocol).news(news) : news;
      decision.notify(player, { kind: 'news', game: game.id, at: decision.now, news: shown });
    }
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

/** Whether there is such a game, and the client may know of it. */
export function isVisibleTo(game: Game | undefined, { key, account }: ViewerCredentials): game is Game {
  if (game === undefined) return false;
  if (!game.options.private || (key !== undefined && key === game.key)) return true;
  if (account === undefined) return false;
  return [game.seats.black, game.seats.white].some(({ record }) => record.ownedName === account);
}
