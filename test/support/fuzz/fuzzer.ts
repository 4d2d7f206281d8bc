import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pick, type RandomInt, seededRandomInt } from '../clients/random.ts';
import { Coverage } from './coverage.ts';
import type { Target } from './target.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** As many as `Target.count` counts. */
  readonly inputs: number;
  /** Wall time; without it there is no limit. */
  readonly seconds?: number;
  /** Learns from V8's counters which inputs run what none has run, and weighs the heap; else learns from new outcomes alone. */
  readonly guided: boolean;
  /** Milliseconds: an input that takes longer each time is a failure. Without it no time is looked at. */
  readonly slowest?: number;
  /** Called before each input. */
  readonly beat?: () => void;
}

export interface FuzzReport {
  readonly inputs: number;
  readonly seconds: number;
  /** Of a core: what the machine does besides takes none of it. */
  readonly cpuSeconds: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly corpus: number;
  /** Characters of source that were run first by a generated input. */
  readonly fresh: number;
  /** After a collection, in MiB: when the corpus was complete, and for each million inputs after that. */
  readonly heap: readonly number[];
  /** What should have been seen and was not. */
  readonly missing: readonly string[];
}

/** An oracle's complaint, with all that is needed to hear it again. */
export class FuzzFailure extends Error {}

/** So many inputs are looked at together: counters are slow to read. */
const BATCH = 20;
/** A run that learns does so for at most so many inputs, and a tenth of all. */
const MOST_LEARNING = 40_000;
const MILLION = 1_000_000;
/** MiB that caches and the code itself may take beside the corpus. */
const HEAP_ALLOWANCE = 48;
const MOST_TRIALS = 3000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Runs one target for as long as it is told; throws `FuzzFailure` at the first failure. */
export class Fuzzer<Input> {
  readonly #target: Target<Input>;
  readonly #options: FuzzOptions;
  readonly #randomInt: RandomInt;
  readonly #corpus: Input[];
  readonly #outcomes = new Map<string, number>();
  readonly #start = performance.now();
  readonly #cpu = process.cpuUsage();
  #inputs = 0;
  #sawNew = false;

  constructor(target: Target<Input>, options: FuzzOptions) {
    this.#target = target;
    this.#options = options;
    this.#randomInt = seededRandomInt(options.seed);
    this.#corpus = [...target.seeds];
  }

  run(): FuzzReport {
    const { stackTraceLimit } = Error;
    // Readers try what may throw; where it was thrown is asked when it is known to matter.
    Error.stackTraceLimit = 0;
    try {
      return this.#run();
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  #run(): FuzzReport {
    for (const seed of this.#target.seeds) this.#try(seed);
    const fresh = this.#options.guided ? this.#learn() : 0;
    const heap = [this.#heap()];
    let next = this.#inputs + MILLION;
    while (!this.#isOver(1)) {
      this.#step();
      if (this.#inputs < next) continue;
      next += MILLION;
      heap.push(this.#heap());
    }
    heap.push(this.#heap());
    const [first = 0] = heap;
    const last = heap.at(-1) ?? 0;
    if (last > first * 1.5 + HEAP_ALLOWANCE)
      throw new FuzzFailure(`${this.#target.name}: the heap grows: ${heap.join(', ')} MiB`);
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      inputs: this.#inputs,
      seconds: (performance.now() - this.#start) / 1000,
      cpuSeconds: (user + system) / MILLION,
      outcomes: this.#outcomes,
      corpus: this.#corpus.length,
      fresh,
      heap,
      missing: this.#target.mustSee.filter((outcome) => !this.#outcomes.has(outcome)),
    };
  }

  #isOver(share: number): boolean {
    const { inputs, seconds = Number.POSITIVE_INFINITY } = this.#options;
    return this.#inputs >= inputs * share || performance.now() - this.#start >= seconds * 1000 * share;
  }

  /** Keeps every input that runs something new; the seeds have run what they run before. */
  #learn(): number {
    const coverage = new Coverage();
    coverage.start();
    let fresh = 0;
    try {
      for (const seed of this.#target.seeds) this.#try(seed);
      coverage.takeFresh();
      const most = this.#inputs + Math.min(MOST_LEARNING, this.#options.inputs / 10);
      while (!this.#isOver(0.25) && this.#inputs < most) {
        const batch = Array.from({ length: BATCH }, () => this.#draw());
        for (const input of batch) this.#try(input);
        const more = coverage.takeFresh();
        fresh += more;
        if (more > 0) this.#corpus.push(...batch);
      }
    } finally {
      coverage.stop();
    }
    return fresh;
  }

  #step(): void {
    const input = this.#draw();
    this.#sawNew = false;
    this.#try(input);
    if (this.#sawNew) this.#corpus.push(input);
  }

  #draw(): Input {
    const randomInt = this.#randomInt;
    try {
      if (this.#corpus.length === 0 || randomInt(2) === 0) return this.#target.generate(randomInt);
    } catch (error) {
      throw new FuzzFailure(`SEED=${this.#options.seed} ${this.#target.name}: ${messageOf(error)}`, { cause: error });
    }
    return this.#target.mutate(pick(randomInt, this.#corpus), pick(randomInt, this.#corpus), randomInt);
  }

  #try(input: Input): void {
    this.#options.beat?.();
    const start = performance.now();
    this.#inputs += this.#target.count(input);
    try {
      this.#target.run(input, (outcome) => this.#saw(outcome));
    } catch (error) {
      throw this.#found(input, error);
    }
    const { slowest } = this.#options;
    if (slowest === undefined || performance.now() - start <= slowest) return;
    // The machine has other things to do, but not every time.
    if (this.#quickest(input) > slowest) throw this.#found(input, new Error('slow'));
  }

  #saw(outcome: string): void {
    const times = this.#outcomes.get(outcome) ?? 0;
    if (times === 0) this.#sawNew = true;
    this.#outcomes.set(outcome, times + 1);
  }

  #quickest(input: Input): number {
    const times = Array.from({ length: 3 }, () => {
      const start = performance.now();
      this.#target.run(input, () => {});
      return performance.now() - start;
    });
    return Math.min(...times);
  }

  #found(input: Input, error: unknown): FuzzFailure {
    const { name } = this.#target;
    const simplest = this.#simplest(input);
    Error.stackTraceLimit = 10;
    const lines = [
      `SEED=${this.#options.seed} ${name}: ${messageOf(error)}`,
      `input: ${this.#target.show(input)}`,
      `simplest: ${this.#target.show(simplest)}`,
      `there: ${messageOf(this.#failure(simplest) ?? error)}`,
    ];
    return new FuzzFailure(lines.join('\n'), { cause: error });
  }

  #failure(input: Input): unknown {
    try {
      this.#target.run(input, () => {});
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Delta debugging: whatever is smaller and fails takes the place of what failed. */
  #simplest(input: Input): Input {
    let best = input;
    for (let trials = 0; ; ) {
      let better: Input | undefined;
      for (const candidate of this.#target.simpler(best)) {
        if (++trials > MOST_TRIALS) return best;
        if (this.#failure(candidate) === undefined) continue;
        better = candidate;
        break;
      }
      if (better === undefined) return best;
      best = better;
    }
  }

  #heap(): number {
    // A collection takes longer than a few hundred inputs do.
    if (!this.#options.guided) return 0;
    collect();
    return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  }
}

/** Where it was thrown is worth some lines more. */
const messageOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}\n${
        error.stack
          ?.match(/\n {4}at .*/g)
          ?.slice(0, 4)
          .join('') ?? ''
      }`
    : String(error);
