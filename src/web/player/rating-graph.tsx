import type { Sample } from './rating-curve.ts';
import { curveOf } from './rating-curve.ts';

const WIDTH = 280;
const HEIGHT = 72;
/** Room for the point at the end and for the line's own width. */
const MARGIN = 5;
/** Room for the numbers at the right. */
const NUMBERS = 38;

/** How a rating went. What it shows is in its label, too. */
export function RatingGraph({ history, label }: { history: readonly Sample[]; label: string }) {
  const curve = curveOf(history, WIDTH, HEIGHT);
  if (curve === undefined) return null;
  return (
    <svg
      class="rating-graph"
      viewBox={`${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN + NUMBERS} ${HEIGHT + 2 * MARGIN}`}
      role="img"
      aria-label={label}
    >
      <path class="rating-edge" d={`M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
      <polyline class="rating-curve" points={curve.points} />
      <circle class="rating-end" cx={curve.end.x} cy={curve.end.y} r="4" />
      <text x={WIDTH + 9} y="8">
        {curve.top}
      </text>
      <text x={WIDTH + 9} y={HEIGHT}>
        {curve.bottom}
      </text>
    </svg>
  );
}
