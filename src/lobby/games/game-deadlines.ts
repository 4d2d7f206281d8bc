import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { ServiceModeControl } from '../service-mode.ts';
import { awayFrom } from './away-seats.ts';
import type { Game } from './game.ts';

/** The limits of a turn; milliseconds. */
export interface IdleAndLagLimits {
  /** The longest silence of the player to move. */
  readonly idle: number;
  /** The part of each move's time that does not count, because messages take time. Absent: 0. */
  readonly lag?: number;
  /**
   * The longest time from the receipt of a move to the decision on it. The game ends by time that much later, in case a move was received in
   * time. Absent: 0, because a move is decided when it is received.
   */
  readonly delivery?: number;
}

/** The deadlines at which games end because a player is absent, silent or out of time. */
export class GameDeadlines {
  readonly #mode: ServiceModeControl;
  readonly #idle: number;
  readonly lag: number;
  readonly #delivery: number;
  readonly #queue = new DeadlineQueue<Game>(
    (game) => this.deadlineOf(game),
    ({ id }) => id,
  );

  constructor(mode: ServiceModeControl, { idle, lag = 0, delivery = 0 }: IdleAndLagLimits) {
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

  /** Must be called when the deadline of a game may have moved to an earlier time. `at` may be earlier than the deadline. */
  schedule(game: Game, at = this.deadlineOf(game)): void {
    this.#queue.schedule(game, at);
  }

  scheduleTurn(game: Game, now: number): void {
    this.schedule(game, Math.min(now + this.#idle, this.#endOfTime(game)));
  }

  /** Must be called before each change that starts or stops the clock. For `measured`, see `GameClocks.settle`. */
  settle(game: Game, now: number, measured?: number): void {
    game.settleClock(this.#mode.clockTime(now), measured);
  }

  /**
   * With `from`: moves can be stored again, and the time since `from` does not count. Without `from`: moves cannot be stored from now on.
   */
  modeChanged(game: Game, now: number, from: number | undefined): void {
    if (from !== undefined) game.skipTime(from, now);
    game.clocksPausedSince = this.#mode.movesRefusedSince;
  }

  forget(game: Game): void {
    this.#queue.forget(game);
  }

  /** When the game ends if no event changes this; milliseconds since the epoch. Does not read the moves of a game whose players are both away. */
  deadlineOf(game: Game): number {
    if (game.adjournment !== undefined) return game.adjournment.until;
    const away = awayFrom(game).map(({ until }) => until);
    if (away.length === 2) return Math.max(...away);
    if (game.marking !== undefined)
      return away[0] ?? (this.#mode.allowsMoves ? game.marking.until : Number.POSITIVE_INFINITY);
    return Math.min(...away, ...(this.#mode.allowsMoves ? [this.#endOfSilence(game), this.#endOfTime(game)] : []));
  }

  /** Whether the side to move is out of time. Never while moves cannot be stored. */
  isOutOfTime(game: Game, now: number): boolean {
    return this.#mode.allowsMoves && this.#endOfTime(game) <= now;
  }

  /** Whether a move came too late. Call `settle` first, with the time that the mover's node has measured. */
  isLate(game: Game, now: number): boolean {
    return this.#delivery > 0 && game.clockEnd(this.lag) < now;
  }

  #endOfTime(game: Game): number {
    return game.clockEnd(this.lag) + this.#delivery;
  }

  #endOfSilence(game: Game): number {
    const mover = game.seats[game.toMove].player;
    if (mover === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(game.turnSince, mover.lastReceivedAt, this.#mode.movesAllowedSince) + this.#idle;
  }
}
