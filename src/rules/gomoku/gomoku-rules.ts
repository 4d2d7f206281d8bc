/** How many in a row win and which moves are fouls. */
export const GOMOKU_RULES = ['freestyle', 'standard', 'renju', 'caro'] as const;
export type GomokuRule = (typeof GOMOKU_RULES)[number];

/** Why a stone may not be played. The last three are renju's fouls and bind black alone. */
const GOMOKU_REFUSALS = ['occupied', 'overline', 'double-four', 'double-three'] as const;
export type GomokuRefusal = (typeof GOMOKU_REFUSALS)[number];
