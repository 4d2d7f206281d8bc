import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../result.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';
import { BACKGROUND_JOBS } from './background-jobs.ts';
import type { JobReply, JobRequest } from './job-thread.ts';

if (parentPort === null) throw new Error('job-worker.ts must run in a worker thread');
lowerThreadPriority();
const port = parentPort;

port.on('message', async ({ job, input }: JobRequest) => {
  const reply = await attempt(() => (BACKGROUND_JOBS[job] as (input: unknown) => unknown)(input));
  port.postMessage(reply, reply.ok && reply.value instanceof Uint8Array ? [reply.value.buffer as ArrayBuffer] : []);
});

async function attempt(work: () => unknown): Promise<JobReply> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, why: messageOf(error) };
  }
}
