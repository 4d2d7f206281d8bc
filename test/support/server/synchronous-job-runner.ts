import { BACKGROUND_JOBS } from '../../../src/server/jobs/background-jobs.ts';
import type { JobRunner } from '../../../src/server/jobs/job-thread.ts';

/** Does every job at once, without a thread, and notes which. */
export class SynchronousJobRunner implements JobRunner {
  readonly jobs: string[] = [];

  readonly run: JobRunner['run'] = async (job, input) => {
    this.jobs.push(job);
    return (BACKGROUND_JOBS[job] as (input: unknown) => never)(input);
  };
}
