import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { COLORS } from '../../rules/color.ts';
import type { Texts } from '../texts/texts-type.ts';

/** The same number as in the archive: with fewer moves of a side, a game that does not end by the rules is not rated. */
const FEWEST_MOVES = 3;

/** Ends after which a game is rated with any number of moves, and an end after which it may continue. */
const ANY_LENGTH: ReadonlySet<string> = new Set(['score', 'row', 'full', 'adjourned']);

/** Whether a game is rated, as text. */
export function ratedText({ options, end, turns }: Pick<GameState, 'options' | 'end' | 'turns'>, words: Texts): string {
  if (!options.rated) return words.game.unrated;
  const isShort = COLORS.some((side) => turns.filter(({ color }) => color === side).length < FEWEST_MOVES);
  return end !== undefined && !ANY_LENGTH.has(end.reason) && isShort ? words.game.tooShort : words.game.rated;
}
