import type { Command, ComputerTerms, Seek } from '../command.ts';
import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { DirectoryPublisher } from '../directory/directory-publisher.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { GameId } from '../games/game-event.ts';
import type { Names } from '../players/names.ts';
import type { ComputerConnection, ComputerPlayerState, Player } from '../players/player.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { parametersFor } from './offered-boards.ts';
import { isWaiting, type WaitingPlayer } from './seek-queue.ts';
import type { Seeks } from './seeks.ts';

/** Commands that a computer player cannot use: its name is fixed, and it does not look for games itself. */
export const HUMAN_COMMANDS: ReadonlySet<Command['kind']> = new Set([
  'rename',
  'seek',
  'take',
  'accept-invitation',
  'return',
]);

type Computer = Player & { readonly computer: ComputerPlayerState };

/** A waiting player, and the seat of the computer player that takes the player's seek. */
interface ComputerPairing {
  readonly host: WaitingPlayer;
  readonly guest: { readonly player: Player; readonly seek: Seek };
}

/** A connection that can serve a game of the computer player, with the computer player's parameters for this game. */
interface FoundServer {
  readonly server: ComputerConnection;
  readonly parameters: GameParameters;
}

const isComputer = (player: Player): player is Computer => player.computer !== undefined;

interface LobbyParts {
  readonly mode: ServiceModeControl;
  readonly names: Names;
  readonly seeks: Seeks;
  readonly directory: DirectoryPublisher;
}

