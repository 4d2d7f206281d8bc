import type { RatingSample } from './rating-curve.ts';
import { curveOf } from './rating-curve.ts';

const WIDTH = 280;
const HEIGHT = 72;
/** Space for the last point and the width of the line. */
const MARGIN = 5;
/** Space for the numbers on the right. */
const NUMBERS = 38;

/** A graph of a rating over time. The label contains the same information for screen readers. */
export function RatingGraph({ history, label }: { history: readonly RatingSample[]; label: string }) {
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
