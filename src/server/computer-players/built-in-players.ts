import { openBuiltInEngines } from '../../engines/built-in-engines.ts';
import { BUILT_IN_GROUP, builtInName, LEVELS } from '../../engines/level.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { COMPUTER_RULESET, type ComputerPlayer } from './computer-player.ts';

/** Milliseconds that a built-in player takes for a move, its search included. */
const MOVE_TIME = { least: 500, most: 3_000 };

const from = (least: number, most: number): readonly number[] =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);

const seed = (): number => Math.floor(Math.random() * 2 ** 32);

/** Whether this is the name of a built-in player or of the group of all built-in players, with or without the hyphen. */
export const isBuiltInName = (name: string): boolean =>
  [BUILT_IN_GROUP, ...LEVELS.map((level) => `${BUILT_IN_GROUP}${level}`)].includes(name.replaceAll('-', ''));

/** Creates the built-in players, one for each level, the weakest first. They play both games on boards of every size. */
export function openBuiltInPlayers(): ComputerPlayer[] {
  const builtIn = openBuiltInEngines();
  let closing: Promise<void> | undefined;
  return LEVELS.map((level) => ({
    name: builtInName(level),
    level,
    group: BUILT_IN_GROUP,
    moveTime: { ...MOVE_TIME, seed: seed() },
    offers: [
      { game: 'go', sizes: from(2, 131), ruleset: COMPUTER_RULESET },
      { game: 'gomoku', sizes: from(5, 255), rules: GOMOKU_RULES },
    ],
    engine: () => builtIn.engine({ level, seed: seed() }),
    close: () => {
      closing ??= builtIn.close();
      return closing;
    },
  }));
}
