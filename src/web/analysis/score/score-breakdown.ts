import type { Color } from '../../../rules/color.ts';
import type { PointOwner } from '../../../rules/go/point-owners.ts';
import type { BoardSize } from '../../../rules/point.ts';

/** A score and its parts, in points. */
export interface ScoreBreakdown {
  /** Whether the score is counted by the rules and not estimated. */
  readonly isExact: boolean;
  readonly area: { readonly [color in Color]: number };
  readonly komi: number;
  /** Black's points minus white's, komi included. */
  readonly lead: number;
  /** The owner of each point; undefined if an estimate is not clear. */
  readonly owners: readonly (PointOwner | undefined)[];
  readonly playouts?: number;
}

/**
 * A point belongs to a side whose share of the playouts is greater than the other side's by at least this. At 0.3, the side
 * owns the point in about two thirds of the playouts. In an opening on 9 lines, half of the points have an owner with 0.3,
 * and a tenth with 0.5.
 */
const OWNED = 0.3;

/** The score by the rules, from the owner of each point. */
export function countedScore(owners: readonly PointOwner[], komi: number): ScoreBreakdown {
  const areaOf = (color: Color): number => owners.filter((owner) => owner === color).length;
  const area = { black: areaOf('black'), white: areaOf('white') };
  return { isExact: true, area, komi, lead: area.black - area.white - komi, owners };
}

/** The score from an estimate. The areas are whole numbers that fill the board and have the estimated lead. */
export function estimatedScore(
  estimate: { readonly ownership: readonly number[]; readonly lead: number },
  komi: number,
  playouts: number,
): ScoreBreakdown {
  const points = estimate.ownership.length;
  const black = Math.min(points, Math.max(0, Math.round((points + estimate.lead) / 2)));
  const area = { black, white: points - black };
  const owners = estimate.ownership.map((owner) => (owner >= OWNED ? 'black' : owner <= -OWNED ? 'white' : undefined));
  return { isExact: false, area, komi, lead: area.black - area.white - komi, owners, playouts };
}

/** The number of playouts for one position. The estimate takes up to a second on a telephone, also on 131 lines. */
export const estimatePlayouts = ({ width, height }: BoardSize): number =>
  Math.min(800, Math.max(10, Math.round(150_000 / (width * height))));
