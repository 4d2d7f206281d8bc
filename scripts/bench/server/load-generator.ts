import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The program of the clients. */
const GENERATOR = new URL('./load-generator-process.ts', import.meta.url);

/** The result of one period of play. */
export interface LoadResult {
  readonly movesPerSecond: number;
  /** Median of the milliseconds from sending a move until both players have received it. */
  readonly p50: number;
  /** The 99th percentile of the same. */
  readonly p99: number;
  /** All moves, including moves that were under way when the time was over. */
  readonly moves: number;
}

/** A message to the process of the clients. */
export type GeneratorCommand = { readonly kind: 'play'; readonly seconds: number } | { readonly kind: 'renew' };
/** A message from the process of the clients. `seated`: all games have started. */
export type GeneratorReport = { readonly kind: 'seated' } | ({ readonly kind: 'played' } & LoadResult);

/** The argument of the process, as JSON. */
export interface LoadGeneratorOptions {
  readonly protocol: string;
  /** The port of a server or of a relay at 127.0.0.1. */
  readonly port: number;
  /** Two connections play one game. */
  readonly connections: number;
  readonly isRelay?: boolean;
  /** The size of the board, for a protocol whose clients can choose it. */
  readonly lines?: number;
}

/**
 * Clients in a process of their own. Pairs of them play recorded legal games as fast as the server answers. A client sends the
 * next stone only when both players have received every byte that their protocol sends for the previous stone. Between two
 * periods of play, the clients send nothing.
 */
export class LoadGenerator {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  /** Resolves when all games have started. */
  static async open(options: LoadGeneratorOptions, generator = GENERATOR): Promise<LoadGenerator> {
    const load = new LoadGenerator(fork(fileURLToPath(generator), [JSON.stringify(options)]));
    await load.#report();
    return load;
  }

  /** After the end of a game, the next game is played on new connections. */
  async play(seconds: number): Promise<LoadResult> {
    this.#send({ kind: 'play', seconds });
    const report = await this.#report();
    if (report.kind !== 'played') throw new Error(`the load generator reported ${report.kind}`);
    return report;
  }

  /** Replaces games that are nearly finished, so that few games end during a measurement. */
  async replaceNearlyFinishedGames(): Promise<void> {
    this.#send({ kind: 'renew' });
    await this.#report();
  }

  async close(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill();
    await exited;
  }

  #send(command: GeneratorCommand): void {
    this.#process.send(command);
  }

  async #report(): Promise<GeneratorReport> {
    const done = new AbortController();
    const { signal } = done;
    const exited = once(this.#process, 'exit', { signal }).then(() => {
      throw new Error('the load generator exited');
    });
    exited.catch(() => undefined);
    const [report] = await Promise.race([once(this.#process, 'message', { signal }), exited]);
    done.abort();
    return report as GeneratorReport;
  }
}
