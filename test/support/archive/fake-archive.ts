import { DatabaseUnavailable } from '../../../src/database/database-errors.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';

/** Records the archived games in their order. Calls fail when the test demands it. */
export class FakeArchive {
  readonly games: GameId[] = [];
  /** The number of games in each transaction. */
  readonly transactions: number[] = [];
  mark: GameId = 0;
  /** Whether a call for this game fails. The game is 0 for a call that belongs to no game. */
  fails: (game: GameId) => boolean = () => false;
  /** Writes fail, but reads succeed. */
  isFull = false;
  /** Writing games fails, but writing the mark succeeds. */
  hasNoRoomForGames = false;

  /** Adds all games or none, like a transaction. */
  async addAll(finished: readonly { readonly game: GameId }[]): Promise<GameId[]> {
    if (this.hasNoRoomForGames) throw new DatabaseUnavailable('the disk is full');
    for (const { game } of finished) this.#write(game);
    this.transactions.push(finished.length);
    for (const { game } of finished) if (!this.games.includes(game)) this.games.push(game);
    return [];
  }

  async storedNumbers(games: readonly GameId[]): Promise<Set<GameId>> {
    this.#failIfTold(0);
    return new Set(games.filter((game) => this.games.includes(game)));
  }

  async caughtUpTo(): Promise<GameId> {
    this.#failIfTold(0);
    return this.mark;
  }

  async catchUp(game: GameId): Promise<void> {
    this.#write(0);
    this.mark = game;
  }

  #write(game: GameId): void {
    if (this.isFull) throw new Error('the disk is full');
    this.#failIfTold(game);
  }

  #failIfTold(game: GameId): void {
    if (this.fails(game)) throw new Error('the disk is full');
  }
}
