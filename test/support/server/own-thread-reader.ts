import { READER_JOBS } from '../../../src/server/reader/reader-jobs.ts';
import type { Reader } from '../../../src/server/reader/reader-thread.ts';

/** Does every job at once, without a thread, and notes which. */
export class OwnThreadReader implements Reader {
  readonly jobs: string[] = [];

  readonly run: Reader['run'] = async (job, input) => {
    this.jobs.push(job);
    return (READER_JOBS[job] as (input: unknown) => never)(input);
  };
}
