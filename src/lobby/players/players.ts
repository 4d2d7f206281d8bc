import { type Answer, type Command, DONE, type Enter, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { DirectorySubscribers } from '../directory/directory-subscribers.ts';
import { areCompatible } from '../game-parameters.ts';
import type { Games } from '../games/games.ts';
import { runsOutAway } from '../games/seat-lists.ts';
import type { Spectators } from '../games/spectators.ts';
import type { Notice } from '../notice.ts';
import type { ComputerPlayers } from '../pairing/computer-players.ts';
import type { Seeks } from '../pairing/seeks.ts';
import type { Refusal } from '../refusal.ts';
import type { SequenceNumbers } from '../sequence-numbers.ts';
import { foldName, isGuestName, trimName } from './name-normalisation.ts';
import type { Names } from './names.ts';
import { type ClientProfile, isNamed, type Player, type PlayerId, type ReservedSeat } from './player.ts';
import type { NameReservations } from './reservations.ts';
import type { ReservedSeats } from './reserved-seats.ts';

/** A connection that was silent for this many milliseconds is replaced by the same name from the same address. */
const REPLACEABLE_AFTER = 60_000;

const NAME_RESERVED: Answer = { kind: 'refused', why: 'name-taken', reserved: true };

/** The parts of the lobby that a player's coming and going affects. */
interface LobbyParts {
  readonly names: Names;
  readonly reservations: NameReservations;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly reservedSeats: ReservedSeats;
  readonly games: Games;
  readonly spectators: Spectators;
  readonly directory: DirectorySubscribers;
}

/** The connected players: how they enter, change names, leave, are lost and come back. */
export class Players {
  readonly #names: Names;
  readonly #reservations: NameReservations;
  readonly #seeks: Seeks;
  readonly #computers: ComputerPlayers;
  readonly #reservedSeats: ReservedSeats;
  readonly #games: Games;
  readonly #spectators: Spectators;
  readonly #directory: DirectorySubscribers;
  /** Milliseconds for which the seat of a replaced connection is held. */
  readonly #resume: number;
  readonly #players = new Map<PlayerId, Player>();
  readonly #chatters = new Set<Player>();
  /** The clients that are sent notices of players who enter and leave. */
  readonly #arrivalListeners = new Set<Player>();
  /** The number of named players on each listener. */
  readonly #presentByListener = new Map<string, number>();
  readonly #numbers: SequenceNumbers;
  /** Increased whenever a player enters, leaves or changes its name. */
  changes = 0;

  constructor(
    { names, reservations, seeks, computers, reservedSeats, games, spectators, directory }: LobbyParts,
    numbers: SequenceNumbers,
    resume: number,
  ) {
    this.#numbers = numbers;
    this.#names = names;
    this.#reservations = reservations;
    this.#seeks = seeks;
    this.#computers = computers;
    this.#reservedSeats = reservedSeats;
    this.#games = games;
    this.#spectators = spectators;
    this.#directory = directory;
    this.#resume = resume;
  }

  /** Adds a client that has no name yet. */
  add(id: PlayerId, profile: ClientProfile, now: number): Player {
    const player: Player = {
      id,
      profile,
      ...this.#names.abilitiesOf(profile.protocol),
      order: ++this.#numbers.players,
      namedOrder: 0,
      name: undefined,
      guest: false,
      canMark: false,
      chats: false,
      hearsArrivals: false,
      seek: undefined,
      waitingSince: now,
      waitingOrder: 0,
      computer: undefined,
      seatOf: undefined,
      seat: undefined,
      reservedSeat: undefined,
      lastHeard: now,
      awayUntil: undefined,
    };
    this.#players.set(id, player);
    for (const aliased of this.#names.addProtocol(profile.protocol)) this.#directory.aliasGiven(aliased);
    return player;
  }

  /** Adds a player of a snapshot, in the order of the players. */
  restore(player: Player): void {
    this.#players.set(player.id, player);
  }

  /** Adds the players of a snapshot to the lists of those who have a name. */
  restoreNamed(): void {
    const named = [...this.#players.values()].filter(isNamed).sort((one, other) => one.namedOrder - other.namedOrder);
    for (const player of named) this.#addToLists(player);
  }

  player(id: PlayerId): Player | undefined {
    return this.#players.get(id);
  }

  /** Everyone who is connected, whether they have entered or not. */
  get all(): Iterable<Player> {
    return this.#players.values();
  }

  /** The clients that are sent chat. */
  get chatters(): Iterable<Player> {
    return this.#chatters;
  }

  /** The addresses of all players and reserved seats. */
  get addresses(): ReadonlySet<string> {
    const addresses = new Set(Array.from(this.#players.values(), ({ profile }) => profile.address));
    for (const { game, color } of this.#reservedSeats) addresses.add(game.record(color).address);
    return addresses;
  }

  get size(): number {
    return this.#players.size;
  }

  enter(decision: DecisionBuilder, player: Player, command: Enter): Answer {
    const { parameters, capacity } = command;
    const name = command.name === undefined ? undefined : trimName(command.name);
    const held =
      name !== undefined
        ? this.#reservedUnder(decision, player, name, command.replacesOwn ?? false)
        : parameters && this.#reservedSeats.forGuest(player, (record) => areCompatible(record.parameters, parameters));
    const reservedSeat = held && this.#games.isPlayable(decision, held.game) ? held : undefined;
    if (reservedSeat === undefined && name !== undefined) {
      if (!this.#mayUse(decision, player, name)) return NAME_RESERVED;
      if (this.#names.isTaken(name)) return refused('name-taken');
    }
    if (
      reservedSeat === undefined &&
      capacity !== undefined &&
      this.#occupiedPlaces(player.profile.listener) >= capacity
    ) {
      return refused('full');
    }
    player.guest = name === undefined;
    player.canMark = command.canMark ?? false;
    player.chats = command.hears?.includes('chat') ?? false;
    player.hearsArrivals = command.hears?.includes('arrivals') ?? false;
    if (reservedSeat !== undefined) this.#reservedSeats.claim(reservedSeat, player);
    const given = reservedSeat?.game.record(reservedSeat.color).name ?? name ?? this.#names.nextGuest();
    this.#addName(decision, player, given);
    return { kind: 'entered', name: given, held: reservedSeat !== undefined };
  }

  /** How many places of a listener are taken, by present players and by reserved seats. */
  #occupiedPlaces(listener: string): number {
    return (this.#presentByListener.get(listener) ?? 0) + this.#reservedSeats.vacantOn(listener);
  }

  /**
   * The seat that waits for this name and for a client of this kind. A silent connection has to give its own up, and with `replacesOwn`
   * another connection of the same account, too.
   */
  #reservedUnder(
    decision: DecisionBuilder,
    player: Player,
    name: string,
    replacesOwn: boolean,
  ): ReservedSeat | undefined {
    const owner = this.#names.bearerOf(name);
    if (owner === undefined) return undefined;
    if ('reservedSeat' in owner) {
      return !isGuestName(name) && this.#isWaitedFor(decision, owner.reservedSeat, player)
        ? owner.reservedSeat
        : undefined;
    }
    const silent = decision.now - owner.player.lastHeard >= REPLACEABLE_AFTER;
    const isOwn = replacesOwn && isSameOwner(owner.player, player, name);
    if (
      !(silent || isOwn) ||
      !this.#mayUse(decision, player, name) ||
      owner.player.guest ||
      // Silence is usual for it, and two of them may have the same name to begin with.
      owner.player.computer !== undefined ||
      (!isOwn && owner.player.profile.address !== player.profile.address)
    )
      return undefined;
    decision.notify(owner.player, { kind: 'replaced' });
    this.lose(decision, owner.player, this.#resume);
    return this.#reservedUnder(decision, player, name, false);
  }

  /** A seat waits for an address; where the name's owner sat there, for the owner, and at the address for who may bear it. */
  #isWaitedFor(decision: DecisionBuilder, { game, color }: ReservedSeat, player: Player): boolean {
    const { name, ownedName, address } = game.record(color);
    const isFromThere = address === player.profile.address;
    const isOwners = ownedName !== undefined && foldName(ownedName) === foldName(name);
    if (!isOwners) return isFromThere && (!this.#reservations.isGuarded(name) || this.#mayUse(decision, player, name));
    return player.profile.ownedName === ownedName || (isFromThere && this.#mayUse(decision, player, name));
  }

  rename(decision: DecisionBuilder, player: Player, from: string, wanted: Command & { kind: 'rename' }): Answer {
    const trimmed = trimName(wanted.name);
    const owner = this.#names.bearerOf(trimmed);
    if (owner !== undefined && 'player' in owner && owner.player === player) return DONE;
    const mayBear = (candidate: string): boolean => this.#mayUse(decision, player, candidate);
    const name = wanted.ifTaken === 'number' ? this.#names.firstFree(trimmed, mayBear) : trimmed;
    if (name !== undefined && !mayBear(name)) return NAME_RESERVED;
    if (name === undefined || this.#names.isTaken(name)) return refused('name-taken');
    if (player.seat?.game.mayHaveAside === false) return refused('in-game');
    // A protocol that appends a number to a taken name has no message for coming back by name.
    player.guest &&= wanted.ifTaken === 'number';
    this.#removeName(decision, player, from);
    // A seat that is held stays with the name that it is held for.
    if (player.reservedSeat === undefined) this.#names.release(from);
    else this.#reservedSeats.unclaim(player.reservedSeat);
    this.#addName(decision, player, name);
    // Spectators are shown the name in a form that their protocol can carry, which is given with the name.
    this.#games.rename(decision, player, name);
    return DONE;
  }

  /** As far as the owner of a reserved name is concerned. */
  #mayUse(decision: DecisionBuilder, { profile }: Player, name: string): boolean {
    return this.#reservations.allow(profile, name, decision.now);
  }

  #addName(decision: DecisionBuilder, player: Player, name: string): void {
    this.changes++;
    player.name = name;
    player.namedOrder = ++this.#numbers.names;
    this.#names.assign(name, { player });
    this.#reservations.taken(player.profile, name, decision.now);
    this.#notifyArrivalListeners(decision, 'entered', name);
    this.#addToLists(player);
    this.#directory.arrived(player);
  }

  #addToLists(player: Player): void {
    const { listener } = player.profile;
    this.#presentByListener.set(listener, (this.#presentByListener.get(listener) ?? 0) + 1);
    if (player.chats) this.#chatters.add(player);
    if (player.hearsArrivals) this.#arrivalListeners.add(player);
  }

  #removeName(decision: DecisionBuilder, player: Player, name: string): void {
    const { listener } = player.profile;
    this.changes++;
    this.#chatters.delete(player);
    this.#arrivalListeners.delete(player);
    this.#directory.departed(player, name);
    this.#presentByListener.set(listener, (this.#presentByListener.get(listener) ?? 0) - 1);
    this.#notifyArrivalListeners(decision, 'left', name);
  }

  /** All clients of one protocol see the same form of a name, so it is looked up once per protocol. */
  #notifyArrivalListeners(decision: DecisionBuilder, kind: 'entered' | 'left', name: string): void {
    const shown = new Map<string, Notice>();
    for (const other of this.#arrivalListeners) {
      const { protocol } = other.profile;
      const notice = shown.get(protocol) ?? { kind, name: this.#names.shownTo(protocol, name) };
      shown.set(protocol, notice);
      decision.notify(other, notice);
    }
  }

  /** Disconnects the player with this name, or ends its seat's reservation; the game is lost. Whether the name was in use. */
  kick(decision: DecisionBuilder, name: string): boolean {
    const owner = this.#names.bearerOf(name);
    if (owner === undefined) return false;
    if ('reservedSeat' in owner) this.#games.giveUpSeat(decision, owner.reservedSeat);
    else {
      decision.notify(owner.player, { kind: 'removed' });
      this.leave(decision, owner.player);
    }
    return true;
  }

  /** The same for all players that match, and for the reserved seats of these addresses; whether there was one. */
  kickAll(
    decision: DecisionBuilder,
    isMeant: (profile: Pick<ClientProfile, 'address' | 'ownedName'>) => boolean,
  ): boolean {
    const players = [...this.#players.values()].filter(({ profile }) => isMeant(profile));
    for (const player of players) {
      decision.notify(player, { kind: 'removed' });
      this.leave(decision, player);
    }
    let seats = 0;
    // Both seats of one game may be held: the first that is given up ends it, and the other is held no more.
    for (const reservedSeat of this.#reservedSeats) {
      if (!isMeant({ address: reservedSeat.game.record(reservedSeat.color).address })) continue;
      this.#games.giveUpSeat(decision, reservedSeat);
      seats++;
    }
    return players.length + seats > 0;
  }

  /** The player leaves and gives up its seat, seek and name. */
  leave(decision: DecisionBuilder, player: Player, kickedFor?: Refusal): void {
    this.#games.leave(decision, player, kickedFor);
    this.#remove(decision, player);
    if (player.name !== undefined) this.#names.release(player.name);
  }

  /** The connection is lost. The seat is reserved for `grace` milliseconds, unless this is how the protocol's clients leave. */
  disconnect(decision: DecisionBuilder, player: Player, grace: number): void {
    this.lose(decision, player, this.#names.leaveByClosing(player.profile.protocol) ? 0 : grace);
  }

  /** The player's connection is gone. Its seat is held for `grace` milliseconds; one that it had yet to take, as before. */
  lose(decision: DecisionBuilder, player: Player, grace: number): void {
    const { name, reservedSeat, seat, computer } = player;
    const plays = seat !== undefined || (computer?.seats.size ?? 0) > 0;
    const isKept = grace > 0 || (seat !== undefined && runsOutAway(seat.game, seat.color, decision.now) !== undefined);
    if (name === undefined || (reservedSeat === undefined && (!plays || !isKept))) {
      this.leave(decision, player);
      return;
    }
    this.#remove(decision, player);
    if (reservedSeat === undefined) this.#games.reserveSeat(decision, player, decision.now + grace);
    else this.#reservedSeats.unclaim(reservedSeat);
    if (computer !== undefined) this.#names.release(name);
  }

  #remove(decision: DecisionBuilder, player: Player): void {
    this.#players.delete(player.id);
    this.#seeks.remove(player);
    this.#computers.forgetSeek(player);
    this.#computers.remove(player);
    this.#spectators.forget(player);
    this.#directory.remove(player);
    if (player.name !== undefined) this.#removeName(decision, player, player.name);
  }
}

/** Whether both connections are those of the name's owner, over the same protocol. */
const isSameOwner = ({ profile: one }: Player, { profile: other }: Player, name: string): boolean =>
  one.ownedName !== undefined &&
  one.ownedName === other.ownedName &&
  foldName(one.ownedName) === foldName(name) &&
  one.protocol === other.protocol;
