import { type ResourceLimits, Worker } from 'node:worker_threads';

interface PendingRequest<Reply> {
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Requests to a worker thread that answers each with one message, in order. Pending requests reject when the thread
 * ends. A thread without pending requests does not keep the process alive.
 */
export class WorkerLink<Request, Reply> {
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  readonly #pending: PendingRequest<Reply>[] = [];
  readonly #name: string;
  #failure: Error | undefined;

  /** `name` is the thread's name in errors. A thread that exceeds its resource limits stops. */
  constructor(name: string, worker: URL, workerData?: unknown, resourceLimits: ResourceLimits = {}) {
    this.#name = name;
    this.#worker = new Worker(worker, { workerData, resourceLimits });
    this.#worker.on('message', (reply: Reply) => this.#onReply(reply));
    this.#worker.on('messageerror', (error) => this.#fail(error));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', (code) => this.#fail(`exit code ${code}`));
    this.#ended = new Promise((resolve) => this.#worker.once('exit', resolve));
  }

  /**
   * Sends a request and resolves to the reply; rejects if the thread stops before. Objects in `transfer` belong to the
   * thread afterwards.
   */
  request(message: Request, transfer: readonly ArrayBuffer[] = []): Promise<Reply> {
    if (this.#failure === undefined) this.#worker.postMessage(message, transfer);
    return this.next();
  }

  /** Resolves to the next message that the thread sends without a request. */
  next(): Promise<Reply> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    this.#worker.ref();
    return new Promise((resolve, reject) => this.#pending.push({ resolve, reject }));
  }

  /** Resolves when the thread has ended by itself. */
  async ended(): Promise<void> {
    this.#worker.ref();
    await this.#ended;
  }

  /** Terminates the thread; pending requests reject. */
  async stop(): Promise<void> {
    this.#rejectAll(new Error(`the thread of ${this.#name} was stopped`));
    await this.#worker.terminate();
  }

  #onReply(reply: Reply): void {
    this.#pending.shift()?.resolve(reply);
    if (this.#pending.length === 0) this.#worker.unref();
  }

  #fail(cause: unknown): void {
    const why = cause instanceof Error ? cause.message : String(cause);
    this.#rejectAll(new Error(`the thread of ${this.#name} stopped unexpectedly: ${why}`, { cause }));
  }

  #rejectAll(failure: Error): void {
    this.#failure ??= failure;
    for (const waiting of this.#pending.splice(0)) waiting.reject(this.#failure);
  }
}
