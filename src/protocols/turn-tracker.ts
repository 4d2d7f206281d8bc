import { type Color, opposite } from '../rules/color.ts';
import { type BoardSize, type Point, square } from '../rules/point.ts';
import type { Intent } from './client-session.ts';

/** Milliseconds without a turn after which a game that was interrupted is taken to be told to its end. */
const PAUSE = 100;

interface Seat {
  readonly color: Color;
  readonly board: BoardSize;
}

/**
 * Whose turn it is in one game after the other, where both sides are told of every turn: what is asked of the server,
 * what it may say, and when a move is wanted of us. A game may be an old one that is told again, and nothing marks where
 * that ends: until a turn of ours is taken on this connection, a move is wanted only after a pause.
 */
export class TurnTracker {
  #seat: Seat | undefined;
  #toMove: Color = 'black';
  #passes = 0;
  /** Said to the server, and neither taken nor refused. */
  #asked: Point | 'pass' | undefined;
  #resigning = false;
  /** It has been said that a move is wanted of us. */
  #called = false;
  /** The server has taken a turn of ours: it tells nothing again. */
  #settled = false;
  #quietAt = 0;

  /** Where we sit, while a game goes on. */
  get seat(): Seat | undefined {
    return this.#seat;
  }

  get isOurs(): boolean {
    return this.#seat !== undefined && this.#seat.color === this.#toMove && !this.isOver;
  }

  /** Two passes: only the end can come. */
  get isOver(): boolean {
    return this.#passes === 2;
  }

  begin(color: Color, size: number, now: number): void {
    this.end();
    this.#seat = { color, board: square(size) };
    this.#toMove = 'black';
    this.#passes = 0;
    this.#quietAt = now + PAUSE;
  }

  end(): void {
    this.#seat = undefined;
    this.#asked = undefined;
    this.#resigning = false;
    this.#called = false;
  }

  /** The server says that this turn was taken; what is wrong with that, if anything. */
  take(turn: Point | 'pass', now: number): string | undefined {
    if (this.#seat === undefined) return 'a turn, and there is no game';
    if (this.isOver) return 'a turn after two passes';
    if (this.isOurs && turn === this.#asked) {
      this.#asked = undefined;
      this.#settled = true;
    } else if (this.isOurs && this.#settled) {
      return 'a turn of ours that we have not taken';
    }
    this.#passes = turn === 'pass' ? this.#passes + 1 : 0;
    this.#toMove = opposite(this.#toMove);
    this.#called = false;
    this.#quietAt = now + PAUSE;
    return undefined;
  }

  get toMove(): Color {
    return this.#toMove;
  }

  /** We want to take this turn; why not, if it cannot be asked of the server. */
  ask(turn: Point | 'pass'): string | undefined {
    if (this.#seat === undefined) return 'there is no game';
    if (this.#asked !== undefined || this.#resigning) return 'the server has not answered yet';
    if (!this.#called) return 'it is not your turn';
    this.#called = false;
    if (turn !== 'pass' && !isOn(this.#seat.board, turn)) return 'the point is not on the board';
    this.#asked = turn;
    return undefined;
  }

  /** We want to give up, in turn or not. */
  resign(): string | undefined {
    if (this.#seat === undefined) return 'there is no game';
    if (this.#resigning) return 'the server has not answered yet';
    this.#resigning = true;
    this.#called = false;
    return undefined;
  }

  /** What the server has neither taken nor refused. */
  get asked(): Point | 'pass' | undefined {
    return this.#asked;
  }

  /** The server refuses what it was asked for first; `undefined` if that is nothing here. */
  refuse(): Intent['kind'] | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) return asked === 'pass' ? 'pass' : 'play';
    const resigning = this.#resigning;
    this.#resigning = false;
    return resigning ? 'resign' : undefined;
  }

  /** When a move will be wanted of us, if nothing else comes. */
  get due(): number | undefined {
    if (!this.isOurs || this.#called || this.#asked !== undefined || this.#resigning) return undefined;
    return this.#settled ? 0 : this.#quietAt;
  }

  /** Our colour if a move is wanted of us and that has not been said. It is now. */
  call(now: number): Color | undefined {
    if (this.due === undefined || this.due > now) return undefined;
    this.#called = true;
    return this.#toMove;
  }
}

const isOn = ({ width, height }: BoardSize, point: Point): boolean =>
  Number.isInteger(point) && point >= 0 && point < width * height;
