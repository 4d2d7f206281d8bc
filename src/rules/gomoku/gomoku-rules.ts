/** The rules of Gomoku: how many stones in a row win, and which moves are fouls. */
export const GOMOKU_RULES = ['freestyle', 'standard', 'renju', 'caro'] as const;
export type GomokuRule = (typeof GOMOKU_RULES)[number];

/** The reasons why a stone is illegal. The last three are the fouls of renju, which are forbidden only to black. */
const GOMOKU_REFUSALS = ['occupied', 'overline', 'double-four', 'double-three'] as const;
export type GomokuRefusal = (typeof GOMOKU_REFUSALS)[number];
