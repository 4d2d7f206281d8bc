import { ok, problem, type Result } from '../result.ts';
import type { Choice, Engine, Situation, TimeLeft } from './engine.ts';
import { refusalOf } from './legality.ts';
import type { Log } from './program.ts';

/**
 * An engine that plays on when its program does not: one that crashes, hangs or answers what is illegal is closed and
 * another opened in its place, once in each game; the second time the game is resigned. So every choice is legal, and
 * the only problem is to be closed.
 */
export class SupervisedEngine implements Engine {
  readonly #open: () => Promise<Result<Engine>>;
  readonly #log: Log;
  #engine: Engine | undefined;
  #opening: Promise<Result<Engine>> | undefined;
  #mayReopen = true;
  #gaveUp = false;
  #closed = false;
  /** Programs that are on their way out. */
  readonly #leaving = new Set<Promise<void>>();

  /** `first` is open already; without it, one is opened for the first choice. */
  constructor(first: Engine | undefined, open: () => Promise<Result<Engine>>, log: Log) {
    this.#engine = first;
    this.#open = open;
    this.#log = log;
  }

  /** To be said before the first choice of each game. */
  newGame(): void {
    this.#mayReopen = true;
    this.#gaveUp = false;
  }

  /** The game was resigned because the program failed twice. */
  get gaveUp(): boolean {
    return this.#gaveUp;
  }

  async choose(situation: Situation): Promise<Result<Choice>> {
    const begun = performance.now();
    for (let now = situation; ; now = timeAfter(situation, performance.now() - begun)) {
      const choice = await this.#tryToChoose(now);
      if (this.#closed) return problem('the engine is closed');
      if (choice.ok) return choice;
      this.#dismiss();
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

  async #tryToChoose(situation: Situation): Promise<Result<Choice>> {
    const engine = await this.#present();
    if (!engine.ok) return engine;
    const choice = await engine.value.choose(situation);
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

  /** Lets the program go, without waiting for it: the clock runs. */
  #dismiss(): void {
    const engine = this.#engine;
    this.#engine = undefined;
    if (engine === undefined) return;
    const leaving = engine.close().finally(() => this.#leaving.delete(leaving));
    this.#leaving.add(leaving);
  }
}

/** The situation some milliseconds later. */
function timeAfter(situation: Situation, spent: number): Situation {
  if (situation.time === undefined) return situation;
  const { turn, match, left = match } = situation.time;
  const rest = (limit: number): number => Math.max(0, limit - spent);
  const time: TimeLeft = {
    ...situation.time,
    ...(turn === undefined ? {} : { turn: rest(turn) }),
    ...(left === undefined ? {} : { left: rest(left) }),
  };
  return { ...situation, time };
}
