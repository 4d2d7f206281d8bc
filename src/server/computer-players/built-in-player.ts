import { openBuiltInEngines } from '../../engines/built-in-engines.ts';
import { STRONGEST } from '../../engines/level.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/gomoku-rules.ts';
import { COMPUTER_RULESET, type ComputerPlayer } from './computer-player.ts';

/** How the built-in player is called. */
export const BUILT_IN_NAME = 'tengen';

const from = (least: number, most: number): readonly number[] =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index);

/** The built-in player: both games, every board. */
export function openBuiltInPlayer(): ComputerPlayer {
  const builtIn = openBuiltInEngines();
  return {
    name: BUILT_IN_NAME,
    offers: [
      { game: 'go', sizes: from(2, 131), ruleset: COMPUTER_RULESET },
      { game: 'gomoku', sizes: from(5, 255), rules: GOMOKU_RULES },
    ],
    engine: () => builtIn.engine({ level: STRONGEST, seed: Math.floor(Math.random() * 2 ** 32) }),
    close: () => builtIn.close(),
  };
}
