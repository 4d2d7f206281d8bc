/** The strengths of the built-in engines: from a player who has just learnt the rules to the strongest. */
export const LEVELS = [1, 2, 3, 4, 5, 6] as const;

export type Level = (typeof LEVELS)[number];

export const STRONGEST: Level = 6;
