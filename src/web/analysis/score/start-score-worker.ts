import type { ScoreJob, ScoreWorkerReply } from './score-worker-messages.ts';

/** Runs a job in a thread of its own. The returned function stops the job; then no callback is called any more. */
export function startScoreWorker(
  job: ScoreJob,
  onNews: (news: ScoreWorkerReply) => void,
  onError: () => void,
): () => void {
  const thread = new Worker(new URL('./score-worker.ts', import.meta.url), { type: 'module' });
  thread.onmessage = ({ data }: MessageEvent<ScoreWorkerReply>) => {
    if (data.kind !== 'progress') thread.terminate();
    onNews(data);
  };
  thread.onerror = () => {
    thread.terminate();
    onError();
  };
  thread.postMessage(job);
  return () => thread.terminate();
}
