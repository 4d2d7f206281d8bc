import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import type { AgreedTerms } from './combined-parameters.ts';
import { boardFor, type GameBoard } from './game-board.ts';
import { type ClocksSnapshot, GameClocks } from './game-clocks.ts';
import type { GameEvent, Move, Proposal, SeatRecord } from './game-event.ts';
import { Marking, type MarkingSnapshot } from './marking.ts';
import { PASSES, playAt } from './shared-moves.ts';

export interface ProgressSnapshot {
  readonly moves: readonly (Point | 'pass')[];
  readonly undone: number;
  readonly clocks?: ClocksSnapshot;
  readonly timeUsed: Readonly<Record<Color, number>>;
  readonly proposal?: { readonly by: Color; readonly what: Proposal };
  readonly proposalCounts: Readonly<Record<Color, number>>;
  readonly turnSince: number;
  readonly marking?: MarkingSnapshot;
  readonly resumed?: true;
  readonly resumedAfter?: number;
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
  /** After two passes, until both sides accept or play goes on. */
  marking: Marking | undefined;
  /** Play has gone on after a marking: there is no other one. */
  resumed = false;
  /** After so many moves; absent once one of them is taken back. */
  #resumedAfter: number | undefined;

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
      ...(this.marking === undefined ? {} : { marking: this.marking.snapshot() }),
      ...(this.resumed ? { resumed: true } : {}),
      ...(this.#resumedAfter === undefined ? {} : { resumedAfter: this.#resumedAfter }),
    };
  }

  restore({ moves, undone, clocks, timeUsed, proposal, proposalCounts, turnSince, ...rest }: ProgressSnapshot): void {
    this.#resumedAfter = rest.resumedAfter;
    for (const move of moves)
      this.#replay(move === 'pass' ? PASSES[this.board.toMove] : playAt(this.board.toMove, move));
    if (rest.marking !== undefined) this.marking = Marking.restore(rest.marking);
    this.resumed = rest.resumed ?? false;
    if (clocks !== undefined) this.clocks?.restore(clocks);
    Object.assign(this.timeUsed, timeUsed);
    Object.assign(this.proposalCounts, proposalCounts);
    Object.assign(this, { undone, turnSince, proposal });
  }

  /** Counts the time until `now`, for the side to move if it is present. While stones are marked, neither side is to move. */
  pause(now: number, isThere: boolean): void {
    if (isThere && this.marking === undefined) this.timeUsed[this.board.toMove] += Math.max(0, now - this.turnSince);
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
    this.clocks?.left.splice(-turns);
    this.undone++;
    this.marking = undefined;
    if (left.length < (this.#resumedAfter ?? 0)) this.#resumedAfter = undefined;
    this.board = boardFor(this.#black, this.#white, this.#terms);
    for (const action of left) this.#replay(action);
  }

  /** A game of the journal goes on. */
  goOnFrom(now: number): void {
    this.clocks?.goOnFrom(now);
    this.marking?.goOnFrom(now);
  }

  /** Nothing could be stored between these times. */
  skip(from: number, to: number): void {
    this.clocks?.skip(from, to);
    this.marking?.goOnFrom(to);
  }

  /** Two passes have ended play, and play has never gone on after a marking. */
  get mayBeMarked(): boolean {
    return this.board.isPassedOut && !this.resumed;
  }

  #replay(action: Move): void {
    this.add(action);
    if (this.moves.length === this.#resumedAfter) this.board.playOn();
  }

  /** Applies an event of the marking. Throws if there is none. */
  mark(event: GameEvent & { kind: 'marking' | 'marked' | 'accepted' | 'resumed' }, at: number, isThere: boolean): void {
    if (event.kind === 'marking') {
      this.marking = new Marking(at);
      return;
    }
    if (this.marking === undefined) throw new Error(`${event.kind} without two passes`);
    if (event.kind === 'marked') this.marking.mark(this.board.chainAt(event.point), event.dead, at);
    else if (event.kind === 'accepted') this.marking.accept(event.color, at);
    else {
      this.beginTurn(at, isThere);
      this.marking = undefined;
      this.resumed = true;
      this.#resumedAfter = this.moves.length;
      this.board.playOn();
    }
  }
}
