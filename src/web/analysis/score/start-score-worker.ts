import type { ScoreWorkerReply, ScoreWorkerRequest } from './score-worker-messages.ts';

/** Starts a thread for one job. The returned function stops the job; then no callback is called any more. */
export function startScoreWorker(
  job: ScoreWorkerRequest,
  onReply: (reply: ScoreWorkerReply) => void,
  onError: () => void,
): () => void {
  const thread = new Worker(new URL('./score-worker.ts', import.meta.url), { type: 'module' });
  thread.onmessage = ({ data }: MessageEvent<ScoreWorkerReply>) => {
    if (data.kind !== 'progress') thread.terminate();
    onReply(data);
  };
  thread.onerror = () => {
    thread.terminate();
    onError();
  };
  thread.postMessage(job);
  return () => thread.terminate();
}
