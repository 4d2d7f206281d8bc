import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { language, texts } from '../texts/page-language.ts';
import { engineAnalysisInWords } from './engine-analysis-words.ts';
import type { Analysis } from './use-analysis.ts';

/** What the engine that played the shown move thought of it, where the record of the game says so. */
export function EngineAnalysis(props: { record: readonly RecordedTurn[] | undefined; analysis: Analysis }) {
  const { place } = props.analysis;
  const turn = place.tried.length === 0 ? props.record?.[place.main - 1] : undefined;
  if (turn?.analysis === undefined) return null;
  const { comment } = turn.analysis;
  return (
    <section class="engine-analysis" aria-label={texts().analysis.engine}>
      <h2>{texts().analysis.engine}</h2>
      <ul>
        {engineAnalysisInWords(turn, texts(), language.value).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {comment === undefined ? null : <p class="engine-comment">{comment}</p>}
    </section>
  );
}
