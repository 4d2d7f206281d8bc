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

/** The most players, and the most games, in one part of the directory. Creating a part takes 1 to 2 ms. */
const MOST_ENTRIES = 250;

/** A change, and its only recipient. `only` is undefined if the change is for all subscribers. */
interface AddressedChange {
  readonly change: DirectoryChange;
  readonly only: Player | undefined;
  /** In `player-left` and `seek-removed`: the forms of the name by protocol, because the name may be released before the change is sent. */
  readonly forms?: ReadonlyMap<string, string> | undefined;
}

/**
 * Lists the directory, and publishes its changes to the subscribers. Changes are collected while a decision is made. Then each subscriber
 * receives them in one notice. Without subscribers, no changes are collected.
 */
export class DirectoryPublisher {
  readonly #names: Names;
  readonly #subscribers = new Set<Player>();
  /** Names that were given up, with their forms by protocol. */
  readonly #departedNames = new Map<string, ReadonlyMap<string, string> | undefined>();
  /** Players who have entered or changed. Their entries are created when the changes are sent. */
  readonly #changedPlayers = new Set<Player>();
  readonly #changes: AddressedChange[] = [];
  /** Players whose seeks are not for everyone: for one opponent or a computer player, private, or with an invitation. */
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

  /**
   * A part of the directory, and the cursor of the next part. `viewer`: undefined for a client without a name. `watching` returns the game
   * that a player watches.
   */
  directory(
    viewer: Player | undefined,
    allPlayers: Iterable<Player>,
    running: Iterable<Game>,
    after: DirectoryCursor = { player: 0, game: 0 },
    watching: (player: Player) => GameId | undefined = () => undefined,
  ): DirectoryChunk {
    const players = firstAfter(allPlayers, after.player, ({ order }) => order);
    const games = firstAfter(running, after.game, ({ id }) => id);
    const open = games.filter(({ options }) => !options.private);
    const named = players.filter(isNamed);
    const hosts = named
      .filter(isWaiting)
      .filter((host) => isOpen(host) || (viewer !== undefined && this.#isVisibleTo(host, viewer)));
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

  /** The player has a new alias. Waiting seeks may name the player by this alias. */
  aliasGiven(player: Player): void {
    if (this.has(player) && isNamed(player)) this.#showDirectedSeeks(player);
  }

  /** The player has left, or has changed its name. In the second case it may continue to wait. */
  departed(player: Player, name: string): void {
    if (this.#subscribers.size > 0) this.#departedNames.set(name, this.#names.formsOf(name));
    if (isWaiting(player)) this.seekRemoved(player);
    if (!this.has(player) || !isNamed(player)) return;
    for (const host of this.#directedAt(player)) this.#addChange({ kind: 'seek-removed', host: host.name }, player);
  }

  /**
   * `change` sets new terms of a computer player. With them, it may see other seeks: those for its group and, while it offers no games, those
   * for any computer player.
   */
  changeTerms(player: Player, change: () => void): void {
    const before = this.#directedSeeksFor(player);
    change();
    const after = this.#directedSeeksFor(player);
    this.playerChanged(player);
    for (const host of before)
      if (!after.includes(host)) this.#addChange({ kind: 'seek-removed', host: host.name }, player);
    for (const host of after)
      if (!before.includes(host))
        this.#addChange({ kind: 'seek-added', seek: listSeek(host, opponentAs(host, player)) }, player);
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
      this.#addChange({ kind: 'seek-added', seek: listSeek(host, opponentAs(host, only)) }, only);
  }

  seekRemoved(host: WaitingPlayer, reason: { readonly isSuspended?: true } = {}): void {
    this.#directedSeeks.delete(host);
    for (const only of this.#audience(host))
      this.#addChange({ kind: 'seek-removed', host: host.name, ...reason }, only);
  }

  /** The game has started or continues, or one of its players has changed its name. */
  gameStarted(game: Game): void {
    if (this.#subscribers.size > 0 && !game.options.private)
      this.#addChange({ kind: 'game-started', game: listGame(game) }, undefined);
  }

  /** The game has ended or was adjourned. Without `ended`: it was removed, because it cannot be read. */
  gameEnded(game: Game, ended?: Omit<EndedNotice, 'kind'>): void {
    if (this.#subscribers.size === 0 || game.options.private) return;
    const { parameters } = game;
    const names = { black: game.record('black').name, white: game.record('white').name };
    const { winner, reason, score } = ended ?? {};
    const end = reason && { parameters, ...names, winner, reason, score, used: { ...game.timeUsed } };
    this.#addChange({ kind: 'game-ended', game: game.id, ...(end && { end }) }, undefined);
  }

  /** Sends the changes that were collected since the last call. */
  publish(decision: DecisionBuilder): void {
    if (this.#subscribers.size === 0) {
      this.#clear();
      return;
    }
    const noted = this.#takeChanges();
    const open = noted.filter(({ only }) => only === undefined);
    // Most subscribers of the same protocol receive the same changes.
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
      return { change: { kind: 'player-left', name }, only: undefined, forms };
    });
    const here = [...this.#changedPlayers].filter(isNamed).filter((player) => this.#isPresent(player));
    const came = here.map((player): DirectoryChange => ({ kind: 'player-arrived', player: listPlayer(player) }));
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
    const forms = change.kind === 'seek-removed' ? this.#names.formsOf(change.host) : undefined;
    this.#changes.push({ change, only, forms });
  }

  #isPresent(player: NamedPlayer): boolean {
    const owner = this.#names.bearerOf(player.name);
    return owner !== undefined && 'player' in owner && owner.player === player;
  }

  #showDirectedSeeks(player: NamedPlayer): void {
    for (const host of this.#directedAt(player))
      this.#addChange({ kind: 'seek-added', seek: listSeek(host, player.name) }, player);
  }

  #directedAt(player: NamedPlayer): WaitingPlayer[] {
    return [...this.#directedSeeks]
      .filter((host) => host.id !== player.id && this.#isVisibleTo(host, player))
      .sort((one, other) => one.waitingOrder - other.waitingOrder);
  }

  /** The subscribers who may see the host's seek. `undefined` stands for all subscribers. */
  #audience(host: WaitingPlayer): readonly (Player | undefined)[] {
    if (this.#subscribers.size === 0) return [];
    if (isOpen(host)) return [undefined];
    return [...this.#subscribers].filter((observer) => this.#isVisibleTo(host, observer));
  }

  /**
   * Whether the player may see the host's seek. If only computer players that offer no games could take a seek, these computer players see
   * it, so that they can decline it.
   */
  #isVisibleTo(host: WaitingPlayer, { name, id, computer }: Player): boolean {
    const { opponent, opponentKind } = host.seek;
    if (id === host.id) return true;
    if (computer?.terms.offers.length === 0 && this.#isServed(host)) return false;
    if (opponentKind === 'computer') return computer?.terms.offers.length === 0;
    if (isHidden(host.seek)) return false;
    return opponent === undefined || (name !== undefined && this.#names.means(opponent, name));
  }

  /** Whether the seek asks for computer players, and one of these offers games. */
  #isServed({ seek: { opponent, opponentKind } }: WaitingPlayer): boolean {
    if (opponentKind === 'computer') return this.#serving.size > 0;
    return opponent !== undefined && this.isServedBy(opponent);
  }

  /** Whether a computer player with this name, alias or group offers games. */
  isServedBy(opponent: string): boolean {
    return this.#serving.values().some(({ name }) => name !== undefined && this.#names.means(opponent, name));
  }
}

/** Whether every player may see and take the seek. */
const isOpen = ({ seek }: WaitingPlayer): boolean =>
  seek.opponent === undefined && seek.opponentKind !== 'computer' && !isHidden(seek);

/** The first `MOST_ENTRIES` entries with numbers above `after`. `entries` is sorted by number. */
function firstAfter<Entry>(entries: Iterable<Entry>, after: number, numberOf: (entry: Entry) => number): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) {
    if (numberOf(entry) <= after) continue;
    if (found.length === MOST_ENTRIES) break;
    found.push(entry);
  }
  return found;
}

/** The only player who may accept the seek. That player sees its own name; the host sees the name that it has written. */
function opponentAs(host: WaitingPlayer, viewer: Player | undefined): string | undefined {
  const { opponent, opponentKind } = host.seek;
  const isForViewer = opponent !== undefined || opponentKind === 'computer';
  return isForViewer && viewer !== undefined && viewer.id !== host.id ? viewer.name : opponent;
}
