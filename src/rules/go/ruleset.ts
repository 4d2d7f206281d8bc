/** The ko rules: which earlier positions a move may not recreate. */
export const KO_RULES = ['simple', 'positional', 'situational'] as const;
export type KoRule = (typeof KO_RULES)[number];

/** The rules of one seat. Scoring is always by area. Komi is not included, because a game has one komi, but two seats. */
export interface GoRuleset {
  readonly ko: KoRule;
  readonly suicide: 'allowed' | 'forbidden';
}

export const isSameRuleset = (a: GoRuleset, b: GoRuleset): boolean => a.ko === b.ko && a.suicide === b.suicide;

/** The reasons why a stone is illegal, in the order in which they are checked. */
export const GO_REFUSALS = ['occupied', 'suicide', 'ko'] as const;
export type GoRefusal = (typeof GO_REFUSALS)[number];

/** The points of both sides. White's points include komi. */
export interface Score {
  readonly black: number;
  readonly white: number;
}
