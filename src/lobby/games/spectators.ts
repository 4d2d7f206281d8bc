import type { DecisionBuilder } from '../decision.ts';
import { AliasedEntries } from '../directory/aliased-entries.ts';
import type { Names } from '../players/names.ts';
import type { Player } from '../players/player.ts';
import type { Game } from './game.ts';
import type { GameId, KeyHash, ViewerCredentials } from './game-event.ts';
import type { SpectatorUpdate } from './game-view.ts';

export class Spectators {
  readonly #names: Names;
  readonly #byGame = new Map<Game, Set<Player>>();
  readonly #byPlayer = new Map<Player, Set<Game>>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** Whether a player may watch a game: a public one, its own, one that it watches already, or a private one whose key or seat it has. */
  mayWatch(game: Game, player: Player, key: KeyHash | undefined): boolean {
    if (player.seat?.game === game || this.watching(game).has(player)) return true;
    return isVisibleTo(game, { key, account: player.profile.ownedName });
  }

  add(game: Game, player: Player): void {
    addTo(this.#byGame, game, player);
    addTo(this.#byPlayer, player, game);
  }

  removeFrom(game: Game | undefined, player: Player): void {
    if (game === undefined) return;
    removed(this.#byGame, game, player);
    removed(this.#byPlayer, player, game);
  }

  /** The player has left. */
  forget(player: Player): void {
    for (const game of this.#byPlayer.get(player) ?? []) removed(this.#byGame, game, player);
    this.#byPlayer.delete(player);
  }

  /** Removes the spectators of a game that is over. */
  close(game: Game): void {
    for (const player of this.watching(game)) removed(this.#byPlayer, player, game);
    this.#byGame.delete(game);
  }

  watching(game: Game): ReadonlySet<Player> {
    return this.#byGame.get(game) ?? NO_PLAYERS;
  }

  /** The game with the lowest number that the player watches. Private games and the player's own game are left out. */
  watchedBy(player: Player): GameId | undefined {
    let lowest: GameId | undefined;
    for (const game of this.#byPlayer.get(player) ?? [])
      if (!game.options.private && player.seat?.game !== game && (lowest === undefined || game.id < lowest))
        lowest = game.id;
    return lowest;
  }

  /** Sends an update to the spectators of a game. Calls `makeUpdate` only if there are any. */
  notify(decision: DecisionBuilder, game: Game, makeUpdate: () => SpectatorUpdate): void {
    const spectators = this.watching(game);
    if (spectators.size === 0) return;
    const update = makeUpdate();
    const hasNames = update.kind === 'renamed' || update.kind === 'undone';
    for (const player of spectators) {
      const shown = hasNames ? new AliasedEntries(this.#names, player.profile.protocol).update(update) : update;
      decision.notify(player, { kind: 'spectator-update', game: game.id, at: decision.now, update: shown });
    }
  }
}

const NO_PLAYERS: ReadonlySet<Player> = new Set();

function addTo<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else set.add(value);
}

function removed<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = sets.get(key);
  set?.delete(value);
  if (set?.size === 0) sets.delete(key);
}

/** Whether the game exists and the client may see it. */
export function isVisibleTo(game: Game | undefined, { key, account }: ViewerCredentials): game is Game {
  if (game === undefined) return false;
  if (!game.options.private || (key !== undefined && key === game.key)) return true;
  if (account === undefined) return false;
  return [game.seats.black, game.seats.white].some(({ record }) => record.ownedName === account);
}
