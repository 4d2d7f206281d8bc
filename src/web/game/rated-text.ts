import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Color } from '../../rules/color.ts';
import { isTooShortToRate } from '../../rules/rated-length.ts';
import type { Texts } from '../texts/texts-type.ts';

/** Whether a game is rated, as text. An adjourned game may continue, so it is not too short yet. */
export function ratedText({ options, end, turns }: Pick<GameState, 'options' | 'end' | 'turns'>, words: Texts): string {
  if (!options.rated) return words.game.unrated;
  if (end === undefined || end.reason === 'adjourned') return words.game.rated;
  const movesOf = (side: Color): number => turns.filter(({ color }) => color === side).length;
  const moves = { black: movesOf('black'), white: movesOf('white') };
  return isTooShortToRate(end.reason, moves) ? words.game.tooShort : words.game.rated;
}
