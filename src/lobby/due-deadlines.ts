import type { DecisionBuilder } from './decision.ts';
import type { Game } from './games/game.ts';
import type { Games } from './games/games.ts';
import type { DuePairing, Pairing } from './pairing/pairing.ts';

/** So many deadlines are carried out in one step: after a restart all games may be due at once. The others are due at once. */
const MOST_DUE = 100;

const NONE: ReadonlySet<number> = new Set();

/** The lobby has failed on a deadline. */
export class DueDeadlineFailed extends Error {
  override readonly name = 'DueDeadlineFailed';
  /** Counts the deadlines of one step from 0. */
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super(`deadline ${index}: ${String(cause)}`, { cause });
    this.index = index;
  }
}

/** Carries out the deadlines of games and of pairing. */
export class DueDeadlines {
  readonly #games: Games;
  readonly #pairing: Pairing;
  /** Of the present step. */
  #skipped = NONE;
  #index = 0;

  constructor(games: Games, pairing: Pairing) {
    this.#games = games;
    this.#pairing = pairing;
  }

  /** When something is due, or earlier; milliseconds since the epoch. */
  get first(): number | undefined {
    const [play, wait] = [this.#games.deadline, this.#pairing.deadline];
    return play === undefined || wait === undefined ? (play ?? wait) : Math.min(play, wait);
  }

  /** `skipped`: deadlines of this step that are left out, because the lobby fails on them. */
  beginStep(skipped = NONE): void {
    this.#skipped = skipped;
    this.#index = 0;
  }

  /** In the order of time; of two at one time the game's is first. A command at exactly the end is in time. */
  carryOut(decision: DecisionBuilder, now: number): void {
    if ((this.first ?? Number.POSITIVE_INFINITY) > now) return;
    for (let count = 0; count < MOST_DUE; count++) {
      const game = this.#games.due(now);
      const pair = this.#pairing.due(now);
      if (game !== undefined && (pair === undefined || game.at <= pair.at)) this.#endGame(decision, game.item);
      else if (pair !== undefined) this.#pair(decision, pair.item);
      else return;
    }
  }

  /** A seat of a computer player may have become free. */
  carryOutPairs(decision: DecisionBuilder, now: number): void {
    for (let count = 0; count < MOST_DUE; count++) {
      const pair = this.#pairing.due(now);
      if (pair === undefined) return;
      this.#pair(decision, pair.item);
    }
  }

  /** Instead of a skipped deadline the game ends without a winner. */
  #endGame(decision: DecisionBuilder, game: Game): void {
    this.#unlessSkipped(
      () => this.#games.endDueGame(decision, game),
      () => this.#games.stop(decision, game.id),
    );
  }

  /** Instead of a skipped deadline the seek is withdrawn, or the round has no pairs. */
  #pair(decision: DecisionBuilder, due: DuePairing): void {
    this.#unlessSkipped(
      () => this.#pairing.carryOut(decision, due),
      () => this.#pairing.skip(due, decision.now),
    );
  }

  #unlessSkipped(carryOut: () => void, skip: () => void): void {
    const index = this.#index++;
    try {
      if (this.#skipped.has(index)) skip();
      else carryOut();
    } catch (error) {
      throw new DueDeadlineFailed(index, error);
    }
  }
}
