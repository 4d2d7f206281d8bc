import { extname } from 'node:path';
import type { Clock } from '../../clock.ts';
import { WorkerLink } from '../../worker-link.ts';
import type { JobInput, JobName, JobOutput } from './background-jobs.ts';

export interface JobRequest {
  readonly job: JobName;
  readonly input: unknown;
}

export type JobReply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

/** Runs long computations. */
export interface JobRunner {
  /** Rejects if the job fails. Buffers in `transfer` are moved to the other thread. */
  run<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<JobOutput<Name>>;
}

/** Milliseconds without a job after which the thread ends and its memory is freed. */
const IDLE_TIMEOUT = 10_000;
/** Milliseconds after which a job is stopped. The longest possible game needs a small part of this. */
const MAXIMUM_DURATION = 20_000;
/** MiB of the thread's memory. The longest possible game needs a small part of this. */
const MAXIMUM_MEMORY = 512;
/**
 * After a job the thread pauses for this many times as long as the job took, so that a series of long jobs uses a tenth of a core. On
 * two cores, twelve clients that request the longest games made the 99th percentile of the time of a move 9 to 16 times as long without
 * pauses, and 3 times as long with them. Pauses of four times the job gave 3 to 5 times.
 */
const PAUSE_FACTOR = 9;
/** Milliseconds of the longest pause. */
const MAXIMUM_PAUSE = 1_000;

type Link = WorkerLink<JobRequest, JobReply>;

/** A thread that starts with the first job and ends some time after the last one. It does one job at a time, in order. */
export class JobThread implements JobRunner {
  readonly #clock: Clock;
  #link: Link | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #jobs = 0;
  /** When the last job started; milliseconds since the epoch. */
  #jobStartedAt = 0;
  #cancelTimeout: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** No thread is running. */
  get isIdle(): boolean {
    return this.#link === undefined;
  }

  async run<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<JobOutput<Name>> {
    this.#cancelTimeout();
    this.#jobs++;
    const reply = this.#last.then(() => this.#request({ job, input }, transfer));
    this.#last = reply.then(
      () => this.#pause(),
      () => undefined,
    );
    try {
      const done = await reply;
      if (!done.ok) throw new Error(done.why);
      return done.value as JobOutput<Name>;
    } finally {
      this.#jobs--;
      if (this.#jobs === 0) this.#startTimeout();
    }
  }

  /** Ends the thread. A running job fails. */
  async close(): Promise<void> {
    this.#cancelTimeout();
    const link = this.#link;
    this.#link = undefined;
    await link?.stop();
  }

  async #request(request: JobRequest, transfer: readonly ArrayBuffer[]): Promise<JobReply> {
    const link = this.#link ?? start();
    this.#link = link;
    this.#jobStartedAt = this.#clock.now();
    const cancel = this.#clock.at(this.#jobStartedAt + MAXIMUM_DURATION, () => void link.stop());
    try {
      return await link.request(request, transfer);
    } catch (error) {
      // The next job gets another thread.
      if (this.#link === link) this.#link = undefined;
      throw error;
    } finally {
      cancel();
    }
  }

  async #pause(): Promise<void> {
    const now = this.#clock.now();
    const pause = Math.min(MAXIMUM_PAUSE, PAUSE_FACTOR * (now - this.#jobStartedAt));
    if (pause > 0) await new Promise<void>((resolve) => void this.#clock.at(now + pause, resolve));
  }

  #startTimeout(): void {
    this.#cancelTimeout();
    this.#cancelTimeout = this.#clock.at(this.#clock.now() + IDLE_TIMEOUT, () => void this.close());
  }
}

const start = (): Link =>
  new WorkerLink('the job thread', new URL(`./job-worker${extname(import.meta.url)}`, import.meta.url), undefined, {
    maxOldGenerationSizeMb: MAXIMUM_MEMORY,
  });
