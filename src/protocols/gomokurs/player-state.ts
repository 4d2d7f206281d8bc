import type { Stone } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import { type ClockState, timeLeft } from '../../rules/time/clock-state.ts';
import type { TimedControl } from '../../rules/time/time-control.ts';
import type { Coordinates, ManagerAction } from './messages.ts';
import { boardOf, turnAt } from './stone-actions.ts';

/** The time to answer START, in milliseconds (ruling). */
const READY_TIMEOUT = 10_000;

/** The state of one player in a game: the stones that it knows, the answers that it must send, and its clock. */
export class PlayerState {
  readonly color: Color;
  readonly size: BoardSize;
  readonly clock: MoveClock;
  /** The last suggestion since a stone was requested. */
  suggestion: Coordinates | undefined;
  readonly #stones: Stone[];
  #toMove: Color;
  /** Whether the player must get a BOARD, because it knows only an empty board. */
  #needsBoard: boolean;
  #readyDeadline: number | undefined;
  #begun = false;
  #toleratedPlays = 0;

  /** `cameBack`: the player returns to a running game. */
  constructor(started: StartedNotice, hasReturned: boolean, now: number) {
    if (started.color === 'both') throw new Error('a Gomokurs player never has both seats');
    this.color = started.color;
    this.size = square(started.parameters.size);
    if (started.time === undefined || started.clock === undefined) throw new Error('a Gomokurs game has a clock');
    this.clock = new MoveClock(started.time, started.clock[started.color]);
    this.#stones = started.moves.filter((action) => action.kind === 'play');
    this.#toMove = started.toMove;
    this.#needsBoard = hasReturned && this.#stones.length > 0;
    this.#readyDeadline = now + READY_TIMEOUT;
  }

  /** The time limit for READY, or the time at which the suggestion becomes the move. The lobby ends games by time. */
  get deadline(): number | undefined {
    return this.#readyDeadline ?? (this.suggestion === undefined ? undefined : this.clock.deadline);
  }

  get isReady(): boolean {
    return this.#readyDeadline === undefined;
  }

  /** READY was received. */
  ready(): void {
    this.#readyDeadline = undefined;
  }

  /** The game begins or continues. Returns the action that requests a stone, if the player is to move. */
  begin(now: number): ManagerAction | undefined {
    if (this.#begun) return undefined;
    this.#begun = true;
    return this.#requestMove(now);
  }

  /** Handles a stone of either side. Returns the action that requests a stone, if the player is to move. */
  played({ color, point, clock }: Notice & { kind: 'played' }, now: number): ManagerAction | undefined {
    this.#stones.push({ color, point });
    if (clock !== undefined) this.clock.set(clock[this.color]);
    this.#toMove = opposite(color);
    return this.#begun ? this.#requestMove(now) : undefined;
  }

  /** Increments the number of PLAYs out of turn that are ignored. */
  tolerateOnePlay(): void {
    this.#toleratedPlays++;
  }

  /** Whether a PLAY out of turn is ignored. Decrements the number of such PLAYs. */
  takeToleratedPlay(): boolean {
    if (this.#toleratedPlays === 0) return false;
    this.#toleratedPlays--;
    return true;
  }

  #requestMove(now: number): ManagerAction | undefined {
    if (this.#toMove !== this.color) return undefined;
    this.clock.start(now);
    this.suggestion = undefined;
    const last = this.#stones.at(-1);
    if (last === undefined) return { kind: 'begin' };
    if (!this.#needsBoard) return turnAt(this.size, last.point);
    this.#needsBoard = false;
    return boardOf(this.size, this.#stones, this.color);
  }
}

/**
 * The clock of one player: its time left as the lobby reports it, and the time since a stone was requested. Times as in
 * `ServerSession`.
 */
class MoveClock {
  readonly #control: TimedControl;
  /** The time left, without the current move. */
  #state: ClockState;
  #startedAt: number | undefined;

  constructor(control: TimedControl, state: ClockState) {
    this.#control = control;
    this.#state = state;
  }

  get isRunning(): boolean {
    return this.#startedAt !== undefined;
  }

  /** Milliseconds left for the game, without the current move. */
  get left(): number {
    return this.#state.main;
  }

  /** The end of the current move. */
  get deadline(): number | undefined {
    return this.#startedAt === undefined ? undefined : this.#startedAt + timeLeft(this.#control, this.#state);
  }

  set(state: ClockState): void {
    this.#state = state;
  }

  start(now: number): void {
    this.#startedAt = now;
  }

  /** Stops the clock. Returns the time of the move. */
  stop(now: number): number {
    if (this.#startedAt === undefined) throw new Error('the clock does not run');
    const spent = Math.max(0, now - this.#startedAt);
    this.#startedAt = undefined;
    return spent;
  }
}
