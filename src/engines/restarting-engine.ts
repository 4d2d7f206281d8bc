import { ok, problem, type Result } from '../result.ts';
import type { Engine, EngineChoice, Situation } from './engine.ts';
import { situationAfter } from './engine-time-limits.ts';
import type { EngineLog } from './line-based-program.ts';
import { refusalOf } from './move-legality.ts';

/**
 * An engine that replaces a failed program. If the program crashes, hangs or plays an illegal move, another program is
 * started. At the second failure in a game, the engine resigns. Every choice is legal. The problem of a choice is that the
 * engine is closed or that the game has ended.
 */
export class RestartingEngine implements Engine {
  readonly #open: () => Promise<Result<Engine>>;
  readonly #log: EngineLog;
  readonly #now: () => number;
  #engine: Engine | undefined;
  #opening: Promise<Result<Engine>> | undefined;
  #mayReopen = true;
  #gaveUp = false;
  #closed = false;
  /** The number of games so far. A choice for an earlier game is no longer needed. */
  #games = 0;
  /** The choice in progress. There is only one at a time. */
  #choosing: Promise<unknown> = Promise.resolve();
  readonly #closing = new Set<Promise<void>>();

  /**
   * `first` is a running engine. Without it, an engine is started for the first choice. `now`: milliseconds from any start.
   */
  constructor(
    first: Engine | undefined,
    open: () => Promise<Result<Engine>>,
    log: EngineLog,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#engine = first;
    this.#open = open;
    this.#log = log;
  }

  /** Must be called before the first choice of each game. */
  newGame(): void {
    this.#games++;
    this.#engine?.newGame?.();
    this.#mayReopen = true;
    this.#gaveUp = false;
  }

  /** Whether the game was resigned because the program failed twice. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  /**
   * Chooses a move when earlier choices, possibly of games that have ended, are finished. The server's clock runs during
   * this time.
   */
  choose(situation: Situation): Promise<Result<EngineChoice>> {
    const requestedAt = this.#now();
    const game = this.#games;
    const choice = this.#choosing.then(() => this.#choose(situation, requestedAt, game));
    this.#choosing = choice.catch(() => undefined);
    return choice;
  }

  async #choose(situation: Situation, requestedAt: number, game: number): Promise<Result<EngineChoice>> {
    for (;;) {
      if (this.#closed) return problem('the engine is closed');
      if (game !== this.#games) return problem('the game has ended');
      const choice = await this.#tryToChoose(situation, requestedAt);
      if (this.#closed) return problem('the engine is closed');
      if (choice.ok) return choice;
      this.#stopEngine();
      if (game !== this.#games) {
        this.#log(`${choice.problem}, after its game has ended`);
        return choice;
      }
      if (!this.#mayReopen) {
        this.#log(`${choice.problem}: second failure in this game, resigning`);
        this.#gaveUp = true;
        return ok({ kind: 'resign' });
      }
      this.#mayReopen = false;
      this.#log(`${choice.problem}: restarting the engine`);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening;
    this.#stopEngine();
    await Promise.all(this.#closing);
  }

  /** Makes a choice that was requested at `requestedAt`. The server's clock has run since then. */
  async #tryToChoose(situation: Situation, requestedAt: number): Promise<Result<EngineChoice>> {
    const engine = await this.#currentEngine();
    if (!engine.ok) return engine;
    const choice = await engine.value.choose(situationAfter(situation, this.#now() - requestedAt));
    const refusal = choice.ok ? refusalOf(situation, choice.value) : undefined;
    return refusal === undefined ? choice : problem(`the engine chose an illegal move: ${refusal}`);
  }

  async #currentEngine(): Promise<Result<Engine>> {
    if (this.#engine !== undefined) return ok(this.#engine);
    this.#opening = this.#open();
    const opened = await this.#opening;
    if (opened.ok) this.#engine = opened.value;
    return opened;
  }

  /** Stops the program without waiting for its end, because the clock runs. */
  #stopEngine(): void {
    const engine = this.#engine;
    this.#engine = undefined;
    if (engine === undefined) return;
    const closing = engine.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
