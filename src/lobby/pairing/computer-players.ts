import type { Command, ComputerTerms, Seek } from '../command.ts';
import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { DirectorySubscribers } from '../directory/directory-subscribers.ts';
import type { GameParameters } from '../game-parameters.ts';
import type { GameId } from '../games/game-event.ts';
import type { Names } from '../players/names.ts';
import type { ComputerConnection, ComputerPlayerState, Player } from '../players/player.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { parametersFor } from './computer-offer.ts';
import { isWaiting, type WaitingPlayer } from './seek-queue.ts';
import type { Seeks } from './seeks.ts';

/** Commands that a computer player cannot give: it keeps its name, and its games come to it. */
export const ONLY_FOR_PEOPLE: ReadonlySet<Command['kind']> = new Set([
  'rename',
  'seek',
  'take',
  'accept-invitation',
  'return',
]);

/** A computer player. */
type Computer = Player & { readonly computer: ComputerPlayerState };

/** A waiting player and the seat of the computer player that takes its seek. */
interface ComputerPairing {
  readonly host: WaitingPlayer;
  readonly guest: { readonly player: Player; readonly seek: Seek };
}

/** A connection that can serve a game of the computer player, and the computer player's parameters. */
interface FoundServer {
  readonly server: ComputerConnection;
  readonly parameters: GameParameters;
}

const isComputer = (player: Player): player is Computer => player.computer !== undefined;

/** The parts of the lobby that computer players use. */
interface LobbyParts {
  readonly mode: ServiceModeControl;
  readonly names: Names;
  readonly seeks: Seeks;
  readonly directory: DirectorySubscribers;
}

