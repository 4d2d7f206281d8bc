export interface RatingSample {
  readonly at: number;
  readonly rating: number;
}

/** A curve in a box: its points, and the ratings at the upper and the lower edge. */
export interface RatingCurve {
  /** In the form of `<polyline points>`. */
  readonly points: string;
  readonly end: { readonly x: number; readonly y: number };
  readonly top: number;
  readonly bottom: number;
}

/** The minimum range of ratings, so that small changes do not look steep. */
const SMALLEST_SPAN = 100;

/**
 * Places the samples at equal distances, the oldest first, because a player may play ten games on one day and none for a
 * year.
 */
export function curveOf(samples: readonly RatingSample[], width: number, height: number): RatingCurve | undefined {
  const ratings = samples.map(({ rating }) => rating);
  if (ratings.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...ratings), Math.max(...ratings)];
  const padding = Math.max(0, SMALLEST_SPAN - (highest - lowest)) / 2;
  const top = Math.ceil((highest + padding) / 10) * 10;
  const bottom = Math.floor((lowest - padding) / 10) * 10;
  const places = ratings.map((rating, index) => ({
    x: round(samples.length === 1 ? width : (index / (samples.length - 1)) * width),
    y: round(((top - rating) / (top - bottom)) * height),
  }));
  return { points: places.map(({ x, y }) => `${x},${y}`).join(' '), end: places.at(-1)!, top, bottom };
}

const round = (length: number): number => Math.round(length * 10) / 10;
