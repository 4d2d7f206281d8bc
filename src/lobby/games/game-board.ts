import { COLORS, type Color, opposite } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapStones } from '../../rules/go/handicap.ts';
import { isSameRuleset, type Score } from '../../rules/go/ruleset.ts';
import { GomokuPosition } from '../../rules/gomoku/gomoku-position.ts';
import { maximumMoves } from '../../rules/maximum-moves.ts';
import { type Point, square } from '../../rules/point.ts';
import type { GomokuParameters, GoParameters, HandicapPlacement } from '../game-parameters.ts';
import type { Refusal } from '../refusal.ts';
import type { EndReason, SeatRecord, Stone } from './game-event.ts';

/** How a game ended by the rules of Go or Gomoku. */
export interface GameOutcome {
  readonly winner: Color | undefined;
  readonly reason: EndReason;
  readonly score: Score | undefined;
}

export interface MoveRefusal {
  readonly why: Refusal;
  /** Whether only the opponent's rules forbid the move. */
  readonly opponentRules: boolean;
}

/** The komi and handicap that result from the seeks of both seats. */
export interface KomiAndHandicap {
  readonly komi: number;
  /** The number of stones that black has before white's first move. */
  readonly handicap: number;
  /** `fixed`: the handicap stones stand on the board from the start. `free`: black's first moves place them. */
  readonly placement: HandicapPlacement;
}

/** The rules of a game as the lobby needs them, for Go and Gomoku. */
export interface GameBoard {
  readonly toMove: Color;
  readonly outcome: GameOutcome | undefined;
  judge(point: Point): MoveRefusal | undefined;
  /** Plays a legal stone for the side to move; returns the captured stones. */
  play(point: Point): readonly Point[];
  /** Whether the side to move may pass. */
  readonly hasPass: boolean;
  pass(): void;
  hasLegalStone(): boolean;
  stones(): readonly Stone[];
  /** In Go, the area score if all stones on the board are alive. */
  score(): Score | undefined;
  /** Whether two passes have ended the game. In that case play can resume. */
  readonly isPassedOut: boolean;
  /** Resumes play after two passes. */
  playOn(): void;
  /** The stones of the chain at a point; empty if the point is empty. */
  chainAt(point: Point): readonly Point[];
  /** The outcome of a game of Go if these stones are dead. */
  counted(dead: readonly Point[]): GameOutcome & { readonly score: Score };
}

/** A move is legal only if the rules of both seats allow it (docs/protocols/README.md). */
class GoGameBoard implements GameBoard {
  /** The number of handicap stones that black still has to place. */
  #toPlace: number;
  /** The number of moves until the game is over. */
  #turnsLeft: number;
  readonly #position: GoPosition;
  readonly #parameters: Readonly<Record<Color, GoParameters>>;
  readonly #komi: number;

  constructor(parameters: Readonly<Record<Color, GoParameters>>, { komi, handicap, placement }: KomiAndHandicap) {
    const size = square(parameters.black.size);
    this.#position = new GoPosition(size);
    this.#toPlace = placement === 'free' ? handicap : 0;
    if (handicap > 0 && placement === 'fixed')
      this.#position.setUp(handicapStones(parameters.black.size, handicap), 'white');
    this.#turnsLeft = maximumMoves(size);
    this.#parameters = parameters;
    this.#komi = komi;
  }

  get toMove(): Color {
    return this.#toPlace > 0 ? 'black' : this.#position.toMove;
  }

  /** Black cannot pass instead of placing a handicap stone. */
  get hasPass(): boolean {
    return this.#toPlace === 0;
  }

  /** The game ends after two passes or the maximum number of moves. Then the area decides. */
  get outcome(): GameOutcome | undefined {
    return this.#position.isOver || this.#turnsLeft <= 0 ? this.counted([]) : undefined;
  }

