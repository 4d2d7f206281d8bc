import { type Deadline, DeadlineQueue } from '../deadline-queue.ts';
import type { ServiceModeState } from '../service-mode.ts';
import type { Game } from './game.ts';
import { awayFrom } from './seat-lists.ts';

/** The limits of a turn; milliseconds. */
export interface TurnLimits {
  /** The player to move may be silent for so long. */
  readonly idle: number;
  /** So much of each move's time is forgiven, because messages take time. Absent: nothing. */
  readonly lag?: number;
}

/** When games end because a player is absent, silent or out of time. */
export class GameDeadlines {
  readonly #mode: ServiceModeState;
  readonly #idle: number;
  readonly lag: number;
  readonly #queue = new DeadlineQueue<Game>(
    (game) => this.of(game),
    ({ id }) => id,
  );

  constructor(mode: ServiceModeState, { idle, lag = 0 }: TurnLimits) {
    this.#mode = mode;
    this.#idle = idle;
    this.lag = lag;
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
    this.schedule(game, Math.min(now + this.#idle, game.clockEnd(this.lag)));
  }

  /** Needed before anything that starts or stops the clock. `measured`: GameClocks.settle. */
  settle(game: Game, now: number, measured?: number): void {
    game.settleClock(this.#mode.clockTime(now), measured);
  }

  forget(game: Game): void {
    this.#queue.forget(game);
  }

  /** The moves of a game without players have not been read. */
  of(game: Game): number {
    const away = awayFrom(game).map(({ until }) => until);
    if (away.length === 2) return Math.max(...away);
    if (game.marking !== undefined)
      return away[0] ?? (this.#mode.allowsMoves ? game.marking.until : Number.POSITIVE_INFINITY);
    return Math.min(...away, ...(this.#mode.allowsMoves ? [this.#silentUntil(game), game.clockEnd(this.lag)] : []));
  }

  /** Whether the time of the side to move has ended. While no moves can be stored, no time ends. */
  isOutOfTime(game: Game, now: number): boolean {
    return this.#mode.allowsMoves && game.clockEnd(this.lag) <= now;
  }

  #silentUntil(game: Game): number {
    const mover = game.seats[game.toMove].player;
    if (mover === undefined) return Number.POSITIVE_INFINITY;
    return Math.max(game.turnSince, mover.lastHeard, this.#mode.movesAllowedSince) + this.#idle;
  }
}
