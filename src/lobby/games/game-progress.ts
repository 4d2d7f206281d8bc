import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import type { AgreedTerms } from './combined-parameters.ts';
import { boardFor, type GameBoard } from './game-board.ts';
import { type ClocksSnapshot, GameClocks } from './game-clocks.ts';
import type { Move, Proposal, SeatRecord } from './game-event.ts';
import { PASSES, playAt } from './shared-moves.ts';

export interface ProgressSnapshot {
  readonly moves: readonly (Point | 'pass')[];
  readonly undone: number;
  readonly clocks?: ClocksSnapshot;
  readonly timeUsed: Readonly<Record<Color, number>>;
  readonly proposal?: { readonly by: Color; readonly what: Proposal };
  readonly proposalCounts: Readonly<Record<Color, number>>;
  readonly turnSince: number;
}

/** The progress of a game: its board, its moves, and the time used. */
export class GameProgress {
  readonly #black: SeatRecord;
  readonly #white: SeatRecord;
  readonly #terms: AgreedTerms;
  board: GameBoard;
  readonly moves: Move[] = [];
  /** How often moves have been taken back. */
  undone = 0;
  /** Absent without a time control. */
  readonly clocks: GameClocks | undefined;
  readonly timeUsed: Record<Color, number> = { black: 0, white: 0 };
  proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** The number of proposals of each side since the last move. */
  readonly proposalCounts: Record<Color, number> = { black: 0, white: 0 };
  turnSince: number;

  constructor(black: SeatRecord, white: SeatRecord, terms: AgreedTerms, at: number) {
    this.#black = black;
    this.#white = white;
    this.#terms = terms;
    this.board = boardFor(black, white, terms);
    this.clocks = terms.time.kind === 'none' ? undefined : new GameClocks(terms.time);
    this.turnSince = at;
  }

  snapshot(): ProgressSnapshot {
    const { undone, clocks, timeUsed, proposal, proposalCounts, turnSince } = this;
    return {
      moves: this.moves.map((move) => (move.kind === 'play' ? move.point : 'pass')),
      undone,
      ...(clocks === undefined ? {} : { clocks: clocks.snapshot() }),
      timeUsed: { ...timeUsed },
      ...(proposal === undefined ? {} : { proposal }),
      proposalCounts: { ...proposalCounts },
      turnSince,
    };
  }

  restore({ moves, undone, clocks, timeUsed, proposal, proposalCounts, turnSince }: ProgressSnapshot): void {
    for (const move of moves) this.add(move === 'pass' ? PASSES[this.board.toMove] : playAt(this.board.toMove, move));
    if (clocks !== undefined) this.clocks?.restore(clocks);
    Object.assign(this.timeUsed, timeUsed);
    Object.assign(this.proposalCounts, proposalCounts);
    Object.assign(this, { undone, turnSince, proposal });
  }

  /** Counts the time until `now`, for the side to move if it is present. */
  pause(now: number, isThere: boolean): void {
    if (isThere) this.timeUsed[this.board.toMove] += Math.max(0, now - this.turnSince);
    this.turnSince = now;
  }

  /** Starts a turn. Proposals of the last turn end. */
  beginTurn(now: number, isThere: boolean): void {
    this.pause(now, isThere);
    this.proposal = undefined;
    this.proposalCounts.black = 0;
    this.proposalCounts.white = 0;
  }

  /** Plays a move; returns the captured stones. */
  add(action: Move): readonly Point[] {
    this.moves.push(action);
    if (action.kind === 'play') return this.board.play(action.point);
    this.board.pass();
    return [];
  }

  /** Positions cannot be undone, so the remaining moves are replayed from the beginning. */
  takeBack(turns: number): void {
    const left = this.moves.splice(0).slice(0, -turns);
    this.undone++;
    this.board = boardFor(this.#black, this.#white, this.#terms);
    for (const action of left) this.add(action);
  }
}
