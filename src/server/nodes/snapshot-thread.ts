import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../clock.ts';
import type { Log } from '../hub/observability.ts';
import type { ReplicaThreadData } from './replica-thread-data.ts';

/** Milliseconds after which a thread that has ended is started again. */
const RESTART_DELAY = 5_000;

interface SnapshotThreadOptions {
  readonly data: ReplicaThreadData;
  /** Messages between two snapshots. */
  readonly interval: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Runs the thread that makes snapshots, while this node is responsible for them. */
export class SnapshotThread {
  readonly #options: SnapshotThreadOptions;
  #worker: Worker | undefined;
  #isWanted = false;
  #cancelRestart: (() => void) | undefined;

  constructor(options: SnapshotThreadOptions) {
    this.#options = options;
  }

  /** Starts or ends the thread. */
  set isWanted(isWanted: boolean) {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (isWanted) this.#start();
    else void this.stop();
  }

  /** Must be called when a new stream has begun. */
  restart(): void {
    if (this.#isWanted) void this.#worker?.terminate();
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#cancelRestart?.();
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #start(): void {
    const { data, interval, clock, log } = this.#options;
    const file = new URL(`./snapshot-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { workerData: { ...data, interval } });
    this.#worker = worker;
    worker.on('error', (error) => log.error({ error: String(error) }, 'node.snapshot-failed'));
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#cancelRestart = clock.at(clock.now() + RESTART_DELAY, () => this.#start());
    });
    worker.unref();
  }
}
