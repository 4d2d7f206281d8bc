import type { RatingClass } from '../../protocols/api/resource-schemas.ts';
import type { Texts } from '../texts/texts-type.ts';

/** All rating classes in the order of display. */
export const CLASSES = [
  'go-9',
  'go-13',
  'go-19',
  'go-other',
  'gomoku-freestyle',
  'gomoku-standard',
  'gomoku-renju',
  'gomoku-caro',
] as const satisfies readonly RatingClass[];

/** `Go 9 × 9`, `Gomoku, renju`. */
export function ratingClassName(kind: RatingClass, { ratings, rules, units }: Texts): string {
  switch (kind) {
    case 'go-9':
      return `${rules.go} ${units.lines(9)}`;
    case 'go-13':
      return `${rules.go} ${units.lines(13)}`;
    case 'go-19':
      return `${rules.go} ${units.lines(19)}`;
    case 'go-other':
      return ratings.otherSizes;
    case 'gomoku-freestyle':
      return `${rules.gomoku}, ${rules.freestyle}`;
    case 'gomoku-standard':
      return `${rules.gomoku}, ${rules.standard}`;
    case 'gomoku-renju':
      return `${rules.gomoku}, ${rules.renju}`;
    case 'gomoku-caro':
      return `${rules.gomoku}, ${rules.caro}`;
  }
}
