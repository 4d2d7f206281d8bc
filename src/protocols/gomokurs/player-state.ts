import type { Stone } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, square } from '../../rules/point.ts';
import type { Coordinates, ManagerAction } from './messages.ts';
import { MoveClock } from './move-clock.ts';
import { boardOf, turnAt } from './stone-actions.ts';

/** The time to answer START, in milliseconds (ruling). */
const READY_WITHIN = 10_000;

/** The state of one player in a game: what it knows, what it must answer, and its time limit. */
export class PlayerState {
  readonly color: Color;
  readonly size: BoardSize;
  readonly clock: MoveClock;
  /** The last suggestion since a stone was requested. */
  suggestion: Coordinates | undefined;
  readonly #stones: Stone[];
  #toMove: Color;
  /** The player knows an empty board, but there are stones on it. */
  #behind: boolean;
  #readyBy: number | undefined;
  #begun = false;
  #pardons = 0;

  /** `cameBack`: the player returns to a running game. */
  constructor(started: StartedNotice, cameBack: boolean, now: number) {
    if (started.color === 'both') throw new Error('a Gomokurs player never has both seats');
    this.color = started.color;
    this.size = square(started.parameters.size);
    if (started.time === undefined || started.clock === undefined) throw new Error('a Gomokurs game has a clock');
    this.clock = new MoveClock(started.time, started.clock[started.color]);
    this.#stones = started.moves.filter((action) => action.kind === 'play');
    this.#toMove = started.toMove;
    this.#behind = cameBack && this.#stones.length > 0;
    this.#readyBy = now + READY_WITHIN;
  }

  /** When READY must have come, or a suggestion is taken as the move. The lobby ends a game by time. */
  get deadline(): number | undefined {
    return this.#readyBy ?? (this.suggestion === undefined ? undefined : this.clock.deadline);
  }

  get isReady(): boolean {
    return this.#readyBy === undefined;
  }

  /** READY was received. */
  ready(): void {
    this.#readyBy = undefined;
  }

  /** The game begins or continues. Returns the action that requests a stone, if the player is to move. */
  begin(now: number): ManagerAction | undefined {
    if (this.#begun) return undefined;
    this.#begun = true;
    return this.#prompt(now);
  }

  /** A stone was played by either side. Returns the same as `begin`. */
  played({ color, point, clock }: Notice & { kind: 'played' }, now: number): ManagerAction | undefined {
    this.#stones.push({ color, point });
    if (clock !== undefined) this.clock.set(clock[this.color]);
    this.#toMove = opposite(color);
    return this.#begun ? this.#prompt(now) : undefined;
  }

  /** One more PLAY out of turn will be ignored. */
  addPardon(): void {
    this.#pardons++;
  }

  takePardon(): boolean {
    if (this.#pardons === 0) return false;
    this.#pardons--;
    return true;
  }

  #prompt(now: number): ManagerAction | undefined {
    if (this.#toMove !== this.color) return undefined;
    this.clock.start(now);
    this.suggestion = undefined;
    const last = this.#stones.at(-1);
    if (last === undefined) return { kind: 'begin' };
    if (!this.#behind) return turnAt(this.size, last.point);
    this.#behind = false;
    return boardOf(this.size, this.#stones, this.color);
  }
}
