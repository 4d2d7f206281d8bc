/** A share of a number of games, and the interval that holds the true one in 95 of 100 such matches (Wilson). */
export interface WinRate {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** The 95% quantile of the normal distribution, both sides together. */
const Z = 1.959964;

/** `points` are wins, and half a point for each draw. */
export function shareOf(points: number, games: number): WinRate {
  if (games === 0) return { share: 0, from: 0, to: 1 };
  const share = points / games;
  const weight = 1 + Z ** 2 / games;
  const middle = (share + Z ** 2 / (2 * games)) / weight;
  const reach = (Z * Math.sqrt((share * (1 - share)) / games + Z ** 2 / (4 * games ** 2))) / weight;
  return { share, from: Math.max(0, middle - reach), to: Math.min(1, middle + reach) };
}

/** As in `95.0% (88.8 to 97.8)`. */
export const shareText = ({ share, from, to }: WinRate): string =>
  `${percent(share)}% (${percent(from)} to ${percent(to)})`;

const percent = (part: number): string => (part * 100).toFixed(1);
