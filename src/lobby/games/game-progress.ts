import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import { type Adjournment, adjournedAt } from './adjournment.ts';
import type { AgreedTerms } from './combined-parameters.ts';
import { boardFor, type GameBoard } from './game-board.ts';
import { type ClocksSnapshot, GameClocks } from './game-clocks.ts';
import type { GameEvent, Move, Proposal, SeatRecord } from './game-event.ts';
import { PASSES, playAt } from './interned-moves.ts';
import { Marking, type MarkingSnapshot } from './marking.ts';

export interface ProgressSnapshot {
  readonly moves: readonly (Point | 'pass')[];
  /** As the board says after these moves. */
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
 * needed, so that a node with many games starts quickly.
 */
export class GameProgress {
  readonly #black: SeatRecord;
  readonly #white: SeatRecord;
  readonly #terms: AgreedTerms;
  #board: GameBoard | undefined;
  readonly #moves: Move[] = [];
  /** What a snapshot says, until its moves are played. */
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
  /** After two passes, until both sides accept or play goes on. */
  marking: Marking | undefined;
  adjournment: Adjournment | undefined;
  /** Play has gone on after a marking: there is no other one. */
  resumed = false;
  /** After so many moves; absent once one of them is taken back. */
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

  /** Only before the first move. */
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

  /** Counts the time until `now`, for the side to move if it is present. While stones are marked, neither side is to move. */
  pause(now: number, isThere: boolean): void {
    if (isThere && this.marking === undefined) this.timeUsed[this.toMove] += Math.max(0, now - this.turnSince);
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

  /** A proposal of a side, or its refusal. */
  propose(event: GameEvent & { kind: 'proposed' | 'declined' }): void {
    this.proposal = event.kind === 'proposed' ? { by: event.color, what: event.what } : undefined;
    if (event.kind === 'proposed') this.proposalCounts[event.color]++;
  }

  /** An adjourned game goes on: neither side has been to move meanwhile. */
  reopen(at: number): void {
    this.adjournment = undefined;
    this.turnSince = at;
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
    if (this.#moves.length === this.#resumedAfter) this.board.playOn();
  }

  /** Applies an event of the marking. Throws if there is none. */
  mark(event: GameEvent & { kind: 'marking' | 'marked' | 'accepted' | 'resumed' }, at: number, isThere: boolean): void {
    if (event.kind === 'marking') {
      this.marking = new Marking(at);
      return;
    }
    if (this.marking === undefined) throw new Error(`${event.kind} without two passes`);
    if (event.kind === 'marked') this.marking.mark(event.color, this.board.chainAt(event.point), event.dead, at);
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