/** The computer players, their seats, and the times at which they take waiting seeks. */
export class ComputerPlayers {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #directory: DirectorySubscribers;
  readonly #mode: ServiceModeControl;
  readonly #minimumWait: number;
  readonly #players = new Set<Computer>();
  /** By waiting player: the time after which a computer player takes the seek. */
  readonly #deadlines = new DeadlineQueue<Player>(
    (host) => this.#deadlineOf(host),
    ({ waitingOrder }) => waitingOrder,
  );

  /** `minimumWait`: that of computer players whose terms have none; milliseconds. */
  constructor({ mode, names, seeks, directory }: LobbyParts, minimumWait: number) {
    this.#mode = mode;
    this.#minimumWait = minimumWait;
    this.#names = names;
    this.#seeks = seeks;
    this.#directory = directory;
  }

  /** The player plays on these terms from now on, or the connection serves it on them. */
  setTerms(player: Player, name: string, terms: ComputerTerms, server = player): void {
    this.#directory.termsChange(player, () => {
      this.restore(player, terms, server);
      this.#names.leaveGroups(name);
      const { group } = player.computer?.terms ?? terms;
      if (group !== undefined) this.#names.joinGroup(group, name);
      this.#names.giveAliases(name);
    });
    this.scheduleAll();
  }

  /** Adds a player of a snapshot, or a connection that serves it. */
  restore(player: Player, terms: ComputerTerms, server = player): void {
    player.computer ??= { terms, seats: new Map(), servers: new Map() };
    const { servers } = player.computer;
    const known = servers.get(server.id);
    if (known === undefined) servers.set(server.id, { player: server, terms, playing: 0 });
    else known.terms = terms;
    this.#update(player);
  }

  /** The player is listed with its own terms, and if it offers nothing with what another of its connections offers. */
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

  /** Another connection bears the name of the computer player from now on. */
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

  /** A connection serves the computer player, without seats until it offers some. */
  addServer(player: Player, server: Player): void {
    server.serves = player;
    this.restore(player, { offers: [], seats: 0 }, server);
  }

  /** A connection serves the computer player no more. */
  removeServer(player: Player, server: Player): void {
    player.computer?.servers.delete(server.id);
    this.#update(player);
    this.scheduleAll();
  }

  /** The connection with the most free seats that offers such a game, and its parameters; with `isUrgent` also one without a free seat. */
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

  /** Whether a computer player that this name means offers such a game, also without a free seat now. */
  isOffered(opponent: string, parameters: GameParameters): boolean {
    return this.#players
      .values()
      .some((player) => this.#seeks.wants(opponent, player) && this.serverFor(player, parameters, true) !== undefined);
  }

  /** The player does not wait any more. */
  forgetSeek(player: Player): void {
    this.#deadlines.forget(player);
  }

  /** A new seat of a computer player, which this connection serves. It belongs to a game once the game has it. */
  newSeat(player: Player, server: Player, now: number): Player {
    const { id } = server;
    const abilities = { canPropose: true, isTimed: true };
    return { ...player, id, ...abilities, chats: false, computer: undefined, seatOf: player, lastHeard: now };
  }

  /** The seat is taken in a game. */
  occupied(seat: Player, game: GameId): void {
    const { computer } = seat.seatOf ?? {};
    const server = computer?.servers.get(seat.id);
    computer?.seats.set(game, seat);
    if (server !== undefined) server.playing++;
  }

  /** The game has ended, or the seat is reserved: it is free for another game. */
  vacated(seat: Player, game: GameId): void {
    const computer = seat.seatOf?.computer;
    const server = computer?.servers.get(seat.id);
    if (!computer?.seats.delete(game) || server === undefined) return;
    server.playing--;
    if (freeSeats(server) === 1) this.scheduleAll();
  }

  /** The player waits from now on. */
  schedule(host: Player): void {
    this.#deadlines.schedule(host, this.#deadlineOf(host));
  }

  /** A seek may be taken earlier than before. */
  scheduleAll(): void {
    for (const host of this.#seeks.all()) this.schedule(host);
  }

  #deadlineOf(host: Player): number {
    let first = Number.POSITIVE_INFINITY;
    if (!isWaiting(host)) return first;
    for (const player of this.#players) first = Math.min(first, this.#readyAt(host, player));
    return first;
  }

  /** The host with a seat of the computer player that takes its seek now: the nearest level, then the one with the fewest games. */
  pairFor(host: Player, now: number): ComputerPairing | undefined {
    if (!isWaiting(host)) return undefined;
    const ready = [...this.#players].filter((player) => this.#readyAt(host, player) <= now);
    const [first] = ready.sort((one, other) => preference(host.seek, one, other));
    const found = first && this.serverFor(first, host.seek.parameters);
    if (first === undefined || found === undefined) return undefined;
    const { server, parameters } = found;
    return { host, guest: { player: this.newSeat(first, server.player, now), seek: { kind: 'seek', parameters } } };
  }

  /** Milliseconds since the epoch. */
  get deadline(): number | undefined {
    return this.#deadlines.deadline;
  }

  /** The first player whose seek is due by now. */
  due(now: number): Deadline<Player> | undefined {
    return this.#deadlines.firstDue(now);
  }

  /** When the computer player takes this seek: never if it is for another player or for a person, or if no seat is free. */
  #readyAt(host: WaitingPlayer, player: Computer): number {
    const { parameters, opponent, opponentKind, invitation } = host.seek;
    const { terms } = player.computer;
    const isFree = this.serverFor(player, parameters) !== undefined;
    const isOpen = opponentKind !== 'person' && invitation === undefined;
    const suits = isOpen && this.#seeks.wants(opponent, player) && !isUnfair(host.seek);
    if (!isFree || !suits || this.#mode.isDraining(host)) return Number.POSITIVE_INFINITY;
    const isAskedFor = opponent !== undefined || opponentKind === 'computer';
    return host.waitingSince + (isAskedFor ? 0 : (terms.minimumWait ?? this.#minimumWait));
  }
}

/** The seat of a computer player for which the command is meant. */
export function seatFor(player: Player, command: Command): Player | undefined {
  const { computer } = player.serves ?? player;
  if (computer === undefined) return undefined;
  if (!('game' in command) || command.kind === 'watch' || command.kind === 'unwatch' || command.game === undefined)
    return undefined;
  const seat = computer.seats.get(command.game);
  return seat?.id === player.id ? seat : undefined;
}

/** The connections that serve the player, the first to come first. */
const serversOf = ({ computer }: Player): readonly ComputerConnection[] =>
  [...(computer?.servers.values() ?? [])].sort((one, other) => one.player.order - other.player.order);

const freeSeats = ({ terms, playing }: ComputerConnection): number => terms.seats - playing;

/** The level of a player without a rating. */
const USUAL_LEVEL = 3;

/** Which of two computer players takes the seek: negative for the first. Those without a level come last, of two levels as near the lower. */
function preference({ level = USUAL_LEVEL }: Seek, one: Computer, other: Computer): number {
  const [{ terms, seats }, { terms: theirs, seats: otherSeats }] = [one.computer, other.computer];
  if (terms.level !== undefined && theirs.level !== undefined) {
    const nearer = Math.abs(terms.level - level) - Math.abs(theirs.level - level);
    return nearer || terms.level - theirs.level || one.order - other.order;
  }
  if (terms.level !== theirs.level) return terms.level === undefined ? 1 : -1;
  return seats.size - otherSeats.size || one.order - other.order;
}

/** A rated game in which a computer player would agree to every take-back. */
const isUnfair = ({ options }: Seek): boolean => options?.rated === true && options.takeBack === true;
