import type { Situation } from '../../engines/engine.ts';
import { nextConnection } from '../connection-id.ts';
import type { Hub } from '../hub/hub.ts';
import type { Log } from '../hub/observability.ts';
import type { Connection } from '../hub/transport.ts';
import { COMPUTER, type ComputerPlayer, type SeatEngine } from './computer-player.ts';
import { ComputerSession, WAKE_UP } from './computer-session.ts';
import { seatName } from './seat-name.ts';

/** Options of all computer players. */
export interface ComputerPlayerOptions {
  readonly hub: Hub;
  readonly log: Log;
  /** How long a seek must have waited before a computer player takes it; milliseconds. */
  readonly minimumWait: number;
  /** The most seats of one player. */
  readonly seats: number;
}

/** After this many games in a row in which its engine failed, a player retires until the server is started again. */
const MOST_FAILURES = 3;
const RETIRED = `I play no more until the server is restarted: my engine failed in ${MOST_FAILURES} games in a row`;

/** The numbers of used and free seats of one computer player. */
export interface SeatCounts {
  readonly player: string;
  readonly playing: number;
  readonly attending: number;
  readonly most: number;
}

interface Seat {
  readonly number: number;
  readonly session: ComputerSession;
  readonly connection: Connection;
  /** Opened for the first move. */
  engine: SeatEngine | undefined;
  isThinking: boolean;
}

/**
 * The seats of one computer player: those that play, and one more that stands by for the next seek. It has the lowest
 * free number.
 */
export class SeatPool {
  readonly #player: ComputerPlayer;
  readonly #options: ComputerPlayerOptions;
  readonly #seats = new Map<number, Seat>();
  /** Engines that are being closed. */
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;
  /** Games in a row that were resigned because the engine failed. */
  #failures = 0;
  #isRetired = false;
  /** It was logged that every seat plays, and no seat has been free since. */
  #isFull = false;

  constructor(player: ComputerPlayer, options: ComputerPlayerOptions) {
    this.#player = player;
    this.#options = options;
  }

  /** Connects every seat once: seats with an unfinished game continue it. */
  open(): void {
    for (let number = 1; number <= this.#options.seats; number++) if (!this.#seats.has(number)) this.#connect(number);
  }

  get taken(): SeatCounts {
    const attending = this.#free().length;
    const { name: player } = this.#player;
    const retired = [...this.#seats.values()].filter(({ session }) => session.isRetired).length;
    return { player, playing: this.#seats.size - attending - retired, attending, most: this.#options.seats };
  }

  /** Closes every engine. The hub disconnects the seats. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const seat of this.#seats.values()) this.#closeEngine(seat);
    await Promise.all(this.#closing);
    await this.#player.close();
  }

  /** Keeps exactly one seat standing by, if a number from `first` on is free. */
  #keepOneStandby(first = 1): void {
    if (this.#isClosed) return;
    if (this.#isRetired) {
      // If the name belongs to another player, there is no session that could send the reason.
      if (first === 1) this.#retire();
      return;
    }
    if (first === 1 && !this.#seats.has(1)) this.#connect(1);
    const [lowest, ...others] = this.#free();
    this.#dismiss(others);
    if (lowest !== undefined) {
      this.#isFull = false;
      return;
    }
    for (let number = first; number <= this.#options.seats; number++) {
      if (this.#seats.has(number)) continue;
      this.#connect(number);
      return;
    }
    if (this.#isFull) return;
    this.#isFull = true;
    const { log, seats } = this.#options;
    log.info({ player: this.#player.name, seats }, 'computer.full');
  }

  /** The first seat stays connected to send the reason to players who seek it; the others leave when they are free. */
  #retire(): void {
    const first = this.#seats.get(1) ?? this.#connect(1);
    this.#dismiss(this.#free().filter((seat) => seat !== first));
    if (first.session.isRetiring) return;
    first.session.retire(RETIRED);
    first.connection.receive(WAKE_UP);
  }

  #dismiss(seats: readonly Seat[]): void {
    for (const seat of seats) {
      seat.session.withdraw();
      seat.connection.receive(WAKE_UP);
    }
  }

  /** The seats that stand by, in the order of their numbers. */
  #free(): Seat[] {
    const free = [...this.#seats.values()].filter(({ session }) => session.isFree);
    return free.sort((one, other) => one.number - other.number);
  }

  #connect(number: number): Seat {
    const { hub, log, minimumWait } = this.#options;
    const { name, offers } = this.#player;
    const options = { name: seatName(name, number), minimumWait, offers };
    const session = new ComputerSession(options, {
      think: (situation) => void this.#think(seat, situation),
      gameOver: () => this.#judge(seat),
      changed: () => this.#changed(seat),
      isThinking: () => seat.isThinking,
      trouble: (problem) =>
        log.error({ connection: link.id, player: options.name, error: problem }, 'computer.resigned'),
    });
    const link = { id: nextConnection(), send: () => {}, pause: () => {}, close: () => this.#gone(seat) };
    // The operator's computer player may use its name even if another user has reserved it.
    const caller = {
      protocol: { name: COMPUTER },
      open: () => session,
      listener: name,
      address: COMPUTER,
      ownedName: options.name,
    };
    const connection = hub.connect(caller, link);
    const seat: Seat = { number, session, connection, engine: undefined, isThinking: false };
    this.#seats.set(number, seat);
    connection.receive(WAKE_UP);
    return seat;
  }

  #changed(seat: Seat): void {
    if (seat.session.isRetired) this.#closeEngine(seat);
    else if (!seat.session.isFree) seat.engine?.newGame?.();
    this.#keepOneStandby();
  }

  #judge(seat: Seat): void {
    const { engine } = seat;
    if (engine === undefined) return;
    this.#failures = engine.gaveUp ? this.#failures + 1 : 0;
    if (this.#failures < MOST_FAILURES || this.#isRetired) return;
    this.#isRetired = true;
    // Before it stands by again, so that it begins no game.
    if (seat.number === 1) seat.session.retire(RETIRED);
    this.#options.log.error({ player: this.#player.name }, 'computer.retired');
  }

  #gone(seat: Seat): void {
    this.#seats.delete(seat.number);
    this.#closeEngine(seat);
    this.#keepOneStandby(seat.session.isRefused ? seat.number + 1 : 1);
  }

  async #think(seat: Seat, situation: Situation): Promise<void> {
    // The turn after which a move is due may be the last one: the notice of the end arrives in the same turn of the event loop.
    await Promise.resolve();
    if (this.#isClosed || !seat.session.wants(situation)) return;
    seat.engine ??= this.#player.engine();
    seat.isThinking = true;
    const choice = await seat.engine.choose(situation);
    seat.isThinking = false;
    if (this.#isClosed) return;
    seat.session.choose(situation, choice);
    seat.connection.receive(WAKE_UP);
  }

  #closeEngine(seat: Seat): void {
    const { engine } = seat;
    seat.engine = undefined;
    if (engine === undefined) return;
    const closing = engine.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
