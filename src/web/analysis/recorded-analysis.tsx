import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { language, texts } from '../texts/page-language.ts';
import { recordedAnalysisText } from './recorded-analysis-text.ts';
import type { Analysis } from './use-analysis.ts';

/** The analysis of the engine that played the shown move, if the record of the game has one. */
export function RecordedAnalysis(props: { record: readonly RecordedTurn[] | undefined; analysis: Analysis }) {
  const { place } = props.analysis;
  const turn = place.tried.length === 0 ? props.record?.[place.main - 1] : undefined;
  if (turn?.analysis === undefined) return null;
  const { comment } = turn.analysis;
  return (
    <section class="recorded-analysis" aria-label={texts().analysis.engine}>
      <h2>{texts().analysis.engine}</h2>
      <ul>
        {recordedAnalysisText(turn, texts(), language.value).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {comment === undefined ? null : <p class="engine-comment">{comment}</p>}
    </section>
  );
}
