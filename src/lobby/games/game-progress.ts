import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import type { Move, Proposal } from '../notice.ts';
import { boardFor, type GameBoard } from './game-board.ts';
import type { SeatRecord } from './game-event.ts';
import { PASSES, playAt } from './shared-moves.ts';

export interface ProgressSnapshot {
  readonly moves: readonly (Point | 'pass')[];
  readonly undone: number;
  readonly clockUsed: Readonly<Record<Color, number>>;
  readonly timeUsed: Readonly<Record<Color, number>>;
  readonly proposal?: { readonly by: Color; readonly what: Proposal };
  readonly proposalCounts: Readonly<Record<Color, number>>;
  readonly turnSince: number;
}

/** What has been played in a game: the board, the turns that led to it, and the time they took. */
export class GameProgress {
  readonly #black: SeatRecord;
  readonly #white: SeatRecord;
  readonly #komi: number;
  board: GameBoard;
  readonly moves: Move[] = [];
  /** How often moves have been taken back. */
  undone = 0;
  readonly clockUsed: Record<Color, number> = { black: 0, white: 0 };
  readonly timeUsed: Record<Color, number> = { black: 0, white: 0 };
  proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** How often each side has proposed something since the last turn. */
  readonly proposalCounts: Record<Color, number> = { black: 0, white: 0 };
  turnSince: number;

  constructor(black: SeatRecord, white: SeatRecord, komi: number, at: number) {
    this.#black = black;
    this.#white = white;
    this.#komi = komi;
    this.board = boardFor(black, white, komi);
    this.turnSince = at;
  }

  snapshot(): ProgressSnapshot {
    const { undone, clockUsed, timeUsed, proposal, proposalCounts, turnSince } = this;
    return {
      moves: this.moves.map((move) => (move.kind === 'play' ? move.point : 'pass')),
      undone,
      clockUsed: { ...clockUsed },
      timeUsed: { ...timeUsed },
      ...(proposal === undefined ? {} : { proposal }),
      proposalCounts: { ...proposalCounts },
      turnSince,
    };
  }

  restore({ moves, undone, clockUsed, timeUsed, proposal, proposalCounts, turnSince }: ProgressSnapshot): void {
    for (const move of moves) this.add(move === 'pass' ? PASSES[this.board.toMove] : playAt(this.board.toMove, move));
    Object.assign(this.clockUsed, clockUsed);
    Object.assign(this.timeUsed, timeUsed);
    Object.assign(this.proposalCounts, proposalCounts);
    Object.assign(this, { undone, turnSince, proposal });
  }

  /** Time goes on up to `now`, and is the mover's if it is there. */
  pause(now: number, isThere: boolean): void {
    if (isThere) this.timeUsed[this.board.toMove] += Math.max(0, now - this.turnSince);
    this.turnSince = now;
  }

  /** A turn begins, and what was proposed in the last one has lapsed. */
  beginTurn(now: number, isThere: boolean): void {
    this.pause(now, isThere);
    this.proposal = undefined;
    this.proposalCounts.black = 0;
    this.proposalCounts.white = 0;
  }

  /** The stones that a move took off. */
  add(action: Move): readonly Point[] {
    this.moves.push(action);
    if (action.kind === 'play') return this.board.play(action.point);
    this.board.pass();
    return [];
  }

  /** No position forgets what stood before it, so what is left is played once more on an empty board. */
  takeBack(turns: number): void {
    const left = this.moves.splice(0).slice(0, -turns);
    this.undone++;
    this.board = boardFor(this.#black, this.#white, this.#komi);
    for (const action of left) this.add(action);
  }
}
