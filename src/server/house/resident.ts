import { openBuiltIn } from '../../engines/built-in.ts';
import { GOMOKU_RULES } from '../../rules/gomoku/rule.ts';
import { HOUSE_RULESET, type HousePlayer } from './house-player.ts';

/** How the built-in player is called. */
export const RESIDENT = 'tengen';

const from = (least: number, most: number): ReadonlySet<number> =>
  new Set(Array.from({ length: most - least + 1 }, (_, index) => least + index));

/** The built-in player: both games, every board. */
export function openResident(): HousePlayer {
  const builtIn = openBuiltIn();
  return {
    name: RESIDENT,
    offers: [
      { game: 'go', sizes: from(2, 131), ruleset: HOUSE_RULESET },
      { game: 'gomoku', sizes: from(5, 255), rules: new Set(GOMOKU_RULES) },
    ],
    engine: () => builtIn.engine(),
    close: () => builtIn.close(),
  };
}