  counted(dead: readonly Point[]): GameOutcome & { readonly score: Score } {
    const score = this.#position.score(this.#komi, dead);
    const winner = score.black > score.white ? 'black' : score.white > score.black ? 'white' : undefined;
    return { winner, reason: 'score', score };
  }

  get isPassedOut(): boolean {
    return this.#position.isOver && this.#turnsLeft > 0;
  }

  playOn(): void {
    this.#position.resume();
  }

  chainAt(point: Point): readonly Point[] {
    return this.#position.chainAt(point);
  }

  judge(point: Point): MoveRefusal | undefined {
    const mover = this.toMove;
    const ownRules = this.#parameters[mover].ruleset;
    const own = this.#position.judge(mover, point, ownRules);
    if (own !== undefined) return { why: own, opponentRules: false };
    const opponentRules = this.#parameters[opposite(mover)].ruleset;
    if (isSameRuleset(ownRules, opponentRules)) return undefined;
    const theirs = this.#position.judge(mover, point, opponentRules);
    return theirs === undefined ? undefined : { why: theirs, opponentRules: true };
  }

  play(point: Point): readonly Point[] {
    this.#turnsLeft--;
    const captured = this.#position.play(this.toMove, point);
    if (this.#toPlace > 0) this.#toPlace--;
    return captured;
  }

  pass(): void {
    this.#turnsLeft--;
    this.#position.pass(this.toMove);
  }

  hasLegalStone(): boolean {
    return this.#position.hasLegalStone(
      this.toMove,
      COLORS.map((color) => this.#parameters[color].ruleset),
    );
  }

  stones(): readonly Stone[] {
    return [...this.#position.stones()];
  }

  score(): Score {
    return this.#position.score(this.#komi);
  }
}

/**
 * A game of Gomoku. It has no pass. It is drawn when the board is full or, on a board of more than 173 lines, after the maximum number of
 * moves.
 */
class GomokuBoard implements GameBoard {
  readonly hasPass = false;
  readonly isPassedOut = false;
  /** The number of moves until the game is over. */
  #turnsLeft: number;
  readonly #position: GomokuPosition;

  constructor(parameters: GomokuParameters) {
    this.#position = new GomokuPosition(parameters.size, parameters.rule);
    this.#turnsLeft = maximumMoves(square(parameters.size));
  }

  get toMove(): Color {
    return this.#position.toMove;
  }

  get outcome(): GameOutcome | undefined {
    const outcome = this.#position.outcome ?? (this.#turnsLeft > 0 ? undefined : FULL);
    if (outcome === undefined) return undefined;
    const winner = outcome.reason === 'row' ? outcome.winner : undefined;
    return { winner, reason: outcome.reason, score: undefined };
  }

  judge(point: Point): MoveRefusal | undefined {
    const why = this.#position.judge(point);
    return why === undefined ? undefined : { why, opponentRules: false };
  }

  play(point: Point): readonly Point[] {
    this.#turnsLeft--;
    this.#position.play(point);
    return [];
  }

  pass(): void {
    throw new Error('Gomoku has no pass');
  }

  hasLegalStone(): boolean {
    return this.outcome === undefined;
  }

  stones(): readonly Stone[] {
    return [...this.#position.stones()];
  }

  score(): undefined {
    return undefined;
  }

  playOn(): void {
    throw new Error('Gomoku has no pass');
  }

  chainAt(): readonly Point[] {
    return [];
  }

  counted(): never {
    throw new Error('Gomoku has no area');
  }
}

const FULL = { reason: 'full' } as const;

/** The board of two paired seats before the first move. */
export function boardFor(black: SeatRecord, white: SeatRecord, terms: KomiAndHandicap): GameBoard {
  if (black.parameters.game === 'go' && white.parameters.game === 'go') {
    return new GoGameBoard({ black: black.parameters, white: white.parameters }, terms);
  }
  if (black.parameters.game === 'gomoku') return new GomokuBoard(black.parameters);
  throw new Error(`${black.parameters.game} and ${white.parameters.game} cannot be paired`);
}
