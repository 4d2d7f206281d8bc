import { extname } from 'node:path';
import { ok, problem, type Result } from '../result.ts';
import { WorkerLink } from '../worker-link.ts';
import type { BuiltInReply, BuiltInRequest, GameNumber } from './built-in-messages.ts';
import type { Choice, Engine, Situation } from './engine.ts';

/** The minimum time for a choice in milliseconds, however many wait. */
const LEAST_BUDGET = 50;
/** How much longer than its budget a choice may take before its thread counts as hanging. */
const PATIENCE = 10_000;

const CLOSED = problem('the built-in player is closed');

export interface BuiltInOptions {
  /** Milliseconds for one choice while no other choice waits. */
  readonly budget?: number;
  /** In place of our own, for tests. */
  readonly worker?: URL;
  readonly patience?: number;
}

/** The built-in engines for Go and Gomoku. All engines share one worker thread. */
export interface BuiltInEngines {
  /** An engine for one game at a time. */
  engine(): Engine;
  /** Closes all the engines and ends the thread. */
  close(): Promise<void>;
}

/** The thread starts with the first choice. A thread that has failed is replaced with the next choice. */
export function openBuiltInEngines({
  budget = 1000,
  worker = ownWorker(),
  patience = PATIENCE,
}: BuiltInOptions = {}): BuiltInEngines {
  return new SharedWorker(budget, worker, patience);
}

const ownWorker = () => new URL(`./built-in-worker${extname(import.meta.url)}`, import.meta.url);

interface Waiting {
  readonly game: GameNumber;
  readonly situation: Situation;
  readonly resolve: (choice: Result<Choice>) => void;
}

class SharedWorker implements BuiltInEngines {
  readonly #budget: number;
  readonly #worker: URL;
  readonly #patience: number;
  #link: WorkerLink<BuiltInRequest, BuiltInReply> | undefined;
  #games = 0;
  /** In the order of arrival; the first one is being computed. */
  #waiting: Waiting[] = [];
  #busy = false;
  #closed = false;

  constructor(budget: number, worker: URL, patience: number) {
    this.#budget = budget;
    this.#worker = worker;
    this.#patience = patience;
  }

  engine(): Engine {
    const game = this.#games++;
    let closed = false;
    return {
      choose: async (situation) => (closed ? CLOSED : this.#choose(game, situation)),
      close: async () => {
        if (!closed) this.#drop(game);
        closed = true;
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(CLOSED);
    const link = this.#link;
    this.#link = undefined;
    await link?.stop();
  }

  #choose(game: GameNumber, situation: Situation): Promise<Result<Choice>> {
    if (this.#closed) return Promise.resolve(CLOSED);
    return new Promise((resolve) => {
      this.#waiting.push({ game, situation, resolve });
      if (!this.#busy) void this.#work();
    });
  }

  #drop(game: GameNumber): void {
    for (const { resolve } of this.#waiting.filter((waiting) => waiting.game === game)) resolve(CLOSED);
    this.#waiting = this.#waiting.filter((waiting) => waiting.game !== game);
    // If the thread is gone, the game is forgotten anyway.
    this.#link?.request({ kind: 'forget', game }).catch(() => undefined);
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const choice = await this.#ask(next);
      this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
      next.resolve(choice);
    }
    this.#busy = false;
  }

  async #ask({ game, situation }: Waiting): Promise<Result<Choice>> {
    const budget = budgetFor(situation, this.#budget / this.#waiting.length);
    const link = this.#link ?? new WorkerLink<BuiltInRequest, BuiltInReply>('the built-in player', this.#worker);
    this.#link = link;
    const timeout = setTimeout(() => void link.stop(), budget + this.#patience);
    try {
      const reply = await link.request({ kind: 'choose', game, situation, budget });
      return reply.kind === 'chosen' ? ok(reply.choice) : problem('the built-in player gave no choice');
    } catch (error) {
      this.#link = undefined;
      return problem(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(timeout);
    }
  }
}

/** The time for a choice in milliseconds: a share of the thread, within the limits of the clock. */
function budgetFor({ time, moveTime = Infinity }: Situation, share: number): number {
  const { turn = Infinity, left = Infinity } = time ?? {};
  return Math.min(Math.max(LEAST_BUDGET, share), moveTime, turn / 2, left / 30);
}
