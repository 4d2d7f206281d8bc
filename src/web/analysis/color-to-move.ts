import type { Turn } from '../../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../../rules/color.ts';

/** The colour of the next move after these turns. The `first` move of a record may be white's, after handicap stones. */
export const colorToMove = (turns: readonly Turn[], first: Color): Color => {
  const latest = turns.at(-1);
  return latest === undefined ? first : opposite(latest.color);
};
