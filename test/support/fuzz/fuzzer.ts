import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pick, type RandomInt, seededRandomInt } from '../clients/random.ts';
import { Coverage } from './coverage.ts';
import type { Target } from './fuzz-target.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** The number of inputs, counted by `Target.count`. */
  readonly inputs: number;
  /** The limit on wall time. */
  readonly seconds?: number;
  /** Whether coverage decides which inputs join the corpus, and the heap is measured. Without it, only new outcomes decide. */
  readonly guided: boolean;
  /** An input that takes longer in several runs is a failure. Absent: time is not measured. */
  readonly maxMilliseconds?: number;
  /** Called before each input. */
  readonly onInput?: () => void;
}

export interface FuzzReport {
  readonly inputs: number;
  readonly seconds: number;
  /** CPU time of the process. */
  readonly cpuSeconds: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly corpus: number;
  /** Characters of source that a generated input was the first to execute. */
  readonly newCharacters: number;
  /** Heap in MiB after garbage collection: when the corpus was complete, and after each further million inputs. */
  readonly heap: readonly number[];
  /** Expected outcomes that did not occur. */
  readonly missing: readonly string[];
}

/** A failed check, with all that is needed to repeat it. */
export class FuzzFailure extends Error {}

/** Inputs per reading of the coverage, which is slow to read. */
const BATCH = 20;
/** The limit on inputs that may extend the corpus by coverage; also at most a tenth of all inputs. */
const MAX_LEARNING_INPUTS = 40_000;
const MILLION = 1_000_000;
/** MiB for caches and code, besides the corpus. */
const HEAP_ALLOWANCE = 48;
const MAX_SIMPLIFICATION_TRIALS = 3000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Fuzzes one target. Throws `FuzzFailure` at the first failure. */
export class Fuzzer<Input> {
  readonly #target: Target<Input>;
  readonly #options: FuzzOptions;
  readonly #randomInt: RandomInt;
  readonly #corpus: Input[];
  readonly #outcomes = new Map<string, number>();
  readonly #start = performance.now();
  readonly #cpu = process.cpuUsage();
  #inputs = 0;
  #hasNewOutcome = false;

  constructor(target: Target<Input>, options: FuzzOptions) {
    this.#target = target;
    this.#options = options;
    this.#randomInt = seededRandomInt(options.seed);
    this.#corpus = [...target.seeds];
  }

  run(): FuzzReport {
    const { stackTraceLimit } = Error;
    // Readers throw and catch many errors. Stack traces are slow, and are only needed for a failure.
    Error.stackTraceLimit = 0;
    try {
      return this.#run();
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  #run(): FuzzReport {
    for (const seed of this.#target.seeds) this.#runInput(seed);
    const newCharacters = this.#options.guided ? this.#growCorpus() : 0;
    const heap = [this.#heapMebibytes()];
    let next = this.#inputs + MILLION;
    while (!this.#isOver(1)) {
      this.#step();
      if (this.#inputs < next) continue;
      next += MILLION;
      heap.push(this.#heapMebibytes());
    }
    heap.push(this.#heapMebibytes());
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
      newCharacters,
      heap,
      missing: this.#target.expectedOutcomes.filter((outcome) => !this.#outcomes.has(outcome)),
    };
  }

  #isOver(share: number): boolean {
    const { inputs, seconds = Number.POSITIVE_INFINITY } = this.#options;
    return this.#inputs >= inputs * share || performance.now() - this.#start >= seconds * 1000 * share;
  }

  /** Adds the inputs that execute new code to the corpus. The code that the seeds execute is not new. */
  #growCorpus(): number {
    const coverage = new Coverage();
    coverage.start();
    let newCharacters = 0;
    try {
      for (const seed of this.#target.seeds) this.#runInput(seed);
      coverage.takeNewCharacters();
      const most = this.#inputs + Math.min(MAX_LEARNING_INPUTS, this.#options.inputs / 10);
      while (!this.#isOver(0.25) && this.#inputs < most) {
        const batch = Array.from({ length: BATCH }, () => this.#nextInput());
        for (const input of batch) this.#runInput(input);
        const more = coverage.takeNewCharacters();
        newCharacters += more;
        if (more > 0) this.#corpus.push(...batch);
      }
    } finally {
      coverage.stop();
    }
    return newCharacters;
  }

  #step(): void {
    const input = this.#nextInput();
    this.#hasNewOutcome = false;
    this.#runInput(input);
    if (this.#hasNewOutcome) this.#corpus.push(input);
  }

  #nextInput(): Input {
    const randomInt = this.#randomInt;
    try {
      if (this.#corpus.length === 0 || randomInt(2) === 0) return this.#target.generate(randomInt);
    } catch (error) {
      throw new FuzzFailure(`SEED=${this.#options.seed} ${this.#target.name}: ${messageOf(error)}`, { cause: error });
    }
    return this.#target.mutate(pick(randomInt, this.#corpus), pick(randomInt, this.#corpus), randomInt);
  }

  #runInput(input: Input): void {
    this.#options.onInput?.();
    const start = performance.now();
    this.#inputs += this.#target.count(input);
    try {
      this.#target.run(input, (outcome) => this.#countOutcome(outcome));
    } catch (error) {
      throw this.#failureOf(input, error);
    }
    const { maxMilliseconds: slowest } = this.#options;
    if (slowest === undefined || performance.now() - start <= slowest) return;
    // Other work of the machine may have caused the delay, so the input is measured again.
    if (this.#shortestTime(input) > slowest) throw this.#failureOf(input, new Error('slow'));
  }

  #countOutcome(outcome: string): void {
    const times = this.#outcomes.get(outcome) ?? 0;
    if (times === 0) this.#hasNewOutcome = true;
    this.#outcomes.set(outcome, times + 1);
  }

  #shortestTime(input: Input): number {
    const times = Array.from({ length: 3 }, () => {
      const start = performance.now();
      this.#target.run(input, () => {});
      return performance.now() - start;
    });
    return Math.min(...times);
  }

  #failureOf(input: Input, error: unknown): FuzzFailure {
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

  /** Delta debugging: replaces the input by a simpler one that fails too, as often as possible. */
  #simplest(input: Input): Input {
    let best = input;
    for (let trials = 0; ; ) {
      let better: Input | undefined;
      for (const candidate of this.#target.simplerInputs(best)) {
        if (++trials > MAX_SIMPLIFICATION_TRIALS) return best;
        if (this.#failure(candidate) === undefined) continue;
        better = candidate;
        break;
      }
      if (better === undefined) return best;
      best = better;
    }
  }

  #heapMebibytes(): number {
    // A garbage collection takes longer than a few hundred inputs.
    if (!this.#options.guided) return 0;
    collect();
    return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
  }
}

/** The message with the first lines of the stack trace. */
const messageOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message}\n${
        error.stack
          ?.match(/\n {4}at .*/g)
          ?.slice(0, 4)
          .join('') ?? ''
      }`
    : String(error);
