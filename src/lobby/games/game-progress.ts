import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { type AdjournmentPeriod, adjournedAt } from './adjournment.ts';
import type { AgreedTerms } from './combined-parameters.ts';
import { boardFor, type GameBoard } from './game-board.ts';
import { type ClocksSnapshot, GameClocks } from './game-clocks.ts';
import type { GameEvent, Move, Proposal, SeatRecord } from './game-event.ts';
import { PASSES, playAt } from './interned-moves.ts';
import { Marking, type MarkingSnapshot } from './marking.ts';

export interface ProgressSnapshot {
  readonly moves: readonly (Point | 'pass')[];
  /** The side to move after these moves. */
  readonly toMove: Color;
  readonly undone: number;
  readonly clocks?: ClocksSnapshot;
  readonly timeUsed: Readonly<Record<Color, number>>;
  readonly proposal?: { readonly by: Color; readonly what: Proposal };
  readonly proposalCounts: Readonly<Record<Color, number>>;
  readonly turnSince: number;
  readonly marking?: MarkingSnapshot;
  readonly resumed?: true;
  readonly resumedAfter?: number;
  /** Since when the game is adjourned. */
  readonly adjourned?: number;
}

/**
 * The progress of a game: its board, its moves, and the time used. The moves of a snapshot are played when the board or the moves are first
 * needed. Therefore a node with many games starts quickly.
 */
export class GameProgress {
  readonly #black: SeatRecord;
  readonly #white: SeatRecord;
  readonly #terms: AgreedTerms;
  #board: GameBoard | undefined;
  readonly #moves: Move[] = [];
  /** The state of a snapshot, until its moves are played. */
  #unplayed: Pick<ProgressSnapshot, 'moves' | 'toMove'> | undefined;
  /** How often moves have been taken back. */
  undone = 0;
  /** Absent without a time control. */
  readonly clocks: GameClocks | undefined;
  readonly timeUsed: Record<Color, number> = { black: 0, white: 0 };
  proposal: { readonly by: Color; readonly what: Proposal } | undefined;
  /** The number of proposals of each side since the last move. */
  readonly proposalCounts: Record<Color, number> = { black: 0, white: 0 };
  turnSince: number;
  /** Present after two passes, until both sides accept or play resumes. */
  marking: Marking | undefined;
  adjournment: AdjournmentPeriod | undefined;
  /** Whether play has resumed after a marking. There is no second marking. */
  resumed = false;
  /** The number of moves before play resumed. Absent once one of these moves is taken back. */
  #resumedAfter: number | undefined;

  constructor(black: SeatRecord, white: SeatRecord, terms: AgreedTerms, at: number) {
    this.#black = black;
    this.#white = white;
    this.#terms = terms;
    this.clocks = terms.time.kind === 'none' ? undefined : new GameClocks(terms.time);
    this.turnSince = at;
  }

