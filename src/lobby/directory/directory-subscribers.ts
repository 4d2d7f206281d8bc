import type { DecisionBuilder } from '../decision.ts';
import type { Game } from '../games/game.ts';
import type { GameId } from '../games/game-event.ts';
import type { EndedNotice } from '../notice.ts';
import { isHidden, isWaiting, type WaitingPlayer } from '../pairing/seek-queue.ts';
import type { Names } from '../players/names.ts';
import { isNamed, type NamedPlayer, type Player } from '../players/player.ts';
import { AliasedEntries } from './aliased-entries.ts';
import type { DirectoryChange, DirectoryChunk, DirectoryCursor } from './directory.ts';
import { listGame, listPlayer, listSeek } from './make-directory-entries.ts';

/** The number of players, and of games, in one part of a directory. A part takes a millisecond or two. */
const MOST_ENTRIES = 250;

/** A change, and its only recipient, if it is not for all. */
interface AddressedChange {
  readonly change: DirectoryChange;
  readonly only: Player | undefined;
  /** Of the name in `gone` and `settled`, which may be released before the change is sent. */
  readonly forms?: ReadonlyMap<string, string> | undefined;
}

/**
 * The subscribers of the directory. Changes are collected while a decision is made, and then sent to all subscribers in
 * one notice. Without subscribers nothing is collected.
 */
export class DirectorySubscribers {
  readonly #names: Names;
  readonly #subscribers = new Set<Player>();
  /** Names that were given up, and players who have entered or changed; looked up when the changes are sent. */
  readonly #departedNames = new Map<string, ReadonlyMap<string, string> | undefined>();
  readonly #changedPlayers = new Set<Player>();
  readonly #changes: AddressedChange[] = [];
  /** Players whose seek is for one opponent, or for a computer player. */
  readonly #directedSeeks = new Set<WaitingPlayer>();
  /** Computer players that offer games. */
  readonly #serving = new Set<Player>();

  constructor(names: Names) {
    this.#names = names;
  }

  add(player: Player): void {
    this.#subscribers.add(player);
  }

  remove(player: Player): void {
    this.#subscribers.delete(player);
  }

  /** In the order of subscription. */
  get subscribers(): Iterable<Player> {
    return this.#subscribers;
  }

  has(player: Player): boolean {
    return this.#subscribers.has(player);
  }

