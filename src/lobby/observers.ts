import type { Draft } from './decision.ts';
import type { Change, Directory } from './directory.ts';
import type { Game } from './game.ts';
import { listGame, listPlayer, listSeek } from './listing.ts';
import type { Names } from './names.ts';
import type { Named, Player } from './player.ts';
import type { Waiting } from './queue.ts';
import { isWaiting } from './seeks.ts';

/** A change, and the only one who may know of it, if not everybody. */
interface Noted {
  readonly change: Change;
  readonly only: Player | undefined;
}

const isNamed = (player: Player): player is Named => player.name !== undefined;

/**
 * Who is told of everybody that is here, waits and plays. What changes is noted while a decision is made, and told in one
 * piece once it is. With nobody to tell, nothing is noted.
 */
export class Observers {
  readonly #names: Names;
  readonly #observers = new Set<Player>();
  /** Names that were given up, and players who have come or are different; these are looked at when they are told. */
  readonly #gone = new Set<string>();
  readonly #touched = new Set<Player>();
  readonly #noted: Noted[] = [];
  /** Those who wait for one opponent and nobody else. */
  readonly #choosy = new Set<Waiting>();

  constructor(names: Names) {
    this.#names = names;
  }

  add(player: Player): void {
    this.#observers.add(player);
  }

  remove(player: Player): void {
    this.#observers.delete(player);
  }

  has(player: Player): boolean {
    return this.#observers.has(player);
  }

  /** Everything that `viewer` may know. */
  directory(viewer: Player, players: Iterable<Player>, hosts: Iterable<Waiting>, games: Iterable<Game>): Directory {
    const seeks: Waiting[] = [];
    for (const host of hosts) if (host.seek.opponent === undefined || this.#isFor(host, viewer)) seeks.push(host);
    return {
      players: [...players].filter(isNamed).map(listPlayer),
      seeks: seeks.map((host) => listSeek(host, opponentAs(host, viewer))),
      games: [...games].map(listGame),
    };
  }

  // What changes

  /** The player is here, or sits, or attends otherwise than before. */
  touch(player: Player): void {
    if (this.#observers.size > 0) this.#touched.add(player);
  }

  /** The player is here under its name. */
  arrived(player: Player): void {
    this.touch(player);
    if (isWaiting(player)) this.waits(player);
    if (this.has(player) && isNamed(player)) this.#show(player);
  }

  /** The player, who may go on to wait, is not here any more, or not under this name. */
  departed(player: Player, name: string): void {
    if (this.#observers.size > 0) this.#gone.add(name);
    if (isWaiting(player)) this.waitsNoMore(player);
    if (!this.has(player) || !isNamed(player)) return;
    for (const host of this.#meaning(player)) this.#note({ kind: 'settled', host: host.name }, player);
  }

  waits(host: Waiting): void {
    if (host.seek.opponent !== undefined) this.#choosy.add(host);
    for (const only of this.#audience(host))
      this.#note({ kind: 'seeks', seek: listSeek(host, opponentAs(host, only)) }, only);
  }

  waitsNoMore(host: Waiting): void {
    this.#choosy.delete(host);
    for (const only of this.#audience(host)) this.#note({ kind: 'settled', host: host.name }, only);
  }

  /** The game is played, perhaps by somebody of another name than before. */
  begun(game: Game): void {
    if (this.#observers.size > 0) this.#note({ kind: 'begun', game: listGame(game) }, undefined);
  }

  over(game: Game): void {
    if (this.#observers.size > 0) this.#note({ kind: 'over', game: game.id }, undefined);
  }

  /** Tells what was noted since the last time. */
  tell(draft: Draft): void {
    if (this.#observers.size === 0) {
      // Every move comes by here.
      this.#names.takeAliased();
      this.#forget();
      return;
    }
    const noted = this.#take();
    const open = noted.filter(({ only }) => only === undefined);
    for (const observer of this.#observers) {
      const hasMore = noted.length > open.length && noted.some(({ only }) => only === observer);
      const mine = hasMore ? noted.filter(({ only }) => only === undefined || only === observer) : open;
      if (mine.length > 0) draft.tell(observer, { kind: 'directory', changes: mine.map(({ change }) => change) });
    }
  }

  #take(): Noted[] {
    // By an alias somebody may have been meant all along. To look for that may give another.
    for (let aliased = this.#names.takeAliased(); aliased.length > 0; aliased = this.#names.takeAliased()) {
      for (const player of aliased) if (this.has(player) && isNamed(player)) this.#show(player);
    }
    const gone = [...this.#gone].map((name): Change => ({ kind: 'gone', name }));
    const here = [...this.#touched].filter(isNamed).filter((player) => this.#isHere(player));
    const came = here.map((player): Change => ({ kind: 'arrived', player: listPlayer(player) }));
    const noted = [...gone, ...came].map((change): Noted => ({ change, only: undefined }));
    noted.push(...this.#noted);
    this.#forget();
    return noted;
  }

  #forget(): void {
    // To empty what is empty makes it anew.
    if (this.#gone.size > 0) this.#gone.clear();
    if (this.#touched.size > 0) this.#touched.clear();
    if (this.#noted.length > 0) this.#noted.length = 0;
  }

  #note(change: Change, only: Player | undefined): void {
    this.#noted.push({ change, only });
  }

  #isHere(player: Named): boolean {
    const owner = this.#names.owner(player.name);
    return owner !== undefined && 'player' in owner && owner.player === player;
  }

  // Whom a wish for a named opponent means

  /** Shows a player what waits for it alone. */
  #show(player: Named): void {
    for (const host of this.#meaning(player)) this.#note({ kind: 'seeks', seek: listSeek(host, player.name) }, player);
  }

  #meaning(player: Named): Waiting[] {
    return [...this.#choosy].filter((host) => host.id !== player.id && this.#isFor(host, player));
  }

  /** Each of those that may know of the host's wish, where not everybody may. */
  #audience(host: Waiting): readonly (Player | undefined)[] {
    if (this.#observers.size === 0) return [];
    if (host.seek.opponent === undefined) return [undefined];
    return [...this.#observers].filter((observer) => this.#isFor(host, observer));
  }

  #isFor(host: Waiting, { name, id }: Player): boolean {
    const { opponent } = host.seek;
    if (opponent === undefined || id === host.id) return true;
    return name !== undefined && this.#names.means(host.profile, opponent, name);
  }
}

/** The only one whom the host meets: by the name that it bears, or as the host called it. */
function opponentAs(host: Waiting, viewer: Player | undefined): string | undefined {
  const { opponent } = host.seek;
  return opponent === undefined || viewer === undefined || viewer.id === host.id ? opponent : viewer.name;
}
