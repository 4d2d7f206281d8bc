import { extname } from 'node:path';
import type { Clock } from '../../clock.ts';
import { WorkerLink } from '../../worker-link.ts';
import type { JobInput, JobName, JobOutput } from './jobs.ts';

export interface ReaderRequest {
  readonly job: JobName;
  readonly input: unknown;
}

export type ReaderReply = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string };

/** Does what takes long; rejects where that fails. */
export interface Reader {
  /** What is in `transfer` is not the caller's any more. */
  run<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    transfer?: readonly ArrayBuffer[],
  ): Promise<JobOutput<Name>>;
}

/** Milliseconds without a job after which the thread ends, and gives its memory back. */
const LONGEST_REST = 10_000;
/** Milliseconds that a job may take, and MiB of memory: the longest game there can be takes a small part of that. */
const LONGEST_JOB = 20_000;
const MOST_MEMORY = 512;

type Link = WorkerLink<ReaderRequest, ReaderReply>;

/** A thread that is started with the first job and ended soon after the last. It does one job at a time, in order. */
export class ReaderThread implements Reader {
  readonly #clock: Clock;
  #link: Link | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #jobs = 0;
  #callOff: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** There is no thread. */
  get isResting(): boolean {
    return this.#link === undefined;
  }

  async run<Name extends JobName>(
    job: Name,
    input: JobInput<Name>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<JobOutput<Name>> {
    this.#callOff();
    this.#jobs++;
    const reply = this.#last.then(() => this.#ask({ job, input }, transfer));
    this.#last = reply.catch(() => undefined);
    try {
      const done = await reply;
      if (!done.ok) throw new Error(done.why);
      return done.value as JobOutput<Name>;
    } finally {
      this.#jobs--;
      if (this.#jobs === 0) this.#restLater();
    }
  }

  /** Ends the thread; what it was doing fails. */
  async close(): Promise<void> {
    this.#callOff();
    const link = this.#link;
    this.#link = undefined;
    await link?.stop();
  }

  async #ask(request: ReaderRequest, transfer: readonly ArrayBuffer[]): Promise<ReaderReply> {
    const link = this.#link ?? start();
    this.#link = link;
    const cancel = this.#clock.at(this.#clock.now() + LONGEST_JOB, () => void link.stop());
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

  #restLater(): void {
    this.#callOff();
    this.#callOff = this.#clock.at(this.#clock.now() + LONGEST_REST, () => void this.close());
  }
}

const start = (): Link =>
  new WorkerLink('the reader', new URL(`./reader-worker${extname(import.meta.url)}`, import.meta.url), undefined, {
    maxOldGenerationSizeMb: MOST_MEMORY,
  });
