import { type Color, opposite } from '../rules/color.ts';
import { type BoardSize, type Point, square } from '../rules/point.ts';
import type { Intent } from './client-session-types.ts';

/** If the server sends no move for this many milliseconds, an interrupted game counts as completely repeated. */
const REPETITION_PAUSE = 100;

interface Seat {
  readonly color: Color;
  readonly board: BoardSize;
}

/**
 * Tracks whose turn it is, for a client in protocols that send every move to both players. It checks the moves of the server,
 * and decides when our player must be asked for a move.
 *
 * If the game was interrupted, the server first repeats its moves, and no message marks the end of the repetition. Therefore,
 * until the server has accepted a move of ours on this connection, a move is requested only after a pause.
 */
export class TurnTracker {
  #seat: Seat | undefined;
  #toMove: Color = 'black';
  #passes = 0;
  /** Our move that was sent and is neither accepted nor refused yet. */
  #pendingMove: Point | 'pass' | undefined;
  #resigning = false;
  #isRequested = false;
  /** Whether the server has accepted a move of ours: then no repeated moves follow. */
  #isUpToDate = false;
  /** The time at which the repetition counts as complete. */
  #repeatedAt = 0;

  /** Our seat. Undefined: no game is running. */
  get seat(): Seat | undefined {
    return this.#seat;
  }

  get isOurs(): boolean {
    return this.#seat !== undefined && this.#seat.color === this.#toMove && !this.isOver;
  }

  /** Whether both players have passed: only the end of the game can follow. */
  get isOver(): boolean {
    return this.#passes === 2;
  }

  begin(color: Color, size: number, now: number): void {
    this.end();
    this.#seat = { color, board: square(size) };
    this.#toMove = 'black';
    this.#passes = 0;
    this.#repeatedAt = now + REPETITION_PAUSE;
  }

  end(): void {
    this.#seat = undefined;
    this.#pendingMove = undefined;
    this.#resigning = false;
    this.#isRequested = false;
  }

  /** Handles a move that the server has sent. Returns the problem if the move is impossible. */
  receiveMove(move: Point | 'pass', now: number): string | undefined {
    if (this.#seat === undefined) return 'a turn, and there is no game';
    if (this.isOver) return 'a turn after two passes';
    if (this.isOurs && move === this.#pendingMove) {
      this.#pendingMove = undefined;
      this.#isUpToDate = true;
    } else if (this.isOurs && this.#isUpToDate) {
      return 'a turn of ours that we have not taken';
    }
    this.#passes = move === 'pass' ? this.#passes + 1 : 0;
    this.#toMove = opposite(this.#toMove);
    this.#isRequested = false;
    this.#repeatedAt = now + REPETITION_PAUSE;
    return undefined;
  }

  get toMove(): Color {
    return this.#toMove;
  }

  /** Stores a move of our player as pending. Returns the reason if it must not be sent. */
  submitMove(move: Point | 'pass'): string | undefined {
    if (this.#seat === undefined) return 'there is no game';
    if (this.#pendingMove !== undefined || this.#resigning) return 'the server has not answered yet';
    if (!this.#isRequested) return 'it is not your turn';
    this.#isRequested = false;
    if (move !== 'pass' && !isOnBoard(this.#seat.board, move)) return 'the point is not on the board';
    this.#pendingMove = move;
    return undefined;
  }

  /** Stores that our player resigns. Returns the reason if it must not be sent. */
  resign(): string | undefined {
    if (this.#seat === undefined) return 'there is no game';
    if (this.#resigning) return 'the server has not answered yet';
    this.#resigning = true;
    this.#isRequested = false;
    return undefined;
  }

  /** Our move that was sent and is neither accepted nor refused yet. */
  get pendingMove(): Point | 'pass' | undefined {
    return this.#pendingMove;
  }

  /** Handles a refusal of the server. Returns the kind of the oldest request; `undefined` if no request waits for an answer. */
  takeRefused(): Intent['kind'] | undefined {
    const refused = this.#pendingMove;
    this.#pendingMove = undefined;
    if (refused !== undefined) return refused === 'pass' ? 'pass' : 'play';
    const resigning = this.#resigning;
    this.#resigning = false;
    return resigning ? 'resign' : undefined;
  }

  /** The time at which our move will be requested, if no other move arrives before. */
  get due(): number | undefined {
    if (!this.isOurs || this.#isRequested || this.#pendingMove !== undefined || this.#resigning) return undefined;
    return this.#isUpToDate ? 0 : this.#repeatedAt;
  }

  /** If our move must be requested now, marks it as requested and returns our colour. */
  requestMove(now: number): Color | undefined {
    if (this.due === undefined || this.due > now) return undefined;
    this.#isRequested = true;
    return this.#toMove;
  }
}

const isOnBoard = ({ width, height }: BoardSize, point: Point): boolean =>
  Number.isInteger(point) && point >= 0 && point < width * height;