  snapshot(): ProgressSnapshot {
    const { undone, clocks, timeUsed, proposal, proposalCounts, toMove, turnSince } = this;
    return {
      moves: this.#unplayed?.moves ?? this.#moves.map((move) => (move.kind === 'play' ? move.point : 'pass')),
      toMove,
      undone,
      ...(clocks === undefined ? {} : { clocks: clocks.snapshot() }),
      timeUsed: { ...timeUsed },
      ...(proposal === undefined ? {} : { proposal }),
      proposalCounts: { ...proposalCounts },
      turnSince,
      ...(this.marking === undefined ? {} : { marking: this.marking.snapshot() }),
      ...(this.resumed ? { resumed: true } : {}),
      ...(this.#resumedAfter === undefined ? {} : { resumedAfter: this.#resumedAfter }),
      ...(this.adjournment === undefined ? {} : { adjourned: this.adjournment.since }),
    };
  }

  /** May be called only before the first move. */
  restore({ moves, toMove, undone, clocks, timeUsed, proposal, ...rest }: ProgressSnapshot): void {
    const { proposalCounts, turnSince } = rest;
    this.#unplayed = { moves, toMove };
    this.#resumedAfter = rest.resumedAfter;
    if (rest.marking !== undefined) this.marking = Marking.restore(rest.marking);
    this.resumed = rest.resumed ?? false;
    this.adjournment = rest.adjourned === undefined ? undefined : adjournedAt(rest.adjourned);
    if (clocks !== undefined) this.clocks?.restore(clocks);
    Object.assign(this.timeUsed, timeUsed);
    Object.assign(this.proposalCounts, proposalCounts);
    Object.assign(this, { undone, turnSince, proposal });
  }

  get board(): GameBoard {
    if (this.#unplayed !== undefined) this.#play(this.#unplayed.moves);
    this.#board ??= this.#newBoard();
    return this.#board;
  }

  get moves(): readonly Move[] {
    if (this.#unplayed !== undefined) this.#play(this.#unplayed.moves);
    return this.#moves;
  }

  get toMove(): Color {
    return this.#unplayed?.toMove ?? this.board.toMove;
  }

  #play(moves: ProgressSnapshot['moves']): void {
    this.#unplayed = undefined;
    for (const move of moves) this.#replay(move === 'pass' ? PASSES[this.toMove] : playAt(this.toMove, move));
  }

  #newBoard(): GameBoard {
    return boardFor(this.#black, this.#white, this.#terms);
  }

  /** Adds the time until `now` to the time used by the side to move, if it is present. While stones are marked, neither side is to move. */
  pause(now: number, isPresent: boolean): void {
    if (isPresent && this.marking === undefined) this.timeUsed[this.toMove] += Math.max(0, now - this.turnSince);
    this.turnSince = now;
  }

  /** Starts a turn. Proposals of the last turn end. */
  startTurn(now: number, isPresent: boolean): void {
    this.pause(now, isPresent);
    this.proposal = undefined;
    this.proposalCounts.black = 0;
    this.proposalCounts.white = 0;
  }

  /** Plays a move; returns the captured stones. */
  add(action: Move): readonly Point[] {
    const { board } = this;
    this.#moves.push(action);
    if (action.kind === 'play') return board.play(action.point);
    board.pass();
    return [];
  }

  /** Positions cannot be undone, so the remaining moves are replayed from the beginning. */
  takeBack(turns: number): void {
    const left = this.moves.slice(0, -turns);
    this.#moves.length = 0;
    this.clocks?.left.splice(-turns);
    this.undone++;
    this.marking = undefined;
    if (left.length < (this.#resumedAfter ?? 0)) this.#resumedAfter = undefined;
    this.#board = this.#newBoard();
    for (const action of left) this.#replay(action);
  }

  /** Applies a proposal, or the refusal of a proposal. */
  propose(event: GameEvent & { kind: 'proposed' | 'declined' }): void {
    this.proposal = event.kind === 'proposed' ? { by: event.color, what: event.what } : undefined;
    if (event.kind === 'proposed') this.proposalCounts[event.color]++;
  }

  /** Continues an adjourned game. The time of the adjournment counts for neither side. */
  reopen(at: number): void {
    this.adjournment = undefined;
    this.turnSince = at;
  }

  /** A game from the journal continues. */
  resumeClocks(now: number): void {
    this.clocks?.resumeAt(now);
    this.marking?.restartTimeout(now);
  }

  /** Moves could not be stored between these times, so this interval does not count. */
  skipTime(from: number, to: number): void {
    this.clocks?.skipTime(from, to);
    this.marking?.restartTimeout(to);
  }

  /** Whether two passes have ended play, and play has not resumed after a marking. */
  get mayBeMarked(): boolean {
    return this.board.isPassedOut && !this.resumed;
  }

  #replay(action: Move): void {
    this.add(action);
    if (this.#moves.length === this.#resumedAfter) this.board.playOn();
  }

  /** Applies an event of the marking. Throws if there is none. */
  mark(
    event: GameEvent & { kind: 'marking' | 'marked' | 'accepted' | 'resumed' },
    at: number,
    isPresent: boolean,
  ): void {
    if (event.kind === 'marking') {
      this.marking = new Marking(at);
      return;
    }
    if (this.marking === undefined) throw new Error(`${event.kind} without two passes`);
    if (event.kind === 'marked') this.marking.mark(event.color, this.board.chainAt(event.point), event.dead, at);
    else if (event.kind === 'accepted') this.marking.accept(event.color, at);
    else {
      this.startTurn(at, isPresent);
      this.marking = undefined;
      this.resumed = true;
      this.#resumedAfter = this.moves.length;
      this.board.playOn();
    }
  }
}
