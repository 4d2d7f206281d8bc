import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import { isSameControl, NO_CLOCK, type TimeControl } from '../rules/time/time-control.ts';

/** Handicap stones stand on fixed points, or black places them anywhere, as its first moves. */
export type HandicapPlacement = 'fixed' | 'free';

interface TimeParameters {
  /** Absent in a seek: any will do. */
  readonly time?: TimeControl;
}

/** What a seat of Go plays by. Seats with different rules can be paired: a move must be legal for both. */
export interface GoParameters extends TimeParameters {
  readonly game: 'go';
  /** Lines of the square board, 2 to 131. */
  readonly size: number;
  readonly ruleset: GoRuleset;
  readonly komi: number;
  /** The komi is a value that the opponent has to accept. Otherwise any komi will do, and this one holds only for a host. */
  readonly fixedKomi: boolean;
  /** The stones that black has on the board before white's first move, 2 to 9; `any` in a seek that accepts every number. Absent: none. */
  readonly handicap?: number | 'any';
  /** How black's stones come on the board. `any` in a seek that accepts either. Absent: `fixed`. */
  readonly placement?: 'free' | 'any';
}

export interface GomokuParameters extends TimeParameters {
  readonly game: 'gomoku';
  /** Lines of the square board, 5 to 255. */
  readonly size: number;
  readonly rule: GomokuRule;
}

export type GameParameters = GoParameters | GomokuParameters;

/** White's points in a game with handicap, unless a seek has a fixed komi. */
export const HANDICAP_KOMI = 0.5;

/** The handicap stones of seats with these parameters; undefined if they ask for different numbers. Of two that accept any there are none. */
export function commonHandicap(one: GameParameters, other: GameParameters): number | undefined {
  const [mine, theirs] = [handicapOf(one), handicapOf(other)];
  if (mine === 'any') return theirs === 'any' ? 0 : theirs;
  return theirs === 'any' || theirs === mine ? mine : undefined;
}

/** Where the handicap stones of two seats stand; undefined if they ask for different ways. Of two that accept either it is `fixed`. */
export function commonPlacement(one: GameParameters, other: GameParameters): HandicapPlacement | undefined {
  const [mine, theirs] = [placementOf(one), placementOf(other)];
  if (mine === 'any') return theirs === 'any' ? 'fixed' : theirs;
  return theirs === 'any' || theirs === mine ? mine : undefined;
}

const placementOf = (parameters: GameParameters): HandicapPlacement | 'any' =>
  parameters.game === 'go' ? (parameters.placement ?? 'fixed') : 'fixed';

/** As an optional field: fixed points are not mentioned, nor is the placement of no stones. */
export const placementField = (handicap: number, placement: HandicapPlacement): { readonly placement?: 'free' } =>
  handicap > 0 && placement === 'free' ? { placement } : {};

/** The number of stones on fixed points before the first move of a game; those that black places are moves. */
export function fixedHandicap(parameters: GameParameters): number {
  const handicap = handicapOf(parameters);
  return handicap === 'any' || placementOf(parameters) === 'free' ? 0 : handicap;
}

const handicapOf = (parameters: GameParameters): number | 'any' =>
  parameters.game === 'go' ? (parameters.handicap ?? 0) : 0;

/** Whether a game with these parameters has handicap stones for certain. */
export function hasHandicap(parameters: GameParameters): boolean {
  const handicap = handicapOf(parameters);
  return handicap !== 'any' && handicap > 0;
}

/** The time control of two seats; undefined if they ask for different ones. Of two that accept any there is no clock. */
export function commonTime({ time: mine }: TimeParameters, { time: theirs }: TimeParameters): TimeControl | undefined {
  if (mine === undefined || theirs === undefined) return mine ?? theirs ?? NO_CLOCK;
  return isSameControl(mine, theirs) ? mine : undefined;
}

/**
 * Whether two seeks fit: the same game, size and, in Gomoku, rule; two time controls have to be equal, and in Go two fixed komi and two
 * numbers of handicap stones, which have to come on the board in the same way.
 */
export function areCompatible(one: GameParameters, other: GameParameters): boolean {
  if (one.size !== other.size || commonTime(one, other) === undefined) return false;
  if (one.game === 'go') {
    const handicap = commonHandicap(one, other);
    if (other.game !== 'go' || handicap === undefined) return false;
    if (handicap > 0 && commonPlacement(one, other) === undefined) return false;
    return one.komi === other.komi || !one.fixedKomi || !other.fixedKomi;
  }
  return other.game === 'gomoku' && one.rule === other.rule;
}
