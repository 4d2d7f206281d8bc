import { ok, problem, type Result } from '../result.ts';
import type { Engine, EngineChoice, Situation } from './engine.ts';
import { situationAfter } from './engine-time-margins.ts';
import type { EngineLog } from './line-based-program.ts';
import { refusalOf } from './move-legality.ts';

/**
 * An engine that replaces a failed program. If the program crashes, hangs or plays an illegal move, another one is
 * started, once per game; at the second failure the game is resigned. Every choice is legal, and the only problem is
 * that the engine is closed.
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
  /** Counts the games, to recognise choices that are no longer needed. */
  #games = 0;
  /** The choice in progress: only one at a time. */
  #choosing: Promise<unknown> = Promise.resolve();
  /** Programs that are being stopped. */
  readonly #leaving = new Set<Promise<void>>();

  /**
   * `first` is a running engine; without it, one is started for the first choice. `now`: milliseconds from any start.
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
   * Waits until an earlier choice, possibly of a game that has ended, is finished. The server's clock runs meanwhile.
   */
  choose(situation: Situation): Promise<Result<EngineChoice>> {
    const asked = this.#now();
    const game = this.#games;
    const choice = this.#choosing.then(() => this.#choose(situation, asked, game));
    this.#choosing = choice.catch(() => undefined);
    return choice;
  }

  async #choose(situation: Situation, asked: number, game: number): Promise<Result<EngineChoice>> {
    for (;;) {
      if (this.#closed) return problem('the engine is closed');
      if (game !== this.#games) return problem('the game has ended');
      const choice = await this.#tryToChoose(situation, asked);
      if (this.#closed) return problem('the engine is closed');
      if (choice.ok) return choice;
      this.#dismiss();
      if (game !== this.#games) {
        this.#log(`${choice.problem}, after its game has ended`);
        return choice;
      }
      if (!this.#mayReopen) {
        this.#log(`${choice.problem}: for the second time in this game, which is resigned`);
        this.#gaveUp = true;
        return ok({ kind: 'resign' });
      }
      this.#mayReopen = false;
      this.#log(`${choice.problem}: the engine is started again`);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening;
    this.#dismiss();
    await Promise.all(this.#leaving);
  }

  /** A choice that was requested at `asked`. The server's clock has run since then. */
  async #tryToChoose(situation: Situation, asked: number): Promise<Result<EngineChoice>> {
    const engine = await this.#present();
    if (!engine.ok) return engine;
    const choice = await engine.value.choose(situationAfter(situation, this.#now() - asked));
    const refusal = choice.ok ? refusalOf(situation, choice.value) : undefined;
    return refusal === undefined ? choice : problem(`the engine answers what may not be played: ${refusal}`);
  }

  async #present(): Promise<Result<Engine>> {
    if (this.#engine !== undefined) return ok(this.#engine);
    this.#opening = this.#open();
    const opened = await this.#opening;
    if (opened.ok) this.#engine = opened.value;
    return opened;
  }

  /** Stops the program without waiting for its end, because the clock runs. */
  #dismiss(): void {
    const engine = this.#engine;
    this.#engine = undefined;
    if (engine === undefined) return;
    const leaving = engine.close().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }
}
