import type { Command, ComputerTerms, Seek } from '../command.ts';
import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { DirectorySubscribers } from '../directory/directory-subscribers.ts';
import type { GameId } from '../games/game-event.ts';
import type { Names } from '../players/names.ts';
import type { ComputerRole, Player } from '../players/player.ts';
import { parametersFor } from './offer.ts';
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
type Computer = Player & { readonly computer: ComputerRole };

/** A waiting player and the seat of the computer player that takes its seek. */
interface Pairing {
  readonly host: WaitingPlayer;
  readonly guest: { readonly player: Player; readonly seek: Seek };
}

const isComputer = (player: Player): player is Computer => player.computer !== undefined;

/** The computer players, their seats, and the times at which they take waiting seeks. */
export class ComputerPlayers {
  readonly #names: Names;
  readonly #seeks: Seeks;
  readonly #directory: DirectorySubscribers;
  readonly #minimumWait: number;
  readonly #players = new Set<Computer>();
  /** By waiting player: the time after which a computer player takes the seek. */
  readonly #deadlines = new DeadlineQueue<Player>(
    (host) => this.#deadlineOf(host),
    ({ waitingOrder }) => waitingOrder,
  );

  /** `minimumWait`: that of computer players whose terms have none; milliseconds. */
  constructor(names: Names, seeks: Seeks, directory: DirectorySubscribers, minimumWait: number) {
    this.#minimumWait = minimumWait;
    this.#names = names;
    this.#seeks = seeks;
    this.#directory = directory;
  }

  /** The player plays on these terms from now on. */
  setTerms(player: Player, name: string, terms: ComputerTerms): void {
    this.#directory.termsChange(player, () => {
      this.restore(player, terms);
      this.#names.leaveGroups(name);
      if (terms.group !== undefined) this.#names.joinGroup(terms.group, name);
      this.#names.giveAliases(name);
    });
    this.#scheduleAll();
  }

  /** Adds a player of a snapshot. */
  restore(player: Player, terms: ComputerTerms): void {
    if (player.computer === undefined) player.computer = { terms, seats: new Map() };
    else player.computer.terms = terms;
    if (isComputer(player)) this.#players.add(player);
    this.#directory.setServing(player, terms.offers.length > 0);
  }

  remove(player: Player): void {
    if (isComputer(player)) this.#players.delete(player);
    this.#directory.setServing(player, false);
  }

  /** The player does not wait any more. */
  forgetSeek(player: Player): void {
    this.#deadlines.forget(player);
  }

  /** A new seat of a computer player. It belongs to a game once the game has it. */
  newSeat(player: Player, now: number): Player {
    const abilities = { canPropose: true, isTimed: true };
    return { ...player, ...abilities, chats: false, computer: undefined, seatOf: player, lastHeard: now };
  }

  /** The seat is taken in a game. */
  occupied(seat: Player, game: GameId): void {
    seat.seatOf?.computer?.seats.set(game, seat);
  }

  /** The game has ended, or the seat is reserved: it is free for another game. */
  vacated(seat: Player, game: GameId): void {
    const computer = seat.seatOf?.computer;
    if (computer?.seats.delete(game) && computer.seats.size === computer.terms.seats - 1) this.#scheduleAll();
  }

  /** The player waits from now on. */
  schedule(host: Player): void {
    this.#deadlines.schedule(host, this.#deadlineOf(host));
  }

  #scheduleAll(): void {
    for (const host of this.#seeks.all()) this.schedule(host);
  }

  #deadlineOf(host: Player): number {
    let first = Number.POSITIVE_INFINITY;
    if (!isWaiting(host)) return first;
    for (const player of this.#players) first = Math.min(first, this.#readyAt(host, player));
    return first;
  }

  /** The host with a seat of the computer player that takes its seek now: the nearest level, then the one with the fewest games. */
  pairFor(host: Player, now: number): Pairing | undefined {
    if (!isWaiting(host)) return undefined;
    const ready = [...this.#players].filter((player) => this.#readyAt(host, player) <= now);
    const [first] = ready.sort((one, other) => preference(host.seek, one, other));
    const parameters = first && parametersFor(first.computer.terms.offers, host.seek.parameters);
    if (first === undefined || parameters === undefined) return undefined;
    return { host, guest: { player: this.newSeat(first, now), seek: { kind: 'seek', parameters } } };
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
    const { terms, seats } = player.computer;
    const isFree = seats.size < terms.seats && parametersFor(terms.offers, parameters) !== undefined;
    const isOpen = opponentKind !== 'person' && invitation === undefined;
    const suits = isOpen && this.#seeks.wants(opponent, player) && !isUnfair(host.seek);
    if (!isFree || !suits) return Number.POSITIVE_INFINITY;
    const isAskedFor = opponent !== undefined || opponentKind === 'computer';
    return host.waitingSince + (isAskedFor ? 0 : (terms.minimumWait ?? this.#minimumWait));
  }
}

/** The seat of a computer player for which the command is meant. */
export function seatFor({ computer }: Player, command: Command): Player | undefined {
  if (computer === undefined) return undefined;
  return 'game' in command && command.kind !== 'watch' && command.kind !== 'unwatch' && command.game !== undefined
    ? computer.seats.get(command.game)
    : undefined;
}

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
