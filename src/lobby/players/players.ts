import { type Command, type CommandAnswer, DONE, type EnterCommand, refused } from '../command.ts';
import type { DecisionBuilder } from '../decision.ts';
import type { DirectoryPublisher } from '../directory/directory-publisher.ts';
import { runsOutAway } from '../games/away-seats.ts';
import type { Games } from '../games/games.ts';
import type { Spectators } from '../games/spectators.ts';
import type { ComputerPlayers } from '../pairing/computer-players.ts';
import type { Seeks } from '../pairing/seeks.ts';
import type { Refusal } from '../refusal.ts';
import type { SequenceNumbers } from '../sequence-numbers.ts';
import { ComputerConnections, connectionsOf, isShared } from './computer-connections.ts';
import { foldName, isGuestName, trimName } from './name-normalisation.ts';
import type { NameReservations } from './name-reservations.ts';
import type { Names } from './names.ts';
import {
  type ConnectionProfile,
  isNamed,
  nodeOf,
  type Player,
  type PlayerId,
  type ReservedSeat,
  type VisitId,
  type VisitPlayer,
} from './player.ts';
import { PresenceRegistry } from './presence-registry.ts';
import type { ReservedSeats } from './reserved-seats.ts';

/** After this many milliseconds of silence, a new client with the same name and address replaces a connection. */
const REPLACEABLE_AFTER = 60_000;

const NAME_RESERVED: CommandAnswer = { kind: 'refused', why: 'name-taken', reserved: true };

/** The parts of the lobby that change when players enter and leave. */
interface LobbyParts {
  readonly names: Names;
  readonly reservations: NameReservations;
  readonly seeks: Seeks;
  readonly computers: ComputerPlayers;
  readonly reservedSeats: ReservedSeats;
  readonly games: Games;
  readonly spectators: Spectators;
  readonly directory: DirectoryPublisher;
}

