import { BACKGROUND_JOBS } from '../../../src/server/jobs/background-jobs.ts';
import type { JobRunner } from '../../../src/server/jobs/job-thread.ts';

/** Runs each job at once in the same thread, and records the names of the jobs. */
export class SynchronousJobRunner implements JobRunner {
  readonly jobs: string[] = [];

  readonly run: JobRunner['run'] = async (job, input) => {
    this.jobs.push(job);
    return (BACKGROUND_JOBS[job] as (input: unknown) => never)(input);
  };
}
