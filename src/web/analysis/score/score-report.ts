import type { Color } from '../../../rules/color.ts';
import type { PointOwner } from '../../../rules/go/point-owners.ts';
import type { BoardSize } from '../../../rules/point.ts';

/** A score and what it is made of, in points. */
export interface ScoreReport {
  /** Counted by the rules, not estimated. */
  readonly isExact: boolean;
  readonly area: { readonly [color in Color]: number };
  readonly komi: number;
  /** Black's points minus white's, komi included. */
  readonly lead: number;
  /** By point; absent where an estimate does not say. */
  readonly owners: readonly (PointOwner | undefined)[];
  /** Of an estimate. */
  readonly playouts?: number;
}

/**
 * A point belongs to a side that owns it in this much more of the playouts than the other: 0.3 is two thirds of them. With 0.5 an opening
 * on 9 lines has marks on a tenth of its points, with 0.3 on half of them.
 */
const OWNED = 0.3;

/** The score by the rules, by the owner of each point. */
export function countedScore(owners: readonly PointOwner[], komi: number): ScoreReport {
  const of = (color: Color): number => owners.filter((owner) => owner === color).length;
  const area = { black: of('black'), white: of('white') };
  return { isExact: true, area, komi, lead: area.black - area.white - komi, owners };
}

/** The score by an estimate: the lead is shared out so that both areas are whole points and fill the board. */
export function estimatedScore(
  estimate: { readonly ownership: readonly number[]; readonly lead: number },
  komi: number,
  playouts: number,
): ScoreReport {
  const points = estimate.ownership.length;
  const black = Math.min(points, Math.max(0, Math.round((points + estimate.lead) / 2)));
  const area = { black, white: points - black };
  const owners = estimate.ownership.map((owner) => (owner >= OWNED ? 'black' : owner <= -OWNED ? 'white' : undefined));
  return { isExact: false, area, komi, lead: area.black - area.white - komi, owners, playouts };
}

/** Playouts for the estimate of one position: up to a second on a telephone, on 131 lines too. */
export const estimatePlayouts = ({ width, height }: BoardSize): number =>
  Math.min(800, Math.max(10, Math.round(150_000 / (width * height))));
