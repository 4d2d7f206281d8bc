import { estimateScore } from '../../../engines/go/estimate-score.ts';
import { EstimatorPositions } from './estimator-positions.ts';
import { reviewGame } from './game-review.ts';
import type { ScoreWorkerReply, ScoreWorkerRequest } from './score-worker-messages.ts';

// The web worker that estimates scores, so that the page is never blocked. The page terminates it to cancel a job.

const send = (reply: ScoreWorkerReply): void => postMessage(reply);

addEventListener('message', ({ data }: MessageEvent<ScoreWorkerRequest>) => {
  if (data.kind === 'estimate') {
    const { turns } = data.game;
    const { ownership, lead } = estimateScore(new EstimatorPositions(data.game).after(turns.length), data.playouts);
    send({ kind: 'estimated', ownership, lead });
    return;
  }
  const review = reviewGame(data.game, data.result);
  for (let step = review.next(); ; step = review.next()) {
    if (step.done) return send({ kind: 'reviewed', review: step.value });
    send({ kind: 'progress', ...step.value });
  }
});
