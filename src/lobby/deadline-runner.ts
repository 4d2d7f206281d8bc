import type { DecisionBuilder } from './decision.ts';
import type { Game } from './games/game.ts';
import type { Games } from './games/games.ts';
import type { Pairing, PairingDeadlineItem } from './pairing/pairing.ts';

/** The most deadlines in one step, because all games may be due after a restart. The next step carries out the others. */
const MAX_PER_STEP = 100;

const NONE: ReadonlySet<number> = new Set();

/** An error of the lobby while it carried out a deadline. */
export class DueDeadlineFailed extends Error {
  override readonly name = 'DueDeadlineFailed';
  /** The index of the deadline in its step, from 0. */
  readonly index: number;

  constructor(index: number, cause: unknown) {
    super(`deadline ${index}: ${String(cause)}`, { cause });
    this.index = index;
  }
}

/** Carries out the deadlines of games and of pairing. */
export class DeadlineRunner {
  readonly #games: Games;
  readonly #pairing: Pairing;
  /** The indices of the deadlines that are left out in this step. */
  #skipped = NONE;
  #index = 0;

  constructor(games: Games, pairing: Pairing) {
    this.#games = games;
    this.#pairing = pairing;
  }

  /** The time of the first deadline, or a time before it; milliseconds since the epoch. */
  get first(): number | undefined {
    const [play, wait] = [this.#games.deadline, this.#pairing.deadline];
    return play === undefined || wait === undefined ? (play ?? wait) : Math.min(play, wait);
  }

  /** Starts a step. `skipped`: the indices of deadlines that are left out, because the lobby fails on them. */
  beginStep(skipped = NONE): void {
    this.#skipped = skipped;
    this.#index = 0;
  }

  /** Carries out the due deadlines in the order of time. Of two deadlines at the same time, the game's is first. */
  carryOut(decision: DecisionBuilder, now: number): void {
    if ((this.first ?? Number.POSITIVE_INFINITY) > now) return;
    for (let count = 0; count < MAX_PER_STEP; count++) {
      const game = this.#games.due(now);
      const pair = this.#pairing.due(now);
      if (game !== undefined && (pair === undefined || game.at <= pair.at)) this.#endGame(decision, game.item);
      else if (pair !== undefined) this.#pair(decision, pair.item);
      else return;
    }
  }

  /** Carries out due pairings after a command, because a seat of a computer player may have become free. */
  carryOutPairs(decision: DecisionBuilder, now: number): void {
    for (let count = 0; count < MAX_PER_STEP; count++) {
      const pair = this.#pairing.due(now);
      if (pair === undefined) return;
      this.#pair(decision, pair.item);
    }
  }

  /** If the deadline is skipped, the game ends without a winner. */
  #endGame(decision: DecisionBuilder, game: Game): void {
    this.#unlessSkipped(
      () => this.#games.endDueGame(decision, game),
      () => this.#games.stop(decision, game.id),
    );
  }

  /** If the deadline is skipped, the seek is withdrawn, or the round has no pairs. */
  #pair(decision: DecisionBuilder, due: PairingDeadlineItem): void {
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
