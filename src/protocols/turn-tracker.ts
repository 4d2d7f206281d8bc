import { type Color, opposite } from '../rules/color.ts';
import { type BoardSize, type Point, square } from '../rules/point.ts';
import type { Intent } from './client-session-types.ts';

/** Milliseconds without a move after which an interrupted game counts as completely repeated. */
const PAUSE = 100;

interface Seat {
  readonly color: Color;
  readonly board: BoardSize;
}

/**
 * Tracks whose turn it is, in protocols that send every move to both players: the move that was sent to the server, the
 * moves that the server may send, and when a move is requested from us. A game may be an interrupted one whose moves
 * are repeated, and nothing marks the end of the repetition. Therefore a move is requested only after a pause, until
 * the server has accepted a move of ours on this connection.
 */
export class TurnTracker {
  #seat: Seat | undefined;
  #toMove: Color = 'black';
  #passes = 0;
  /** Our move that was neither accepted nor refused yet. */
  #pendingMove: Point | 'pass' | undefined;
  #resigning = false;
  /** Whether our move was requested. */
  #isRequested = false;
  /** Whether the server has accepted a move of ours: then no repeated moves follow. */
  #isUpToDate = false;
  #quietAt = 0;

  /** Our seat while a game runs. */
  get seat(): Seat | undefined {
    return this.#seat;
  }

  get isOurs(): boolean {
    return this.#seat !== undefined && this.#seat.color === this.#toMove && !this.isOver;
  }

  /** After two passes only the end can follow. */
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
    this.#pendingMove = undefined;
    this.#resigning = false;
    this.#isRequested = false;
  }

  /** The server reports a move. Returns the problem, if the move is impossible. */
  receiveMove(turn: Point | 'pass', now: number): string | undefined {
    if (this.#seat === undefined) return 'a turn, and there is no game';
    if (this.isOver) return 'a turn after two passes';
    if (this.isOurs && turn === this.#pendingMove) {
      this.#pendingMove = undefined;
      this.#isUpToDate = true;
    } else if (this.isOurs && this.#isUpToDate) {
      return 'a turn of ours that we have not taken';
    }
    this.#passes = turn === 'pass' ? this.#passes + 1 : 0;
    this.#toMove = opposite(this.#toMove);
    this.#isRequested = false;
    this.#quietAt = now + PAUSE;
    return undefined;
  }

  get toMove(): Color {
    return this.#toMove;
  }

  /** We want to make a move. Returns the reason if it cannot be sent. */
  submitMove(turn: Point | 'pass'): string | undefined {
    if (this.#seat === undefined) return 'there is no game';
    if (this.#pendingMove !== undefined || this.#resigning) return 'the server has not answered yet';
    if (!this.#isRequested) return 'it is not your turn';
    this.#isRequested = false;
    if (turn !== 'pass' && !isOn(this.#seat.board, turn)) return 'the point is not on the board';
    this.#pendingMove = turn;
    return undefined;
  }

  /** We want to resign. */
  resign(): string | undefined {
    if (this.#seat === undefined) return 'there is no game';
    if (this.#resigning) return 'the server has not answered yet';
    this.#resigning = true;
    this.#isRequested = false;
    return undefined;
  }

  /** Our move that was neither accepted nor refused yet. */
  get pendingMove(): Point | 'pass' | undefined {
    return this.#pendingMove;
  }

  /** The server has refused the oldest request; `undefined` if there is none. */
  refuse(): Intent['kind'] | undefined {
    const asked = this.#pendingMove;
    this.#pendingMove = undefined;
    if (asked !== undefined) return asked === 'pass' ? 'pass' : 'play';
    const resigning = this.#resigning;
    this.#resigning = false;
    return resigning ? 'resign' : undefined;
  }

  /** The time at which our move will be requested if no other move comes. */
  get due(): number | undefined {
    if (!this.isOurs || this.#isRequested || this.#pendingMove !== undefined || this.#resigning) return undefined;
    return this.#isUpToDate ? 0 : this.#quietAt;
  }

  /** Our colour if our move must be requested now; marks it as requested. */
  requestMove(now: number): Color | undefined {
    if (this.due === undefined || this.due > now) return undefined;
    this.#isRequested = true;
    return this.#toMove;
  }
}

const isOn = ({ width, height }: BoardSize, point: Point): boolean =>
  Number.isInteger(point) && point >= 0 && point < width * height;