/** The connected players. Carries out how they enter, change their names, leave, lose their connections and come back. */
export class Players {
  readonly #names: Names;
  readonly #reservations: NameReservations;
  readonly #seeks: Seeks;
  readonly #computers: ComputerPlayers;
  readonly #reservedSeats: ReservedSeats;
  readonly #games: Games;
  readonly #spectators: Spectators;
  readonly #directory: DirectoryPublisher;
  /** How long the seat of a replaced connection is reserved; milliseconds. */
  readonly #resume: number;
  readonly #players = new Map<PlayerId, Player>();
  /** The players of each visit, in the order in which they connected. */
  readonly #byVisit = new Map<VisitId, Set<Player>>();
  readonly #presence: PresenceRegistry;
  readonly #numbers: SequenceNumbers;
  readonly connections: ComputerConnections;
  /** How often a player has entered, left or changed its name. */
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
    this.#presence = new PresenceRegistry(names);
    this.connections = new ComputerConnections(
      { names, computers, games, directory },
      {
        remove: (decision, player) => this.#remove(decision, player),
        moveName: (from, to) => {
          this.changes++;
          this.#presence.remove(from);
          this.#presence.add(to);
        },
      },
    );
  }

  /** Adds a client that has no name yet. */
  add(id: PlayerId, profile: ConnectionProfile, now: number): Player {
    const player: Player = {
      id,
      profile,
      ...this.#names.abilitiesOf(profile.protocol),
      order: ++this.#numbers.players,
      namedOrder: 0,
      name: undefined,
      guest: false,
      canMark: false,
      receivesChat: false,
      receivesArrivals: false,
      isClosed: false,
      seek: undefined,
      waitingSince: now,
      waitingOrder: 0,
      computer: undefined,
      seatOf: undefined,
      serves: undefined,
      seat: undefined,
      reservedSeat: undefined,
      lastReceivedAt: now,
      awayUntil: undefined,
    };
    this.restore(player);
    for (const aliased of this.#names.addProtocol(profile.protocol)) this.#directory.aliasGiven(aliased);
    return player;
  }

  /** Adds a player of a snapshot. Must be called in the order of the players. */
  restore(player: Player): void {
    this.#players.set(player.id, player);
    const { visit } = player.profile;
    if (visit !== undefined) this.#byVisit.set(visit, (this.#byVisit.get(visit) ?? new Set()).add(player));
  }

  /** Adds the named players of a snapshot to the present players. */
  restoreNamed(): void {
    const named = [...this.#players.values()].filter(isNamed).sort((one, other) => one.namedOrder - other.namedOrder);
    for (const player of named) this.#presence.add(player);
  }

  player(id: PlayerId): Player | undefined {
    return this.#players.get(id);
  }

  /** All connected players, including those who have not entered. */
  get all(): Iterable<Player> {
    return this.#players.values();
  }

  /** The connected player of a visit, or the fact that a seat is reserved for it. */
  placeOf(visit: VisitId): VisitPlayer | undefined {
    const player = this.#byVisit.get(visit)?.values().next().value;
    if (player !== undefined) return { player: player.id, isSeated: player.seat !== undefined };
    return this.#reservedSeats.ofVisit(visit) && { player: undefined, isSeated: true };
  }

  get chatters(): Iterable<Player> {
    return this.#presence.chatters;
  }

  get addresses(): ReadonlySet<string> {
    const addresses = new Set(Array.from(this.#players.values(), ({ profile }) => profile.address));
    for (const { game, color } of this.#reservedSeats) addresses.add(game.record(color).address);
    return addresses;
  }

  get size(): number {
    return this.#players.size;
  }

  enter(decision: DecisionBuilder, player: Player, command: EnterCommand): CommandAnswer {
    const { parameters, capacity } = command;
    const name = command.name === undefined ? undefined : trimName(command.name);
    const shared = name !== undefined && command.shares ? this.connections.find(player.profile, name) : undefined;
    if (shared?.name !== undefined) {
      this.#computers.addServer(shared, player);
      return { kind: 'entered', name: shared.name, held: false };
    }
    const held =
      name !== undefined
        ? this.#claimableSeat(decision, player, name, command.replacesOwn ?? false)
        : this.#reservedSeats.forGuest(player, parameters);
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
    player.receivesChat = command.receives?.includes('chat') ?? false;
    player.receivesArrivals = command.receives?.includes('arrivals') ?? false;
    if (reservedSeat !== undefined) this.#reservedSeats.claim(reservedSeat, player);
    const given = reservedSeat?.game.record(reservedSeat.color).name ?? name ?? this.#names.nextGuest();
    this.#addName(decision, player, given);
    return { kind: 'entered', name: given, held: reservedSeat !== undefined };
  }

  /** Sets whether others may ask the player for games. */
  setOpen(player: Player, isOpen: boolean): CommandAnswer {
    player.isClosed = !isOpen;
    this.#directory.playerChanged(player);
    return DONE;
  }

  /** The number of places of a listener that are taken, by present players and by reserved seats. */
  #occupiedPlaces(listener: string): number {
    return this.#presence.countOn(listener) + this.#reservedSeats.vacantOn(listener);
  }

  /**
   * The reserved seat of this name that the player may take. If a silent connection has the name, it is replaced, and its seat is reserved.
   * With `replacesOwn`, this also happens to another connection of the same account.
   */
  #claimableSeat(
    decision: DecisionBuilder,
    player: Player,
    name: string,
    replacesOwn: boolean,
  ): ReservedSeat | undefined {
    const owner = this.#names.bearerOf(name);
    if (owner === undefined) return undefined;
    if ('reservedSeat' in owner) {
      return !isGuestName(name) && this.#isReservedFor(decision, owner.reservedSeat, player)
        ? owner.reservedSeat
        : undefined;
    }
    const silent = decision.now - owner.player.lastReceivedAt >= REPLACEABLE_AFTER;
    const isOwn = replacesOwn && isSameOwner(owner.player, player, name);
    if (
      !(silent || isOwn) ||
      !this.#mayUse(decision, player, name) ||
      owner.player.guest ||
      // Computer players are often silent, and two of them may start with the same name.
      owner.player.computer !== undefined ||
      (!isOwn && owner.player.profile.address !== player.profile.address)
    )
      return undefined;
    decision.notify(owner.player, { kind: 'replaced' });
    this.lose(decision, owner.player, this.#resume);
    return this.#claimableSeat(decision, player, name, false);
  }

  /**
   * Whether the player may take the reserved seat. The same visit always may. If the name's owner had the seat, the owner may, and from the
   * same address every player who may use the name. Otherwise the address decides, and for a guarded name also the right to use it.
   */
  #isReservedFor(decision: DecisionBuilder, { game, color, visit }: ReservedSeat, player: Player): boolean {
    if (visit !== undefined && player.profile.visit === visit) return true;
    const { name, ownedName, address } = game.record(color);
    const hasSameAddress = address === player.profile.address;
    const isOwnersSeat = ownedName !== undefined && foldName(ownedName) === foldName(name);
    if (!isOwnersSeat)
      return hasSameAddress && (!this.#reservations.isGuarded(name) || this.#mayUse(decision, player, name));
    return player.profile.ownedName === ownedName || (hasSameAddress && this.#mayUse(decision, player, name));
  }

  rename(decision: DecisionBuilder, player: Player, from: string, wanted: Command & { kind: 'rename' }): CommandAnswer {
    const trimmed = trimName(wanted.name);
    const owner = this.#names.bearerOf(trimmed);
    if (owner !== undefined && 'player' in owner && owner.player === player) return DONE;
    const mayUse = (candidate: string): boolean => this.#mayUse(decision, player, candidate);
    const name = wanted.ifTaken === 'number' ? this.#names.firstFree(trimmed, mayUse) : trimmed;
    if (name !== undefined && !mayUse(name)) return NAME_RESERVED;
    if (name === undefined || this.#names.isTaken(name)) return refused('name-taken');
    if (player.seat?.game.mayRecordNonMove === false) return refused('in-game');
    // A protocol that appends a number to a taken name has no message for coming back by name.
    player.guest &&= wanted.ifTaken === 'number';
    this.#removeName(decision, player, from);
    // The reservation of a seat stays with the name for which the seat is reserved.
    if (player.reservedSeat === undefined) this.#names.release(from);
    else this.#reservedSeats.unclaim(player.reservedSeat);
    this.#addName(decision, player, name);
    // Must come after `#addName`, which creates the aliases: spectators see the name in a form that their protocol can write.
    this.#games.rename(decision, player, name);
    return DONE;
  }

  /** Whether the player may use the name, as far as reserved names are concerned. */
  #mayUse(decision: DecisionBuilder, { profile }: Player, name: string): boolean {
    return this.#reservations.allow(profile, name, decision.now);
  }

  #addName(decision: DecisionBuilder, player: Player, name: string): void {
    this.changes++;
    player.name = name;
    player.namedOrder = ++this.#numbers.names;
    this.#names.assign(name, { player });
    this.#reservations.nameTaken(player.profile, name, decision.now);
    this.#presence.notify(decision, 'entered', name);
    this.#presence.add(player);
    this.#directory.arrived(player);
  }

  #removeName(decision: DecisionBuilder, player: Player, name: string): void {
    this.changes++;
    this.#presence.remove(player);
    this.#directory.departed(player, name);
    this.#presence.notify(decision, 'left', name);
  }

  /** Disconnects the player with this name, or ends the reservation of its seat. The game is lost. Returns whether the name was in use. */
  kick(decision: DecisionBuilder, name: string): boolean {
    const owner = this.#names.bearerOf(name);
    if (owner === undefined) return false;
    if ('reservedSeat' in owner) this.#games.giveUpSeat(decision, owner.reservedSeat);
    else
      for (const player of connectionsOf(owner.player)) {
        decision.notify(player, { kind: 'removed' });
        this.leave(decision, player);
      }
    return true;
  }

  /** Disconnects all players that match, and ends the reservations of seats with matching addresses. Returns whether there were any. */
  kickAll(
    decision: DecisionBuilder,
    matches: (profile: Pick<ConnectionProfile, 'address' | 'ownedName'>) => boolean,
  ): boolean {
    const players = [...this.#players.values()].filter(({ profile }) => matches(profile));
    for (const player of players) {
      decision.notify(player, { kind: 'removed' });
      this.leave(decision, player);
    }
    let seats = 0;
    // If both seats of a game are reserved, giving up the first one ends the game and the other reservation.
    for (const reservedSeat of this.#reservedSeats) {
      if (!matches({ address: reservedSeat.game.record(reservedSeat.color).address })) continue;
      this.#games.giveUpSeat(decision, reservedSeat);
      seats++;
    }
    return players.length + seats > 0;
  }

  /** The player leaves and gives up its seat, seek and name. */
  leave(decision: DecisionBuilder, player: Player, kickedFor?: Refusal): void {
    if (isShared(player)) {
      this.connections.lose(decision, player, this.#resume);
      return;
    }
    this.#games.leave(decision, player, kickedFor);
    this.#remove(decision, player);
    if (player.name !== undefined) this.#names.release(player.name);
  }

  /** The connection is lost. The seat is reserved for `grace` milliseconds, unless clients of the protocol leave by closing the connection. */
  disconnect(decision: DecisionBuilder, player: Player, grace: number): void {
    this.lose(decision, player, this.#names.leaveByClosing(player.profile.protocol) ? 0 : grace);
  }

  /** A node has left, and its connections are lost. The clients did not close them, so the seats are reserved for every protocol. */
  loseNode(decision: DecisionBuilder, node: number, grace: number): void {
    for (const player of [...this.#players.values()])
      if (nodeOf(player.id) === node) this.lose(decision, player, grace);
  }

  /** The player's connection is lost. Its seat is reserved for `grace` milliseconds. If its seat was still reserved, the end does not change. */
  lose(decision: DecisionBuilder, player: Player, grace: number): void {
    if (isShared(player)) {
      this.connections.lose(decision, player, grace);
      return;
    }
    const { name, reservedSeat, seat, computer } = player;
    const isPlaying = seat !== undefined || (computer?.seats.size ?? 0) > 0;
    const isKept = grace > 0 || (seat !== undefined && runsOutAway(seat.game, seat.color, decision.now) !== undefined);
    if (name === undefined || (reservedSeat === undefined && (!isPlaying || !isKept))) {
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
    const { visit } = player.profile;
    const ofVisit = visit === undefined ? undefined : this.#byVisit.get(visit);
    if (visit !== undefined && ofVisit?.delete(player) && ofVisit.size === 0) this.#byVisit.delete(visit);
    this.#seeks.remove(player);
    this.#computers.forgetSeek(player);
    this.#computers.remove(player);
    this.#spectators.forget(player);
    this.#directory.remove(player);
    if (player.name !== undefined) this.#removeName(decision, player, player.name);
  }
}

/** Whether the name's owner has both connections, over the same protocol. */
const isSameOwner = ({ profile: one }: Player, { profile: other }: Player, name: string): boolean =>
  one.ownedName !== undefined &&
  one.ownedName === other.ownedName &&
  foldName(one.ownedName) === foldName(name) &&
  one.protocol === other.protocol;
