import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameState } from '../../../protocols/api/server-message-schema.ts';
import type { GameEnd } from '../../../protocols/api/value-schemas.ts';
import { ownersOf, type PointOwner } from '../../../rules/go/point-owners.ts';
import { type Point, square } from '../../../rules/point.ts';
import { GameReplay, type SetupStones } from '../../game/game-replay.ts';
import { language, texts } from '../../texts/page-language.ts';
import type { Analysis } from '../use-analysis.ts';
import type { EstimatorGame } from './estimator-positions.ts';
import { ReviewSection } from './review-section.tsx';
import { countedScore, estimatedScore, estimatePlayouts, type ScoreBreakdown } from './score-breakdown.ts';
import { areaTexts, leadText } from './score-text.ts';
import { startScoreWorker } from './start-score-worker.ts';

/** The owner of each point, which the board shows while the score is estimated. */
export type OwnerMarksSignal = Signal<readonly (PointOwner | undefined)[] | undefined>;

export interface ScorePanelProps {
  readonly game: GameState;
  readonly setup: SetupStones;
  readonly analysis: Analysis;
  readonly marks: OwnerMarksSignal;
  /** The owners of all points, if the shown position is counted or dead stones are marked. */
  readonly areas: readonly PointOwner[] | undefined;
}

/** Milliseconds before a shown position is estimated, so that stepping through a game starts no estimates. */
const PAUSE = 150;

/** `hasMarks`: whether a point besides the stones of its owner has an owner, so that the board shows a mark. */
type Shown = (ScoreBreakdown & { readonly hasMarks: boolean }) | 'estimating' | 'failed' | undefined;

/** The score of the shown position of Go and, after the end of the game, the moves that lost most. */
export function ScorePanel(props: ScorePanelProps) {
  const { analysis: words } = texts();
  const isOn = useSignal(false);
  const { board } = props.game;
  if (board.game !== 'go') return null;
  const scored: EstimatorGame = {
    board,
    setup: props.setup,
    turns: props.analysis.line,
    first: props.analysis.first,
  };
  const shown = useScore(scored, isOn.value, props.marks, props.areas);
  return (
    <section class="score-panel" aria-label={words.estimate}>
      <div class="row">
        <button
          type="button"
          onClick={() => {
            isOn.value = !isOn.value;
          }}
        >
          {isOn.value ? words.hideEstimate : words.estimate}
        </button>
      </div>
      <div role="status" class="score-breakdown">
        {shown === undefined ? null : <Report shown={shown} isMarked={props.game.marking !== undefined} />}
      </div>
      {props.game.end === undefined ? null : (
        <ReviewSection
          game={{ ...scored, turns: props.game.turns }}
          result={countedLead(props.game.end)}
          analysis={props.analysis}
        />
      )}
    </section>
  );
}

/** Black's lead when the game was counted; undefined if it ended in another way. */
const countedLead = ({ reason, score }: GameEnd): number | undefined =>
  reason === 'score' && score !== undefined ? score.black - score.white : undefined;

function Report({ shown, isMarked }: { shown: Exclude<Shown, undefined>; isMarked: boolean }) {
  const { analysis: words } = texts();
  if (shown === 'estimating') return <p class="soft">{words.estimating}</p>;
  if (shown === 'failed') return <p class="problem">{words.estimateFailed}</p>;
  return (
    <>
      <p>
        <strong>{leadText(shown.lead, shown.isExact, texts(), language.value)}</strong>
      </p>
      <ul>
        {areaTexts(shown, texts(), language.value).map((sum) => (
          <li key={sum}>{sum}</li>
        ))}
      </ul>
      <p class="soft small">
        {!shown.isExact
          ? `${words.estimateMeans(shown.playouts ?? 0)} ${shown.hasMarks ? words.ownersShown : words.noOwners}`
          : isMarked
            ? words.countedWithoutDead
            : words.counted}
      </p>
    </>
  );
}

/** The score after the last of the moves, while `isOn`. After two passes it is counted, otherwise a thread estimates it. */
function useScore(
  game: EstimatorGame,
  isOn: boolean,
  marks: OwnerMarksSignal,
  areas: readonly PointOwner[] | undefined,
): Shown {
  const shown = useSignal<Shown>(undefined);
  const show = (report: Shown): void => {
    shown.value = report;
    marks.value = typeof report === 'object' ? report.owners : undefined;
  };
  useEffect(() => {
    if (!isOn) return;
    const { board, turns } = game;
    const size = square(board.size);
    if (turns.length > 1 && turns.slice(-2).every(({ kind }) => kind === 'pass')) {
      const { stones } = new GameReplay(board, game.setup).after(turns, turns.length);
      const counted = countedScore(areas ?? ownersOf(size, (point) => stones.at(point)), board.komi);
      show({ ...counted, hasMarks: true });
      return () => show(undefined);
    }
    show('estimating');
    const playouts = estimatePlayouts(size);
    let cancel = (): void => {};
    const timer = setTimeout(() => {
      cancel = startScoreWorker(
        { kind: 'estimate', game, playouts },
        (reply) => {
          if (reply.kind !== 'estimated') return;
          const estimated = estimatedScore(reply, board.komi, playouts);
          const { stones } = new GameReplay(board, game.setup).after(turns, turns.length);
          const hasMarks = estimated.owners.some(
            (owner, point) => owner !== undefined && owner !== stones.at(point as Point),
          );
          show({ ...estimated, hasMarks });
        },
        () => show('failed'),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      cancel();
      show(undefined);
    };
  }, [isOn, game.turns, areas]);
  return shown.value;
}
