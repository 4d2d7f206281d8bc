import { Worker } from 'node:worker_threads';

/** Watches this thread from another one. If `alive` is not called for `seconds`, it prints a message and kills the process. */
export class Watchdog {
  readonly #beats = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;

  constructor(seconds: number) {
    const workerData = { beats: this.#beats, seconds };
    this.#worker = new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData });
    this.#worker.unref();
  }

  /** Not atomic, because only one thread writes. */
  alive(): void {
    this.#beats[0]!++;
  }

  /** Sets the name of the work that starts now, for the message. */
  begin(what: string): void {
    this.#beats[0] = 0;
    this.#worker.postMessage(what);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
