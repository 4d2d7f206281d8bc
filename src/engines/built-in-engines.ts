import { extname } from 'node:path';
import { messageOf, ok, problem, type Result } from '../result.ts';
import { WorkerLink } from '../worker-link.ts';
import type { BuiltInWorkerReply, BuiltInWorkerRequest } from './built-in-worker-messages.ts';
import type { Engine, EngineChoice, Situation } from './engine.ts';
import { LEVELS, type Level } from './level.ts';

/** The default time limit for a choice in milliseconds, while no other choice waits for the same thread. */
const DEFAULT_LIMIT = 3000;
/** The minimum time limit for a choice in milliseconds, however many choices wait. */
const LEAST_LIMIT = 50;
/** Milliseconds that a choice may take longer than its limit. After that, its thread counts as hanging. */
const HANG_TIMEOUT = 10_000;
/**
 * Levels whose choices take at most some tenths of a second. They have a thread of their own, so that they never wait for
 * other levels.
 */
const QUICK_LEVELS: readonly Level[] = LEVELS.slice(0, 4);

const CLOSED = problem('the built-in player is closed');

export interface BuiltInEnginesOptions {
  /** The time limit in milliseconds for a choice while no other choice waits for the same thread. */
  readonly limit?: number;
  /** Another worker, for tests. */
  readonly worker?: URL;
  readonly hangTimeout?: number;
}

export interface LevelAndSeed {
  readonly level: Level;
  /** A whole number of 32 bits. An engine with the same level and seed makes the same choices. */
  readonly seed: number;
}

/** The built-in engines for Go and Gomoku. All engines share two worker threads: one for quick levels, one for the others. */
export interface BuiltInEngines {
  /** Creates an engine for one game at a time. The engine stores nothing between two choices. */
  engine(strength: LevelAndSeed): Engine;
  close(): Promise<void>;
}

/** Creates the engines. A thread starts at its first choice. A failed thread is replaced at the next choice. */
export function openBuiltInEngines({
  limit = DEFAULT_LIMIT,
  worker = defaultWorker(),
  hangTimeout = HANG_TIMEOUT,
}: BuiltInEnginesOptions = {}): BuiltInEngines {
  const quick = new EngineThread(limit, worker, hangTimeout);
  const slow = new EngineThread(limit, worker, hangTimeout);
  return {
    engine: (strength) => new BuiltInEngine(strength, QUICK_LEVELS.includes(strength.level) ? quick : slow),
    close: async () => void (await Promise.all([quick.close(), slow.close()])),
  };
}

const defaultWorker = () => new URL(`./built-in-worker${extname(import.meta.url)}`, import.meta.url);

class BuiltInEngine implements Engine {
  readonly #strength: LevelAndSeed;
  readonly #thread: EngineThread;
  #game = 0;
  #closed = false;

  constructor(strength: LevelAndSeed, thread: EngineThread) {
    this.#strength = strength;
    this.#thread = thread;
  }

  newGame(): void {
    this.#game++;
  }

  async choose(situation: Situation): Promise<Result<EngineChoice>> {
    if (this.#closed) return CLOSED;
    return await this.#thread.choose(this, { ...this.#strength, game: this.#game, situation });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#thread.drop(this);
  }
}

type Task = Omit<BuiltInWorkerRequest, 'limit'>;

interface PendingChoice {
  readonly engine: BuiltInEngine;
  readonly task: Task;
  readonly resolve: (choice: Result<EngineChoice>) => void;
}

/** A worker thread and the choices that wait for it. */
class EngineThread {
  readonly #limit: number;
  readonly #worker: URL;
  readonly #hangTimeout: number;
  #link: WorkerLink<BuiltInWorkerRequest, BuiltInWorkerReply> | undefined;
  /** In the order of arrival; the first one is being computed. */
  #pending: PendingChoice[] = [];
  #busy = false;
  #closed = false;

  constructor(limit: number, worker: URL, hangTimeout: number) {
    this.#limit = limit;
    this.#worker = worker;
    this.#hangTimeout = hangTimeout;
  }

  choose(engine: BuiltInEngine, task: Task): Promise<Result<EngineChoice>> {
    if (this.#closed) return Promise.resolve(CLOSED);
    return new Promise((resolve) => {
      this.#pending.push({ engine, task, resolve });
      if (!this.#busy) void this.#runPending();
    });
  }

  /** Cancels the pending choices of an engine. */
  drop(engine: BuiltInEngine): void {
    for (const { resolve } of this.#pending.filter((waiting) => waiting.engine === engine)) resolve(CLOSED);
    this.#pending = this.#pending.filter((waiting) => waiting.engine !== engine);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#pending.splice(0)) resolve(CLOSED);
    const link = this.#link;
    this.#link = undefined;
    await link?.stop();
  }

  async #runPending(): Promise<void> {
    this.#busy = true;
    for (let next = this.#pending[0]; next !== undefined; next = this.#pending[0]) {
      const choice = await this.#request(next.task);
      this.#pending = this.#pending.filter((waiting) => waiting !== next);
      next.resolve(choice);
    }
    this.#busy = false;
  }

  async #request(task: Task): Promise<Result<EngineChoice>> {
    const limit = limitFor(task.situation, this.#limit / this.#pending.length);
    const link =
      this.#link ?? new WorkerLink<BuiltInWorkerRequest, BuiltInWorkerReply>('the built-in player', this.#worker);
    this.#link = link;
    const timeout = setTimeout(() => void link.stop(), limit + this.#hangTimeout);
    try {
      const { choice } = await link.request({ ...task, limit });
      return ok(choice);
    } catch (error) {
      this.#link = undefined;
      return problem(messageOf(error));
    } finally {
      clearTimeout(timeout);
    }
  }
}

/** The time limit for a choice in milliseconds: a share of the thread's time, within the limits of the clock. */
function limitFor({ time, moveTime = Infinity }: Situation, share: number): number {
  const { turn = Infinity, match = Infinity, left = match } = time ?? {};
  return Math.min(Math.max(LEAST_LIMIT, share), moveTime, turn / 4, left / 30);
}
