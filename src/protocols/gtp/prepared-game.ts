import { type GoParameters, type HandicapPlacement, placementField } from '../../lobby/game-parameters.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapPoints, isHandicap } from '../../rules/go/handicap.ts';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import { type Point, square } from '../../rules/point.ts';
import { isTimeControl, type TimeControl } from '../../rules/time/time-control.ts';
import { USUAL_KOMI } from './listener-settings.ts';

/** The strictest ruleset: a stone that it allows is legal for every opponent. */
export const RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** The maximum number of prepared moves. A continued game has fewer. */
const MAX_MOVES = 2_000;

interface Handicap {
  readonly count: number;
  readonly placement: HandicapPlacement;
  /** The stones. Empty while the opponent has not placed them. */
  readonly stones: readonly Point[];
}

const NO_HANDICAP: Handicap = { count: 0, placement: 'fixed', stones: [] };

/**
 * The settings of a controller before its game begins: the game parameters, and the moves of a game that it continues. Komi
 * and time remain for the next game.
 */
export class PreparedGame {
  #size: number;
  #komi: number | undefined;
  #time: TimeControl | undefined;
  #handicap = NO_HANDICAP;
  #moves: Move[] = [];
  #position: GoPosition;

  constructor(size: number) {
    this.#size = size;
    this.#position = new GoPosition(square(size));
  }

  get size(): number {
    return this.#size;
  }

  get moves(): readonly Move[] {
    return this.#moves;
  }

  get position(): GoPosition {
    return this.#position;
  }

  /** The colour that moves next, as in a game. */
  get toMove(): Color {
    return this.#position.toMove;
  }

  /**
   * The colour of the opponent, if `genmove` is sent now: the side to move, or black if the opponent places handicap stones.
   */
  get opponent(): Color {
    return this.expectsHandicap ? 'black' : this.toMove;
  }

  /** Whether the opponent will place handicap stones. */
  get expectsHandicap(): boolean {
    return this.#handicap.count > this.#handicap.stones.length;
  }

  clear(size = this.#size): void {
    this.#size = size;
    this.#handicap = NO_HANDICAP;
    this.#moves = [];
    this.#setUp();
  }

  setKomi(komi: number): void {
    this.#komi = komi;
  }

  /** Sets the time control from the seconds of `time_settings`. A time control that no game can have counts as none. */
  setTime(main: number, period: number, stones: number): void {
    const control = timeControl(main * 1000, period * 1000, stones);
    this.#time = isTimeControl(control) ? control : undefined;
  }

  get isEmpty(): boolean {
    return this.#moves.length === 0 && this.#handicap.count === 0;
  }

  /** Black's handicap stones. Empty without a handicap, or if the opponent is black and has not placed them. */
  get stones(): readonly Point[] {
    return this.#handicap.stones;
  }

  /** Whether the opponent is black and has placed the handicap stones: the controller continues a game. */
  get hasOpponentsStones(): boolean {
    const { placement, stones } = this.#handicap;
    return placement === 'free' && stones.length > 0 && this.opponent === 'black';
  }

  allowsHandicap(count: number): boolean {
    return count > 0 && isHandicap(this.#size, count);
  }

  /** Sets black's handicap stones. `allowsHandicap` must be true for their number. */
  setHandicap(stones: readonly Point[]): void {
    const usual = handicapPoints(this.#size, stones.length);
    const isFixed = usual.every((point) => stones.includes(point));
    this.#handicap = { count: stones.length, placement: isFixed ? 'fixed' : 'free', stones };
    this.#setUp();
  }

  /** Sets that the opponent, black, will place handicap stones. `allowsHandicap` must be true for `count`. */
  expectHandicap(count: number): void {
    this.#handicap = { count, placement: 'free', stones: [] };
    this.#setUp();
  }

  /** Makes a move, if it is legal and of the side to move. Returns whether it was made. */
  play(move: Move): boolean {
    if (this.#moves.length >= MAX_MOVES || move.color !== this.toMove || this.#position.isOver) return false;
    if (move.kind === 'play' && this.#position.judge(move.color, move.point, RULESET) !== undefined) return false;
    this.#moves.push(move);
    this.#apply(move);
    return true;
  }

  /** Takes back the last move. Returns whether there was one. */
  undo(): boolean {
    if (this.#moves.pop() === undefined) return false;
    this.#setUp();
    return true;
  }

  /** The parameters of the controller's seek. */
  get parameters(): GoParameters {
    const { count, placement } = this.#handicap;
    return {
      game: 'go',
      size: this.#size,
      ruleset: RULESET,
      komi: this.#komi ?? USUAL_KOMI,
      fixedKomi: this.#komi !== undefined,
      ...(count > 0 && { handicap: count, ...placementField(count, placement) }),
      ...(this.#time !== undefined && { time: this.#time }),
    };
  }

  #setUp(): void {
    this.#position = new GoPosition(square(this.#size));
    const { count, stones } = this.#handicap;
    if (count > 0) this.#position.setUp(blackStones(stones), 'white');
    for (const move of this.#moves) this.#apply(move);
  }

  #apply(move: Move): void {
    if (move.kind === 'play') this.#position.play(move.color, move.point);
    else this.#position.pass(move.color);
  }
}

/** The time control for these milliseconds. A period for no stones means no limit. */
function timeControl(main: number, period: number, stones: number): TimeControl {
  if (period > 0) return stones > 0 ? { kind: 'canadian', main, period, stones } : { kind: 'none' };
  return main > 0 ? { kind: 'absolute', main } : { kind: 'none' };
}

const blackStones = (points: readonly Point[]): readonly { readonly color: Color; readonly point: Point }[] =>
  points.map((point) => ({ color: 'black', point }));
