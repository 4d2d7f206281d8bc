import type { Turn } from '../../protocols/api/value-schemas.ts';
import { type Color, opposite } from '../../rules/color.ts';

/**
 * The colour of the next move. `latest` is the last move. `first` is the colour of the first move, which is white after
 * handicap stones.
 */
export const colorToMove = (latest: Turn | undefined, first: Color): Color =>
  latest === undefined ? first : opposite(latest.color);
