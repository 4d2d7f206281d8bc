/** The share of the points in a match, and its 95% confidence interval (Wilson). */
export interface WinRate {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** The two-sided 95% quantile of the normal distribution. */
const Z = 1.959964;

/** `points` has one point for each win, and half a point for each draw. */
export function winRate(points: number, games: number): WinRate {
  if (games === 0) return { share: 0, from: 0, to: 1 };
  const share = points / games;
  const weight = 1 + Z ** 2 / games;
  const center = (share + Z ** 2 / (2 * games)) / weight;
  const reach = (Z * Math.sqrt((share * (1 - share)) / games + Z ** 2 / (4 * games ** 2))) / weight;
  return { share, from: Math.max(0, center - reach), to: Math.min(1, center + reach) };
}

/** As in `95.0% (88.8 to 97.8)`. */
export const winRateText = ({ share, from, to }: WinRate): string =>
  `${percent(share)}% (${percent(from)} to ${percent(to)})`;

const percent = (part: number): string => (part * 100).toFixed(1);
