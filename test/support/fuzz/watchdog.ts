import { Worker } from 'node:worker_threads';

/** Looks at this thread from another one: where nothing beats for so long, it says so and kills the process. */
export class Watchdog {
  readonly #beats = new Int32Array(new SharedArrayBuffer(4));
  readonly #worker: Worker;

  constructor(seconds: number) {
    const workerData = { beats: this.#beats, seconds };
    this.#worker = new Worker(new URL('./watchdog-worker.ts', import.meta.url), { workerData });
    this.#worker.unref();
  }

  /** One writer: nothing is lost by not being atomic. */
  beat(): void {
    this.#beats[0]!++;
  }

  /** What is under way from now on, in words. */
  begin(what: string): void {
    this.#beats[0] = 0;
    this.#worker.postMessage(what);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
