/** Which earlier positions a move may not recreate. */
export const KO_RULES = ['simple', 'positional', 'situational'] as const;
export type KoRule = (typeof KO_RULES)[number];

/** What one seat allows; scoring is always by area. Komi is kept beside it, because a game has one komi and two seats. */
export interface GoRuleset {
  readonly ko: KoRule;
  readonly suicide: 'allowed' | 'forbidden';
}

/** Whether they allow the same. */
export const isSameRuleset = (one: GoRuleset, other: GoRuleset): boolean =>
  one.ko === other.ko && one.suicide === other.suicide;

/** Why a stone may not be played, in the order in which a stone is judged. */
export const GO_REFUSALS = ['occupied', 'suicide', 'ko'] as const;
export type GoRefusal = (typeof GO_REFUSALS)[number];

/** Points of both sides; white's include komi. */
export interface Score {
  readonly black: number;
  readonly white: number;
}
