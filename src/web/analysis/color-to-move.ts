import type { Turn } from '../../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../../rules/color.ts';

/** The colour of the move after the `latest`. The `first` move of a record may be white's, after handicap stones. */
export const colorToMove = (latest: Turn | undefined, first: Color): Color =>
  latest === undefined ? first : opposite(latest.color);
