import { number } from '../../formatting/game-text.ts';
import { language, texts } from '../../texts/page-language.ts';
import { inGame } from '../move-tree.ts';
import type { Analysis } from '../use-analysis.ts';
import type { Mistake } from './game-review.ts';
import { graphScale, linePoints } from './graph-scale.ts';
import { leadText } from './score-text.ts';

const WIDTH = 300;
const HEIGHT = 90;

/**
 * A graph of black's lead after each move. The slider over it goes to a move, and a screen reader reads the estimate of
 * this move.
 */
export function LeadGraph(props: { leads: readonly number[]; mistakes: readonly Mistake[]; analysis: Analysis }) {
  const { analysis: words } = texts();
  const { leads, mistakes, analysis } = props;
  const scale = graphScale(leads, WIDTH, HEIGHT);
  const last = leads.length - 1;
  const at = Math.min(analysis.place.main, last);
  return (
    <figure class="lead-graph">
      <div>
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
          <path class="lead-even" d={`M0 ${scale.y(0)}H${WIDTH}`} />
          <polyline class="lead-line" points={linePoints(leads, scale)} />
          <path class="lead-at" d={`M${scale.x(at)} 0V${HEIGHT}`} />
          {mistakes.map((mistake) => (
            <path
              key={mistake.number}
              class="lead-mistake"
              d={`M${scale.x(mistake.number)} ${scale.y(leads[mistake.number]!)}h0`}
            />
          ))}
        </svg>
        <input
          type="range"
          class="moves-range lead-range"
          aria-label={words.graph}
          aria-valuetext={words.graphAt(at, leadText(Math.round(leads[at]!), false, texts(), language.value))}
          min={0}
          max={last}
          value={at}
          onInput={(event) => analysis.go(inGame(event.currentTarget.valueAsNumber))}
        />
      </div>
      <figcaption class="soft small">
        {words.graphMeans} ±{number(scale.most, language.value)}
      </figcaption>
    </figure>
  );
}
