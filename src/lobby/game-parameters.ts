import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import { isSameControl, NO_CLOCK, type TimeControl } from '../rules/time/time-control.ts';

/** `fixed`: the handicap stones stand on fixed points. `free`: black's first moves place them on any points. */
export type HandicapPlacement = 'fixed' | 'free';

interface TimeParameters {
  /** Absent in a seek that accepts any time control. */
  readonly time?: TimeControl;
}

/** The parameters of a Go seek or seat. Seeks with different rulesets can be paired. Then every move must be legal by both. */
export interface GoParameters extends TimeParameters {
  readonly game: 'go';
  /** The number of lines of the square board, 2 to 131. */
  readonly size: number;
  readonly ruleset: GoRuleset;
  readonly komi: number;
  /** Whether the opponent must accept this komi. Otherwise the player accepts any komi, and `komi` is used only if the player is the host. */
  readonly fixedKomi: boolean;
  /** The number of stones that black has before white's first move, 2 to 9. `any` in a seek that accepts every number. Absent: 0. */
  readonly handicap?: number | 'any';
  /** `any` in a seek that accepts both placements. Absent: `fixed`. */
  readonly placement?: 'free' | 'any';
}

export interface GomokuParameters extends TimeParameters {
  readonly game: 'gomoku';
  /** The number of lines of the square board, 5 to 255. */
  readonly size: number;
  readonly rule: GomokuRule;
}

export type GameParameters = GoParameters | GomokuParameters;

/** The komi of a game with handicap, unless a seek has a fixed komi. */
export const HANDICAP_KOMI = 0.5;

/** The number of handicap stones for two seats. Undefined if they ask for different numbers. 0 if both accept any number. */
export function commonHandicap(one: GameParameters, other: GameParameters): number | undefined {
  const [mine, theirs] = [handicapOf(one), handicapOf(other)];
  if (mine === 'any') return theirs === 'any' ? 0 : theirs;
  return theirs === 'any' || theirs === mine ? mine : undefined;
}

/** The handicap placement for two seats. Undefined if they ask for different placements. `fixed` if both accept any. */
export function commonPlacement(one: GameParameters, other: GameParameters): HandicapPlacement | undefined {
  const [mine, theirs] = [placementOf(one), placementOf(other)];
  if (mine === 'any') return theirs === 'any' ? 'fixed' : theirs;
  return theirs === 'any' || theirs === mine ? mine : undefined;
}

const placementOf = (parameters: GameParameters): HandicapPlacement | 'any' =>
  parameters.game === 'go' ? (parameters.placement ?? 'fixed') : 'fixed';

/** The placement as an optional field. The field is absent without handicap and for `fixed`. */
export const placementField = (handicap: number, placement: HandicapPlacement): { readonly placement?: 'free' } =>
  handicap > 0 && placement === 'free' ? { placement } : {};

/** The number of stones on the board before the first move. Stones that black places freely are moves, and do not count. */
export function fixedHandicap(parameters: GameParameters): number {
  const handicap = handicapOf(parameters);
  return handicap === 'any' || placementOf(parameters) === 'free' ? 0 : handicap;
}

const handicapOf = (parameters: GameParameters): number | 'any' =>
  parameters.game === 'go' ? (parameters.handicap ?? 0) : 0;

/** Whether a game with these parameters certainly has handicap stones. */
export function hasHandicap(parameters: GameParameters): boolean {
  const handicap = handicapOf(parameters);
  return handicap !== 'any' && handicap > 0;
}

/** The time control for two seats. Undefined if they ask for different ones. `NO_CLOCK` if both accept any. */
export function commonTime({ time: mine }: TimeParameters, { time: theirs }: TimeParameters): TimeControl | undefined {
  if (mine === undefined || theirs === undefined) return mine ?? theirs ?? NO_CLOCK;
  return isSameControl(mine, theirs) ? mine : undefined;
}

/**
 * Whether two seeks fit together: the same game, board size and Gomoku rule. If both have a time control, a fixed komi, a number of handicap
 * stones or a placement, these must be equal.
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
