import type { Situation } from '../../engines/engine.ts';
import { nextConnection } from '../connection-id.ts';
import type { Hub } from '../hub/hub.ts';
import type { Connection } from '../hub/link.ts';
import type { Log } from '../hub/witnesses.ts';
import type { HousePlayer, SeatEngine } from './house-player.ts';
import { seatName } from './name.ts';
import { HouseSession, NUDGE } from './session.ts';

/** What all house players have in common. */
export interface HouseOptions {
  readonly hub: Hub;
  readonly log: Log;
  /** How long somebody must have waited; milliseconds. */
  readonly patience: number;
  /** The most seats of one player. */
  readonly seats: number;
}

/** A player whose engine fails in so many games in a row is spared to others. */
const MOST_FAILURES = 3;

/** The house speaks to nobody, so it can carry any name. */
const PROTOCOL = { name: 'house', carryName: (name: string) => name };

/** How the seats of one house player are taken. */
export interface Seats {
  readonly player: string;
  readonly playing: number;
  readonly attending: number;
  readonly most: number;
}

interface Seat {
  readonly number: number;
  readonly session: HouseSession;
  readonly connection: Connection;
  /** Opened for the first move. */
  engine: SeatEngine | undefined;
  isThinking: boolean;
  /** How its engine did in the last game is counted. */
  isJudged: boolean;
}

/**
 * The seats of one house player. Those that play are there, and one more that attends, so that the next newcomer finds
 * somebody, too: of those that can be had, the one with the lowest number.
 */
export class Pool {
  readonly #player: HousePlayer;
  readonly #options: HouseOptions;
  readonly #seats = new Map<number, Seat>();
  /** Engines that have still to let go. */
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;
  /** Games in a row that were resigned because the engine failed. */
  #failures = 0;
  /** The log has been told that every seat plays, and since then no other has been free. */
  #isFull = false;

  constructor(player: HousePlayer, options: HouseOptions) {
    this.#player = player;
    this.#options = options;
  }

  /** Every seat comes once: those that left a game unfinished find it held for them. */
  open(): void {
    for (let number = 1; number <= this.#options.seats; number++) if (!this.#seats.has(number)) this.#bring(number);
  }

  get taken(): Seats {
    const attending = this.#free().length;
    const { name: player } = this.#player;
    return { player, playing: this.#seats.size - attending, attending, most: this.#options.seats };
  }

  /** Lets go of every engine; the seats are told goodbye by the hub. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const seat of this.#seats.values()) this.#closeEngine(seat);
    await Promise.all(this.#closing);
    await this.#player.close();
  }

  /** Sees to it that exactly one seat attends, if a number from `first` on can be had. */
  #settle(first = 1): void {
    if (this.#isClosed) return;
    if (this.#failures >= MOST_FAILURES) {
      this.#dismiss(this.#free());
      return;
    }
    if (first === 1 && !this.#seats.has(1)) this.#bring(1);
    const [lowest, ...others] = this.#free();
    this.#dismiss(others);
    if (lowest !== undefined) {
      this.#isFull = false;
      return;
    }
    for (let number = first; number <= this.#options.seats; number++) {
      if (this.#seats.has(number)) continue;
      this.#bring(number);
      return;
    }
    if (this.#isFull) return;
    this.#isFull = true;
    const { log, seats } = this.#options;
    log.info({ player: this.#player.name, seats }, 'every seat of a house player is taken: who waits goes on waiting');
  }

  #dismiss(seats: readonly Seat[]): void {
    for (const seat of seats) {
      seat.session.withdraw();
      seat.connection.receive(NUDGE);
    }
  }

  /** Those that attend, in the order of their numbers. */
  #free(): Seat[] {
    const free = [...this.#seats.values()].filter(({ session }) => session.isFree);
    return free.sort((one, other) => one.number - other.number);
  }

  #bring(number: number): void {
    const { hub, log, patience } = this.#options;
    const { name, offers } = this.#player;
    const options = { name: seatName(name, number), patience, offers };
    const session = new HouseSession(options, {
      think: (situation) => void this.#think(seat, situation),
      changed: () => this.#changed(seat),
      isThinking: () => seat.isThinking,
      trouble: (problem) =>
        log.error({ connection: link.id, player: options.name, error: problem }, 'a house player resigns'),
    });
    const link = { id: nextConnection(), send: () => {}, pause: () => {}, close: () => this.#gone(seat) };
    // Whoever may have reserved the name before it was the house's: the house is who runs the server.
    const caller = { protocol: PROTOCOL, open: () => session, listener: name, address: 'house', owns: options.name };
    const connection = hub.connect(caller, link);
    const seat: Seat = { number, session, connection, engine: undefined, isThinking: false, isJudged: true };
    this.#seats.set(number, seat);
    connection.receive(NUDGE);
  }

  #changed(seat: Seat): void {
    if (seat.session.isFree) this.#judge(seat);
    else {
      seat.isJudged = false;
      seat.engine?.newGame?.();
    }
    this.#settle();
  }

  #judge(seat: Seat): void {
    const { engine } = seat;
    if (seat.isJudged || engine === undefined) return;
    seat.isJudged = true;
    this.#failures = engine.gaveUp ? this.#failures + 1 : 0;
    if (this.#failures !== MOST_FAILURES) return;
    const { name } = this.#player;
    this.#options.log.error(
      { player: name },
      `its engine failed in ${MOST_FAILURES} games in a row: nobody is answered by it any more`,
    );
  }

  #gone(seat: Seat): void {
    this.#seats.delete(seat.number);
    this.#closeEngine(seat);
    this.#settle(seat.session.isRefused ? seat.number + 1 : 1);
  }

  async #think(seat: Seat, situation: Situation): Promise<void> {
    // The turn that asks for a move may be the last one: its end is told in the same breath.
    await Promise.resolve();
    if (this.#isClosed || !seat.session.wants(situation)) return;
    seat.engine ??= this.#player.engine();
    seat.isThinking = true;
    const choice = await seat.engine.choose(situation);
    seat.isThinking = false;
    if (this.#isClosed) return;
    seat.session.choose(situation, choice);
    seat.connection.receive(NUDGE);
  }

  #closeEngine(seat: Seat): void {
    const { engine } = seat;
    seat.engine = undefined;
    if (engine === undefined) return;
    const closing = engine.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
