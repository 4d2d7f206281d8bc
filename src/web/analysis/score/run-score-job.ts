import type { ScoreJob, ScoreNews } from './score-worker-messages.ts';

/** Runs a job in a thread of its own. The returned function ends it; afterwards nothing is told. */
export function runScoreJob(job: ScoreJob, told: (news: ScoreNews) => void, failed: () => void): () => void {
  const thread = new Worker(new URL('./score-worker.ts', import.meta.url), { type: 'module' });
  thread.onmessage = ({ data }: MessageEvent<ScoreNews>) => {
    if (data.kind !== 'progress') thread.terminate();
    told(data);
  };
  thread.onerror = () => {
    thread.terminate();
    failed();
  };
  thread.postMessage(job);
  return () => thread.terminate();
}
