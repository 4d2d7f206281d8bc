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

/** The options that two players agree on besides the rules. They hold for the whole game. */
export interface GameOptions {
  /** Whether the result counts for ratings. Some ends of games never count. */
  readonly rated: boolean;
  /** Whether only the players and clients with the key can see the game. */
  readonly private: boolean;
  /** Whether a player may ask to take moves back. */
  readonly takeBack: boolean;
  /** Whether clients may show an estimate of the score during the game. */
  readonly estimate: boolean;
}

/** The options that a seek asks for. For an absent option, any value is accepted. */
export type AskedOptions = Partial<GameOptions>;

const OPTIONS = ['rated', 'private', 'takeBack', 'estimate'] as const satisfies readonly (keyof GameOptions)[];

/** Adds the options that follow from other options: private games and games with an estimate are not rated. */
function impliedOptions(asked: AskedOptions): AskedOptions {
  const { rated, private: isPrivate, estimate } = asked;
  return rated === undefined && (isPrivate === true || estimate === true) ? { ...asked, rated: false } : asked;
}

/** Whether the options ask for a rated game that cannot be rated. */
export const isContradictory = ({ rated, private: isPrivate, estimate }: AskedOptions): boolean =>
  rated === true && (isPrivate === true || estimate === true);

/** The combined options of two seeks. Undefined if they ask for different values. */
export function commonOptions(one: AskedOptions, other: AskedOptions): AskedOptions | undefined {
  const [mine, theirs] = [impliedOptions(one), impliedOptions(other)];
  const fits = OPTIONS.every(
    (option) => mine[option] === undefined || theirs[option] === undefined || mine[option] === theirs[option],
  );
  return fits ? { ...mine, ...theirs } : undefined;
}

/** The options of a new game. `canBeRated`: whether no player is a guest. `byComputer`: whether a computer player has a seat. */
export function settledOptions(
  asked: AskedOptions,
  { canBeRated, byComputer }: { readonly canBeRated: boolean; readonly byComputer: boolean },
): GameOptions {
  const { private: isPrivate = false, takeBack, estimate = false, rated } = impliedOptions(asked);
  // A computer player agrees to every take-back, so a rated game against it has none.
  const isRated = rated ?? (canBeRated && !(byComputer && takeBack === true));
  return { rated: isRated, private: isPrivate, takeBack: takeBack ?? !(isRated && byComputer), estimate };
}

/** Whether a game with these options fits the requested options. */
export const hasOptions = (options: GameOptions, asked: AskedOptions): boolean =>
  OPTIONS.every((option) => asked[option] === undefined || asked[option] === options[option]);
