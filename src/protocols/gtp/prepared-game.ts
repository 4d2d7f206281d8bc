import type { GoParameters } from '../../lobby/game-parameters.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { Color } from '../../rules/color.ts';
import { GoPosition } from '../../rules/go/go-position.ts';
import { handicapPoints, handicapStones, isHandicap } from '../../rules/go/handicap.ts';
import type { GoRuleset } from '../../rules/go/ruleset.ts';
import { type Point, square } from '../../rules/point.ts';
import { isTimeControl, type TimeControl } from '../../rules/time/time-control.ts';
import { USUAL_KOMI } from './settings.ts';

/** The strictest rules there are: a stone that they allow is legal for every opponent. */
export const RULESET: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

/** More moves cannot be prepared, because a game that is continued has fewer. */
const MOST_MOVES = 2_000;

/** What a controller has set before its game begins: the terms, and the moves of a game that it continues. Komi and time outlast a game. */
export class PreparedGame {
  #size: number;
  #komi: number | undefined;
  #time: TimeControl | undefined;
  #handicap = 0;
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

  clear(size = this.#size): void {
    this.#size = size;
    this.#handicap = 0;
    this.#moves = [];
    this.#setUp();
  }

  setKomi(komi: number): void {
    this.#komi = komi;
  }

  /** Seconds, as `time_settings` has them. A time control that no game here can have is like none that was set. */
  setTime(main: number, period: number, stones: number): void {
    const control = timeControl(main * 1000, period * 1000, stones);
    this.#time = isTimeControl(control) ? control : undefined;
  }

  get isEmpty(): boolean {
    return this.#moves.length === 0 && this.#handicap === 0;
  }

  /** Returns the places of the stones; undefined if there are no usual places for so many. */
  placeHandicap(stones: number): readonly Point[] | undefined {
    if (!isHandicap(this.#size, stones)) return undefined;
    this.#handicap = stones;
    this.#setUp();
    return handicapPoints(this.#size, stones);
  }

  /** Whether the move is legal and was made. It may continue a game, so it has to be a move of the side whose turn it is. */
  play(move: Move): boolean {
    if (this.#moves.length >= MOST_MOVES || move.color !== this.toMove || this.#position.over) return false;
    if (move.kind === 'play' && this.#position.judge(move.color, move.point, RULESET) !== undefined) return false;
    this.#moves.push(move);
    this.#apply(move);
    return true;
  }

  /** Takes the last move back; false if there is none. */
  undo(): boolean {
    if (this.#moves.pop() === undefined) return false;
    this.#setUp();
    return true;
  }

  /** The parameters of the controller's seek. */
  get parameters(): GoParameters {
    return {
      game: 'go',
      size: this.#size,
      ruleset: RULESET,
      komi: this.#komi ?? USUAL_KOMI,
      fixedKomi: this.#komi !== undefined,
      ...(this.#handicap > 0 && { handicap: this.#handicap }),
      ...(this.#time !== undefined && { time: this.#time }),
    };
  }

  #setUp(): void {
    this.#position = new GoPosition(square(this.#size));
    if (this.#handicap > 0) this.#position.setUp(handicapStones(this.#size, this.#handicap), 'white');
    for (const move of this.#moves) this.#apply(move);
  }

  #apply(move: Move): void {
    if (move.kind === 'play') this.#position.play(move.color, move.point);
    else this.#position.pass(move.color);
  }
}

/** In milliseconds. A period for no stones means that there is no limit. */
function timeControl(main: number, period: number, stones: number): TimeControl {
  if (period > 0) return stones > 0 ? { kind: 'canadian', main, period, stones } : { kind: 'none' };
  return main > 0 ? { kind: 'absolute', main } : { kind: 'none' };
}
