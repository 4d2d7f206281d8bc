import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { awayFrom } from './away-seats.ts';
import type { Game } from './game.ts';

/** The limits of a turn; milliseconds. */
export interface TurnLimits {
  /** The player to move may be silent for so long. */
  readonly idle: number;
  /** So much of each move's time is forgiven, because messages take time. Absent: nothing. */
  readonly lag?: number;
  /**
   * A move may be on its way for so long after it was received: time ends that much later, for a move that was received in time. Absent:
   * nothing, because a move is decided when it is received.
   */
  readonly delivery?: number;
}

/** When games end because a player is absent, silent or out of time. */
export class GameDeadlines {
  readonly #mode: ServiceModeControl;
  readonly #idle: number;
  readonly lag: number;
  readonly #delivery: number;
  readonly #queue = new DeadlineQueue<Game>(
    (game) => this.of(game),
    ({ id }) => id,
  );

  constructor(mode: ServiceModeControl, { idle, lag = 0, delivery = 0 }: TurnLimits) {
    this.#mode = mode;
    this.#idle = idle;
    this.lag = lag;
    this.#delivery = delivery;
  }

  get first(): number | undefined {
    return this.#queue.deadline;
  }

  /** The first game that is due by now, and its deadline. */
  due(now: number): Deadline<Game> | undefined {
    return this.#queue.firstDue(now);
  }

  /** The deadline of the game may have moved to an earlier time: now, or the time that is given. */
  schedule(game: Game, at = this.of(game)): void {
    this.#queue.schedule(game, at);
  }

  /** A turn begins. */
  scheduleTurn(game: Game, now: number): void {
    this.schedule(game, Math.min(now + this.#idle, this.#timeEnd(game)));
  }

  /** Needed before anything that starts or stops the clock. `measured`: GameClocks.settle. */
  settle(game: Game, now: number, measured?: number): void {
    game.settleClock(this.#mode.clockTime(now), measured);
  }

  /** Moves can be stored again after they could not since `from`: that time does not count. Without it they cannot be stored from now on. */
  modeChanged(game: Game, now: number, from: number | undefined): void {
    if (from !== undefined) game.skipTime(from, now);
    game.clocksRestFrom = this.#mode.movesRefusedSince;
  }

  forget(game: Game): void {
    this.#queue.forget(game);
  }

  /** The moves of a game without players have not been read. */
  of(game: Game): number {
    if (game.adjournment !== undefined) return game.adjournment.until;
    const away = awayFrom(game).map(({ until }) => until);
    if (away.length === 2) return Math.max(...away);
    if (game.marking !== undefined)
      return away[0] ?? (this.#mode.allowsMoves ? game.marking.until : Number.POSITIVE_INFINITY);
    return Math.min(...away, ...(this.#mode.allowsMoves ? [this.#silentUntil(game), this.#timeEnd(game)] : []));
  }

  /** Whether the time of the side to move has ended. While no moves can be stored, no time ends. */
  isOutOfTime(game: Game, now: number): boolean {
    return this.#mode.allowsMoves && this.#timeEnd(game) <= now;
  }

  /** Whether a move came after the time of its side had ended. After `settle` with what the mover's node has measured. */
  isLate(game: Game, now: number): boolean {
    return this.#delivery > 0 && game.clockEnd(this.lag) < now;
  }

  #timeEnd(game: Game): number {
    return game.clockEnd(this.lag) + this.#delivery;
  }

  #silentUntil(game: Game): number {
    const mover = game.seats[game.toMove].player;
    if (mover === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(game.turnSince, mover.lastHeard, this.#mode.movesAllowedSince) + this.#idle;
  }
}
