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
/** Limits of a job: milliseconds, and MiB of memory. The longest possible game needs a small part of both. */
const MAXIMUM_DURATION = 20_000;
const MAXIMUM_MEMORY = 512;
/**
 * After a job the thread rests this many times as long as the job took, so that a series of long jobs uses a tenth of a core. On
 * two cores, twelve clients that ask for the longest games made the 99th percentile of a move 9 to 16 times as long without
 * rests, and 3 times with them; rests of four times the job gave 3 to 5 times.
 */
const REST = 9;
/** Milliseconds. */
const MAXIMUM_REST = 1_000;

type Link = WorkerLink<JobRequest, JobReply>;

/** A thread that starts with the first job and ends some time after the last one. It does one job at a time, in order. */
export class JobThread implements JobRunner {
  readonly #clock: Clock;
  #link: Link | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #jobs = 0;
  /** When the last job began. */
  #jobSince = 0;
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
    const reply = this.#last.then(() => this.#ask({ job, input }, transfer));
    this.#last = reply.then(
      () => this.#rest(),
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

  async #ask(request: JobRequest, transfer: readonly ArrayBuffer[]): Promise<JobReply> {
    const link = this.#link ?? start();
    this.#link = link;
    this.#jobSince = this.#clock.now();
    const cancel = this.#clock.at(this.#jobSince + MAXIMUM_DURATION, () => void link.stop());
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

  async #rest(): Promise<void> {
    const now = this.#clock.now();
    const rest = Math.min(MAXIMUM_REST, REST * (now - this.#jobSince));
    if (rest > 0) await new Promise<void>((resolve) => void this.#clock.at(now + rest, resolve));
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
