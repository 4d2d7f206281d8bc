import type { Clock } from '../../../src/clock.ts';
import type { DeliveredMessage } from '../../../src/nodes/replicated-lobby.ts';
import type { PublishAcknowledgement, PublishOptions, SharedStream } from '../../../src/nodes/shared-stream.ts';

/**
 * Controls all events of one process: timers and arriving data. A stopped process (SIGSTOP) handles no event until it
 * continues, and a killed process handles no more events. Its clock differs from those of other machines.
 */
export class ProcessGate implements Clock {
  readonly #clock: Clock;
  readonly #offset: number;
  #state: 'running' | 'stopped' | 'killed' = 'running';
  #timers: (() => void)[] = [];
  #arrived: (() => void)[] = [];

  /** `offset`: the difference of this machine's clock in milliseconds. */
  constructor(clock: Clock, offset: number) {
    this.#clock = clock;
    this.#offset = offset;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get isKilled(): boolean {
    return this.#state === 'killed';
  }

  now(): number {
    return this.#clock.now() + this.#offset;
  }

  at(time: number, ring: () => void): () => void {
    let isSet = true;
    const ifSet = (): void => {
      if (isSet) ring();
    };
    const cancel = this.#clock.at(time - this.#offset, () => this.#enter(ifSet, this.#timers));
    return () => {
      isSet = false;
      cancel();
    };
  }

  soon(run: () => void): void {
    this.#clock.soon(() => this.enter(run));
  }

  /** Handles data that arrive from outside. */
  enter(run: () => void): void {
    this.#enter(run, this.#arrived);
  }

  stop(): void {
    if (this.#state === 'running') this.#state = 'stopped';
  }

  /** Continues a stopped process. As in Node's event loop, due timers run first. */
  async continue(): Promise<void> {
    for (;;) {
      const next = this.#state === 'stopped' ? (this.#timers.shift() ?? this.#arrived.shift()) : undefined;
      if (next === undefined) break;
      next();
      await Promise.resolve();
    }
    if (this.#state === 'stopped') this.#state = 'running';
  }

  kill(): void {
    this.#state = 'killed';
    this.#timers = [];
    this.#arrived = [];
  }

  #enter(run: () => void, queue: (() => void)[]): void {
    if (this.#state === 'running') run();
    else if (this.#state === 'stopped') queue.push(run);
  }
}

/** The stream, as a process sees it that may be stopped or killed. */
export class GatedStream implements SharedStream {
  readonly #stream: SharedStream;
  readonly #gate: ProcessGate;
  readonly #onPublish: (id: string) => void;

  constructor(stream: SharedStream, gate: ProcessGate, onPublish: (id: string) => void) {
    this.#stream = stream;
    this.#gate = gate;
    this.#onPublish = onPublish;
  }

  publish(data: Uint8Array, options: PublishOptions): Promise<PublishAcknowledgement> {
    this.#onPublish(options.id);
    return this.#gated(this.#stream.publish(data, options));
  }

  read(after: number, deliver: (message: DeliveredMessage) => void): () => void {
    let isReading = true;
    const stop = this.#stream.read(after, (message) =>
      this.#gate.enter(() => {
        if (isReading) deliver(message);
      }),
    );
    return () => {
      isReading = false;
      stop();
    };
  }

  last(): Promise<number> {
    return this.#gated(this.#stream.last());
  }

  timestampOf(sequence: number): Promise<number | undefined> {
    return this.#gated(this.#stream.timestampOf(sequence));
  }

  #gated<Value>(promise: Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      promise.then(
        (value) => this.#gate.enter(() => resolve(value)),
        (error) => this.#gate.enter(() => reject(error)),
      );
    });
  }
}
