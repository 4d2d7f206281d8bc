import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The program of the players. */
const GENERATOR = new URL('./load-generator-process.ts', import.meta.url);

/** What a stretch of play came to. */
export interface LoadResult {
  readonly movesPerSecond: number;
  /** Milliseconds from a move to the moment when all who should have been told of it. */
  readonly p50: number;
  readonly p99: number;
  /** All of them, those included that were on their way when the time was over. */
  readonly moves: number;
}

/** What is said to the process that plays, … */
export type GeneratorCommand = { readonly kind: 'play'; readonly seconds: number } | { readonly kind: 'renew' };
/** … and what it says. */
export type GeneratorReport = { readonly kind: 'seated' } | ({ readonly kind: 'played' } & LoadResult);

/** Handed to the process as JSON. */
export interface LoadOptions {
  readonly protocol: string;
  /** Of 127.0.0.1: a server, or a relay that is none. */
  readonly port: number;
  /** Two of them make a table. */
  readonly connections: number;
  readonly isRelay?: boolean;
  /** Of the board, where players can ask for one. */
  readonly lines?: number;
}

/**
 * Players in a process of their own, who sit at their tables and play recorded legal games as fast as they are answered:
 * a stone, and nothing more before every seat is told of it as the protocol has it. Between stretches of play nothing is said.
 */
export class LoadGenerator {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** Resolves once all clients have seats. */
  static async open(options: LoadOptions, generator = GENERATOR): Promise<LoadGenerator> {
    const load = new LoadGenerator(fork(fileURLToPath(generator), [JSON.stringify(options)]));
    await load.#report();
    return load;
  }

  /** Games that end go on as new ones, on new connections. */
  async play(seconds: number): Promise<LoadResult> {
    this.#say({ kind: 'play', seconds });
    const report = await this.#report();
    if (report.kind !== 'played') throw new Error(`a report of ${report.kind}`);
    return report;
  }

  /** Games that are nearly over give way to new ones, so that few end while they are watched. */
  async renew(): Promise<void> {
    this.#say({ kind: 'renew' });
    await this.#report();
  }

  async close(): Promise<void> {
    const gone = once(this.#process, 'exit');
    this.#process.kill();
    await gone;
  }

  #say(order: GeneratorCommand): void {
    this.#process.send(order);
  }

  async #report(): Promise<GeneratorReport> {
    const gone = new AbortController();
    const { signal } = gone;
    const died = once(this.#process, 'exit', { signal }).then(() => {
      throw new Error('the players are gone');
    });
    died.catch(() => undefined);
    const [report] = await Promise.race([once(this.#process, 'message', { signal }), died]);
    gone.abort();
    return report as GeneratorReport;
  }
}
