/** The levels of strength of the built-in engines. Level 1 plays like a player who has just learnt the rules. */
export const LEVELS = [1, 2, 3, 4, 5, 6] as const;

export type Level = (typeof LEVELS)[number];

/** The number as a level; undefined if there is no such level. */
export const levelOf = (number: number | undefined): Level | undefined => LEVELS.find((level) => level === number);

export const STRONGEST: Level = 6;

/** The name for the built-in player whose rating is nearest to the opponent's rating. */
export const BUILT_IN_GROUP = 'tengen';

export const builtInName = (level: Level): string => `${BUILT_IN_GROUP}-${level}`;
