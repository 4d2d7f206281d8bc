import { type ResourceLimits, Worker } from 'node:worker_threads';

interface Waiting<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Requests to a worker thread that answers each with one message, in order. Nobody waits for a thread that is gone, and
 * a thread that nobody waits for does not keep the process alive.
 */
export class WorkerLink<Request, Reply> {
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  readonly #waiting: Waiting<Reply>[] = [];
  readonly #name: string;
  #gone: Error | undefined;

  /** `name` says in errors whose thread it is. One that would exceed its limits stops. */
  constructor(name: string, worker: URL, workerData?: unknown, resourceLimits: ResourceLimits = {}) {
    this.#name = name;
    this.#worker = new Worker(worker, { workerData, resourceLimits });
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(`exit code ${code}`));
    this.#ended = new Promise((resolve) => this.#worker.once('exit', resolve));
  }

  /** The reply to `message`; rejects if the thread stops before it comes. What is in `transfer` is the thread's from then on. */
  request(message: Request, transfer: readonly ArrayBuffer[] = []): Promise<Reply> {
    if (this.#gone === undefined) this.#worker.postMessage(message, transfer);
    return this.next();
  }

  /** The next message that no request accounts for. */
  next(): Promise<Reply> {
    if (this.#gone !== undefined) return Promise.reject(this.#gone);
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  /** Resolves once the thread has ended, which it does by itself. */
  async ended(): Promise<void> {
    this.#worker.ref();
    await this.#ended;
  }

  /** Ends the thread whatever it is doing; nobody waits for it any more. */
  async stop(): Promise<void> {
    this.#fail('it was told to');
    await this.#worker.terminate();
  }

  #take(reply: Reply): void {
    this.#waiting.shift()?.resolve(reply);
    if (this.#waiting.length === 0) this.#worker.unref();
  }

  #fail(cause: unknown): void {
    const why = cause instanceof Error ? cause.message : String(cause);
    this.#gone ??= new Error(`the thread of ${this.#name} stopped unexpectedly: ${why}`, { cause });
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#gone);
  }
}
