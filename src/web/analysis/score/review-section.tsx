import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { number } from '../../formatting/game-text.ts';
import { language, texts } from '../../texts/page-language.ts';
import { moveText } from '../move-text.ts';
import { inGame } from '../move-tree.ts';
import type { Analysis } from '../use-analysis.ts';
import type { EstimatorGame } from './estimator-positions.ts';
import { type GameReview, LARGEST_REVIEWED, type Mistake, SHORTEST_REVIEWED } from './game-review.ts';
import { LeadGraph } from './lead-graph.tsx';
import { startScoreWorker } from './start-score-worker.ts';

type State = GameReview | { readonly done: number; readonly all: number } | 'failed' | undefined;

/** Finds the moves that lost most, in a thread that is stopped when the user cancels or leaves the page. */
export function ReviewSection(props: { game: EstimatorGame; result: number | undefined; analysis: Analysis }) {
  const { game, result, analysis } = props;
  const { analysis: words } = texts();
  const state = useSignal<State>(undefined);
  const running = useRef<() => void>(() => {});
  const results = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => running.current(), []);
  const { value } = state;
  const isReviewed = typeof value === 'object' && 'leads' in value;
  const isRunning = typeof value === 'object' && 'done' in value;
  // The button has disappeared, so its focus goes to the results.
  useEffect(() => {
    if (isReviewed && document.activeElement === document.body) results.current?.focus();
  }, [isReviewed]);
  if (game.board.size > LARGEST_REVIEWED) return <p class="soft small">{words.tooLarge}</p>;
  if (game.turns.length < SHORTEST_REVIEWED) return <p class="soft small">{words.tooShort}</p>;
  const start = (): void => {
    state.value = { done: 0, all: 1 };
    running.current = startScoreWorker(
      { kind: 'review', game, result },
      (reply) => {
        if (reply.kind === 'progress') state.value = reply;
        else if (reply.kind === 'reviewed') state.value = reply.review;
      },
      () => {
        state.value = 'failed';
      },
    );
  };
  const cancel = (): void => {
    running.current();
    state.value = undefined;
  };
  return (
    <>
      {isReviewed ? null : (
        <div class="row">
          <button ref={button} type="button" onClick={isRunning ? cancel : start}>
            {isRunning ? words.cancel : words.review}
          </button>
          {isRunning ? (
            <label class="review-progress">
              <span class="small">{words.reviewing(value.done, value.all)}</span>
              <progress max={value.all} value={value.done} />
            </label>
          ) : null}
        </div>
      )}
      {value === 'failed' ? (
        <p class="problem" role="alert">
          {words.estimateFailed}
        </p>
      ) : null}
      {isReviewed ? (
        <div ref={results} tabIndex={-1} class="review">
          <Reviewed review={value} game={game} analysis={analysis} />
        </div>
      ) : null}
    </>
  );
}

function Reviewed({ review, game, analysis }: { review: GameReview; game: EstimatorGame; analysis: Analysis }) {
  const { analysis: words } = texts();
  return (
    <>
      <LeadGraph leads={review.leads} mistakes={review.mistakes} analysis={analysis} />
      {review.moves < game.turns.length ? <p class="soft small">{words.firstMoves(review.moves)}</p> : null}
      <h2>{words.worst}</h2>
      {review.mistakes.length === 0 ? (
        <p>{words.nothingLost}</p>
      ) : (
        <ol class="mistakes">
          {review.mistakes.map((mistake) => (
            <MistakeItem key={mistake.number} {...{ mistake, game, analysis }} />
          ))}
        </ol>
      )}
      <p class="soft small">{words.roughly}</p>
    </>
  );
}

function MistakeItem(props: { mistake: Mistake; game: EstimatorGame; analysis: Analysis }) {
  const { analysis: words, rules, units } = texts();
  const { mistake, game, analysis } = props;
  const turn = game.turns[mistake.number - 1]!;
  const color = turn.color === 'black' ? rules.Black : rules.White;
  const points = Math.round(mistake.loss);
  const better = moveText(game.board, mistake.better);
  return (
    <li>
      <p>
        {words.lost(
          mistake.number,
          color,
          moveText(game.board, turn),
          units.points(points, number(points, language.value)),
        )}{' '}
        {words.better(color, better)}
      </p>
      <div class="row">
        <button type="button" onClick={() => analysis.go(inGame(mistake.number))}>
          {words.show(mistake.number)}
        </button>
        <button type="button" onClick={() => analysis.tryAfter(mistake.number - 1, mistake.better)}>
          {words.tryBetter(better)}
        </button>
      </div>
    </li>
  );
}