  /** A part of the directory for `viewer`, or for a client without a name, and the place of the next part. `watching`: which game a player watches. */
  directory(
    viewer: Player | undefined,
    everyone: Iterable<Player>,
    running: Iterable<Game>,
    after: DirectoryCursor = { player: 0, game: 0 },
    watching: (player: Player) => GameId | undefined = () => undefined,
  ): DirectoryChunk {
    const players = firstAfter(everyone, after.player, ({ order }) => order);
    const games = firstAfter(running, after.game, ({ id }) => id);
    const open = games.filter(({ options }) => !options.private);
    const named = players.filter(isNamed);
    const hosts = named
      .filter(isWaiting)
      .filter((host) => isOpen(host) || (viewer !== undefined && this.#isFor(host, viewer)));
    const directory = {
      players: named.map((player) => listPlayer(player, watching(player))),
      seeks: hosts
        .sort((one, other) => one.waitingOrder - other.waitingOrder)
        .map((host) => listSeek(host, opponentAs(host, viewer))),
      games: open.map(listGame),
    };
    if (players.length < MOST_ENTRIES && games.length < MOST_ENTRIES) return { directory };
    const next = { player: players.at(-1)?.order ?? after.player, game: games.at(-1)?.id ?? after.game };
    return { directory, next };
  }

  // What changes

  /** The player has entered, or its seat or offers have changed. */
  playerChanged(player: Player): void {
    if (this.#subscribers.size > 0 && player.seatOf === undefined) this.#changedPlayers.add(player);
  }

  /** The player has entered under its name. */
  arrived(player: Player): void {
    this.playerChanged(player);
    if (isWaiting(player)) this.seekAdded(player);
    if (this.has(player) && isNamed(player)) this.#showDirectedSeeks(player);
  }

  /** The player has a new alias: seeks that name it as their opponent are for this player. */
  aliasGiven(player: Player): void {
    if (this.has(player) && isNamed(player)) this.#showDirectedSeeks(player);
  }

  /** The player has left, or has another name. It may continue to wait. */
  departed(player: Player, name: string): void {
    if (this.#subscribers.size > 0) this.#departedNames.set(name, this.#names.formsOf(name));
    if (isWaiting(player)) this.seekRemoved(player);
    if (!this.has(player) || !isNamed(player)) return;
    for (const host of this.#directedAt(player)) this.#addChange({ kind: 'settled', host: host.name }, player);
  }

  /**
   * A computer player has other terms from now on. Then it may know of other seeks: those for its group, and, while it is out of service,
   * those for any computer.
   */
  termsChange(player: Player, change: () => void): void {
    const before = this.#directedSeeksFor(player);
    change();
    const after = this.#directedSeeksFor(player);
    this.playerChanged(player);
    for (const host of before) if (!after.includes(host)) this.#addChange({ kind: 'settled', host: host.name }, player);
    for (const host of after)
      if (!before.includes(host))
        this.#addChange({ kind: 'seeks', seek: listSeek(host, opponentAs(host, player)) }, player);
  }

  /** Whether a computer player offers games. */
  setServing(player: Player, serves: boolean): void {
    if (serves) this.#serving.add(player);
    else this.#serving.delete(player);
  }

  #directedSeeksFor(player: Player): readonly WaitingPlayer[] {
    return this.has(player) && isNamed(player) ? this.#directedAt(player) : [];
  }

  seekAdded(host: WaitingPlayer): void {
    if (!isOpen(host)) this.#directedSeeks.add(host);
    for (const only of this.#audience(host))
      this.#addChange({ kind: 'seeks', seek: listSeek(host, opponentAs(host, only)) }, only);
  }

  seekRemoved(host: WaitingPlayer): void {
    this.#directedSeeks.delete(host);
    for (const only of this.#audience(host)) this.#addChange({ kind: 'settled', host: host.name }, only);
  }

  /** The game has begun, or a player of it has another name. */
  gameStarted(game: Game): void {
    if (this.#subscribers.size > 0 && !game.options.private)
      this.#addChange({ kind: 'begun', game: listGame(game) }, undefined);
  }

  /** Without an end the game cannot be read. */
  gameEnded(game: Game, ended?: Omit<EndedNotice, 'kind'>): void {
    if (this.#subscribers.size === 0 || game.options.private) return;
    const { parameters } = game;
    const names = { black: game.record('black').name, white: game.record('white').name };
    const { winner, reason, score } = ended ?? {};
    const end = reason && { parameters, ...names, winner, reason, score, used: { ...game.timeUsed } };
    this.#addChange({ kind: 'over', game: game.id, ...(end && { end }) }, undefined);
  }

  /** Sends the changes that were collected since the last call. */
  publish(decision: DecisionBuilder): void {
    if (this.#subscribers.size === 0) {
      this.#clear();
      return;
    }
    const noted = this.#takeChanges();
    const open = noted.filter(({ only }) => only === undefined);
    /** Most subscribers are told the same, as far as they have the same protocol. */
    const openChanges = new Map<string, readonly DirectoryChange[]>();
    for (const observer of this.#subscribers) {
      const { protocol } = observer.profile;
      const hasMore = noted.length > open.length && noted.some(({ only }) => only === observer);
      if (hasMore) {
        const mine = noted.filter(({ only }) => only === undefined || only === observer);
        decision.notify(observer, { kind: 'directory', changes: this.#shownTo(protocol, mine) });
      } else if (open.length > 0) {
        const changes = openChanges.get(protocol) ?? this.#shownTo(protocol, open);
        openChanges.set(protocol, changes);
        decision.notify(observer, { kind: 'directory', changes });
      }
    }
  }

  #shownTo(protocol: string, noted: readonly AddressedChange[]): readonly DirectoryChange[] {
    const entries = new AliasedEntries(this.#names, protocol);
    return noted.map(({ change, forms }) => entries.change(change, forms));
  }

  #takeChanges(): AddressedChange[] {
    const gone = Array.from(this.#departedNames, ([name, forms]): AddressedChange => {
      return { change: { kind: 'gone', name }, only: undefined, forms };
    });
    const here = [...this.#changedPlayers].filter(isNamed).filter((player) => this.#isPresent(player));
    const came = here.map((player): DirectoryChange => ({ kind: 'arrived', player: listPlayer(player) }));
    const noted = [...gone, ...came.map((change): AddressedChange => ({ change, only: undefined })), ...this.#changes];
    this.#clear();
    return noted;
  }

  #clear(): void {
    // Clearing an empty set would allocate memory.
    if (this.#departedNames.size > 0) this.#departedNames.clear();
    if (this.#changedPlayers.size > 0) this.#changedPlayers.clear();
    if (this.#changes.length > 0) this.#changes.length = 0;
  }

  #addChange(change: DirectoryChange, only: Player | undefined): void {
    const forms = change.kind === 'settled' ? this.#names.formsOf(change.host) : undefined;
    this.#changes.push({ change, only, forms });
  }

  #isPresent(player: NamedPlayer): boolean {
    const owner = this.#names.bearerOf(player.name);
    return owner !== undefined && 'player' in owner && owner.player === player;
  }

  // Whom a wish for a named opponent means

  /** Shows the player the seeks that are for this player only. */
  #showDirectedSeeks(player: NamedPlayer): void {
    for (const host of this.#directedAt(player))
      this.#addChange({ kind: 'seeks', seek: listSeek(host, player.name) }, player);
  }

  #directedAt(player: NamedPlayer): WaitingPlayer[] {
    return [...this.#directedSeeks]
      .filter((host) => host.id !== player.id && this.#isFor(host, player))
      .sort((one, other) => one.waitingOrder - other.waitingOrder);
  }

  /** The players who may know of the host's seek, if not all may. */
  #audience(host: WaitingPlayer): readonly (Player | undefined)[] {
    if (this.#subscribers.size === 0) return [];
    if (isOpen(host)) return [undefined];
    return [...this.#subscribers].filter((observer) => this.#isFor(host, observer));
  }

  /** A seek that only computer players out of service could take is shown to them, so that they can say so. */
  #isFor(host: WaitingPlayer, { name, id, computer }: Player): boolean {
    const { opponent, opponentKind } = host.seek;
    if (id === host.id) return true;
    if (computer?.terms.offers.length === 0 && this.#isServed(host)) return false;
    if (opponentKind === 'computer') return computer?.terms.offers.length === 0;
    if (isHidden(host.seek)) return false;
    return opponent === undefined || (name !== undefined && this.#names.means(opponent, name));
  }

  /** Whether the seek asks for computer players of which one offers games. */
  #isServed({ seek: { opponent, opponentKind } }: WaitingPlayer): boolean {
    if (opponentKind === 'computer') return this.#serving.size > 0;
    return opponent !== undefined && this.isServedBy(opponent);
  }

  /** Whether a computer player with this name, alias or group offers games. */
  isServedBy(opponent: string): boolean {
    return this.#serving.values().some(({ name }) => name !== undefined && this.#names.means(opponent, name));
  }
}

/** Whether every player may know of the seek, and take it. */
const isOpen = ({ seek }: WaitingPlayer): boolean =>
  seek.opponent === undefined && seek.opponentKind !== 'computer' && !isHidden(seek);

/** The entries with the next higher numbers. `all` is sorted by number. */
function firstAfter<Entry>(all: Iterable<Entry>, after: number, numberOf: (entry: Entry) => number): Entry[] {
  const some: Entry[] = [];
  for (const one of all) {
    if (numberOf(one) <= after) continue;
    if (some.length === MOST_ENTRIES) break;
    some.push(one);
  }
  return some;
}

/** The only player who may accept the seek, by its name or by the name that the host used. */
function opponentAs(host: WaitingPlayer, viewer: Player | undefined): string | undefined {
  const { opponent, opponentKind } = host.seek;
  const isForViewer = opponent !== undefined || opponentKind === 'computer';
  return isForViewer && viewer !== undefined && viewer.id !== host.id ? viewer.name : opponent;
}
