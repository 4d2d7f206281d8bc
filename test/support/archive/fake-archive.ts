import { DatabaseUnavailable } from '../../../src/database/errors.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';

/** Takes games down in the order in which they come, and fails as often as it is told. */
export class FakeArchive {
  readonly games: GameId[] = [];
  /** How many games each transaction had. */
  readonly transactions: number[] = [];
  mark: GameId = 0;
  /** Whether a call for this game fails; 0 for one that is for no game. */
  fails: (game: GameId) => boolean = () => false;
  /** It can be read and not written. */
  isFull = false;
  /** It has room for its mark, and for no game. */
  isTight = false;

  /** All or none, as in a transaction. */
  async addAll(finished: readonly { readonly game: GameId }[]): Promise<GameId[]> {
    if (this.isTight) throw new DatabaseUnavailable('the disk is full');
    for (const { game } of finished) this.#write(game);
    this.transactions.push(finished.length);
    for (const { game } of finished) if (!this.games.includes(game)) this.games.push(game);
    return [];
  }

  async storedNumbers(games: readonly GameId[]): Promise<Set<GameId>> {
    this.#work(0);
    return new Set(games.filter((game) => this.games.includes(game)));
  }

  async caughtUpTo(): Promise<GameId> {
    this.#work(0);
    return this.mark;
  }

  async catchUp(game: GameId): Promise<void> {
    this.#write(0);
    this.mark = game;
  }

  #write(game: GameId): void {
    if (this.isFull) throw new Error('the disk is full');
    this.#work(game);
  }

  #work(game: GameId): void {
    if (this.fails(game)) throw new Error('the disk is full');
  }
}