/** The computer players, their seats, and the times at which they take waiting seeks. */
export class ComputerPlayers {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #directory: DirectoryPublisher;
  readonly #mode: ServiceModeControl;
  readonly #minimumWait: number;
  readonly #players = new Set<Computer>();
  /** The waiting players, by the time at which a computer player takes their seek. */
  readonly #deadlines = new DeadlineQueue<Player>(
    (host) => this.#deadlineOf(host),
    ({ waitingOrder }) => waitingOrder,
  );

  /** `minimumWait`: the default for computer players whose terms have none; milliseconds. */
  constructor({ mode, names, seeks, directory }: LobbyParts, minimumWait: number) {
    this.#mode = mode;
    this.#minimumWait = minimumWait;
    this.#names = names;
    this.#seeks = seeks;
    this.#directory = directory;
  }

  /** Sets the terms of a computer player, or of one connection that serves it. */
  setTerms(player: Player, name: string, terms: ComputerTerms, server = player): void {
    this.#directory.changeTerms(player, () => {
      this.restore(player, terms, server);
      this.#names.leaveGroups(name);
      const { group } = player.computer?.terms ?? terms;
      if (group !== undefined) this.#names.joinGroup(group, name);
      this.#names.giveAliases(name);
    });
    this.scheduleAll();
  }

  /** Adds a computer player, or a connection that serves it, without an effect on names and waiting seeks. */
  restore(player: Player, terms: ComputerTerms, server = player): void {
    player.computer ??= { terms, seats: new Map(), servers: new Map() };
    const { servers } = player.computer;
    const known = servers.get(server.id);
    if (known === undefined) servers.set(server.id, { player: server, terms, playing: 0 });
    else known.terms = terms;
    this.#update(player);
  }

  /** The directory lists the player with its own terms. If these offer no games, it lists the offers of another of its connections. */
  #update(player: Player): void {
    if (!isComputer(player)) return;
    const { computer } = player;
    const own = computer.servers.get(player.id)?.terms ?? computer.terms;
    const offering =
      own.offers.length > 0 ? own : serversOf(player).find(({ terms }) => terms.offers.length > 0)?.terms;
    computer.terms = { ...own, offers: offering?.offers ?? [] };
    this.#players.add(player);
    this.#directory.setServing(player, computer.terms.offers.length > 0);
  }

  remove(player: Player): void {
    if (isComputer(player)) this.#players.delete(player);
    this.#directory.setServing(player, false);
  }

  /** Another connection has the name of the computer player from now on. */
  promote(player: Player, successor: Player): void {
    const { computer } = player;
    if (computer === undefined) return;
    this.remove(player);
    player.computer = undefined;
    successor.computer = computer;
    successor.serves = undefined;
    for (const { player: server } of computer.servers.values()) if (server !== successor) server.serves = successor;
    for (const seat of computer.seats.values()) seat.seatOf = successor;
    this.#update(successor);
  }

  /** Adds a connection that serves the computer player. It has no seats until it sends its offers. */
  addServer(player: Player, server: Player): void {
    server.serves = player;
    this.restore(player, { offers: [], seats: 0 }, server);
  }

  removeServer(player: Player, server: Player): void {
    player.computer?.servers.delete(server.id);
    this.#update(player);
    this.scheduleAll();
  }

  /** The connection with the most free seats that offers such a game. With `isUrgent`, it need not have a free seat. */
  serverFor(player: Player, wanted: GameParameters, isUrgent = false): FoundServer | undefined {
    let best: FoundServer | undefined;
    for (const server of serversOf(player)) {
      const parameters = parametersFor(server.terms.offers, wanted);
      const isFree = freeSeats(server) > 0 && !this.#mode.isDraining(server.player);
      if (parameters === undefined || (!isUrgent && !isFree)) continue;
      if (best === undefined || freeSeats(server) > freeSeats(best.server)) best = { server, parameters };
    }
    return best;
  }

  /** Whether a computer player with this name, alias or group offers such a game, even if it has no free seat now. */
  isOffered(opponent: string, parameters: GameParameters): boolean {
    return this.#players
      .values()
      .some((player) => this.#seeks.wants(opponent, player) && this.serverFor(player, parameters, true) !== undefined);
  }

  /** The player no longer waits. */
  forgetSeek(player: Player): void {
    this.#deadlines.forget(player);
  }

  /** Creates a seat of a computer player that this connection serves. The caller gives the seat to a game. */
  newSeat(player: Player, server: Player, now: number): Player {
    const { id } = server;
    const abilities = { canPropose: true, isTimed: true };
    return {
      ...player,
      id,
      ...abilities,
      receivesChat: false,
      computer: undefined,
      seatOf: player,
      lastReceivedAt: now,
    };
  }

  /** A game has the seat from now on. */
  occupied(seat: Player, game: GameId): void {
    const { computer } = seat.seatOf ?? {};
    const server = computer?.servers.get(seat.id);
    computer?.seats.set(game, seat);
    if (server !== undefined) server.playing++;
  }

  /** The game has ended, or its seat is reserved. The connection can serve another game instead. */
  vacated(seat: Player, game: GameId): void {
    const computer = seat.seatOf?.computer;
    const server = computer?.servers.get(seat.id);
    if (!computer?.seats.delete(game) || server === undefined) return;
    server.playing--;
    if (freeSeats(server) === 1) this.scheduleAll();
  }

  /** The player waits from now on, or a computer player may take its seek earlier than before. */
  schedule(host: Player): void {
    this.#deadlines.schedule(host, this.#deadlineOf(host));
  }

  /** Computer players may take seeks earlier than before. */
  scheduleAll(): void {
    for (const host of this.#seeks.all()) this.schedule(host);
  }

  #deadlineOf(host: Player): number {
    let first = Number.POSITIVE_INFINITY;
    if (!isWaiting(host)) return first;
    for (const player of this.#players) first = Math.min(first, this.#readyAt(host, player));
    return first;
  }

  /** The pairing of a waiting player with the best computer player that takes its seek now: see `comparePreference`. */
  pairFor(host: Player, now: number): ComputerPairing | undefined {
    if (!isWaiting(host)) return undefined;
    const ready = [...this.#players].filter((player) => this.#readyAt(host, player) <= now);
    const [first] = ready.sort((one, other) => comparePreference(host.seek, one, other));
    const found = first && this.serverFor(first, host.seek.parameters);
    if (first === undefined || found === undefined) return undefined;
    const { server, parameters } = found;
    return { host, guest: { player: this.newSeat(first, server.player, now), seek: { kind: 'seek', parameters } } };
  }

  /** The time of the first deadline, or a time before it; milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#deadlines.deadline;
  }

  /** The first player whose seek is due by now. */
  due(now: number): Deadline<Player> | undefined {
    return this.#deadlines.firstDue(now);
  }

  /**
   * When the computer player takes this seek; milliseconds since the epoch. Infinity if the seek is for another player, for a person or for an
   * invitation, or if no seat is free.
   */
  #readyAt(host: WaitingPlayer, player: Computer): number {
    const { parameters, opponent, opponentKind, invitation } = host.seek;
    const { terms } = player.computer;
    const isFree = this.serverFor(player, parameters) !== undefined;
    const isOpen = opponentKind !== 'person' && invitation === undefined;
    const suits = isOpen && this.#seeks.wants(opponent, player) && !hasRatedTakeBack(host.seek);
    if (!isFree || !suits || this.#mode.isDraining(host)) return Number.POSITIVE_INFINITY;
    const isAskedFor = opponent !== undefined || opponentKind === 'computer';
    return host.waitingSince + (isAskedFor ? 0 : (terms.minimumWait ?? this.#minimumWait));
  }
}

/** The seat of a computer player to which the command applies. */
export function seatFor(player: Player, command: Command): Player | undefined {
  const { computer } = player.serves ?? player;
  if (computer === undefined) return undefined;
  if (!('game' in command) || command.kind === 'watch' || command.kind === 'unwatch' || command.game === undefined)
    return undefined;
  const seat = computer.seats.get(command.game);
  return seat?.id === player.id ? seat : undefined;
}

/** The connections that serve the player, in the order in which they came. */
const serversOf = ({ computer }: Player): readonly ComputerConnection[] =>
  [...(computer?.servers.values() ?? [])].sort((one, other) => one.player.order - other.player.order);

const freeSeats = ({ terms, playing }: ComputerConnection): number => terms.seats - playing;

/** The level of a player without a rating. */
const DEFAULT_LEVEL = 3;

/**
 * Orders the computer players that can take a seek: the nearest level first, the lower one of two levels that are equally near, and players
 * without a level last. Players without a level are ordered by their number of games.
 */
function comparePreference({ level = DEFAULT_LEVEL }: Seek, one: Computer, other: Computer): number {
  const [{ terms, seats }, { terms: theirs, seats: otherSeats }] = [one.computer, other.computer];
  if (terms.level !== undefined && theirs.level !== undefined) {
    const nearer = Math.abs(terms.level - level) - Math.abs(theirs.level - level);
    return nearer || terms.level - theirs.level || one.order - other.order;
  }
  if (terms.level !== theirs.level) return terms.level === undefined ? 1 : -1;
  return seats.size - otherSeats.size || one.order - other.order;
}

/** Whether the seek asks for a rated game with take-backs. A computer player would agree to every take-back, so it does not take such a seek. */
const hasRatedTakeBack = ({ options }: Seek): boolean => options?.rated === true && options.takeBack === true;
