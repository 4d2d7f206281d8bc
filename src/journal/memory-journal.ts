import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import { type LazyJournalEntries, lazyJournalEntries } from '../lobby/games/lazy-journal-entries.ts';
import { assertValidEntries, findConflict } from './append-check.ts';
import { type EncodedGame, type Journal, JournalConflict, type ListedJournalGame } from './journal.ts';
import { encodeGame } from './rows/encoded-game.ts';

/**
 * Stores events in memory (`--durability none`). Appends settle within a microtask. Of the finished games, only the last `keepFinished`
 * stay in memory.
 */
export class MemoryJournal implements Journal {
  readonly #keepFinished: number;
  readonly #games = new Map<GameId, JournalEntry[]>();
  /** Finished games, the oldest end first. */
  readonly #finished = new Set<GameId>();
  #lastGame: GameId = 0;
  #closed = false;

  constructor({ keepFinished = 1000 }: { readonly keepFinished?: number } = {}) {
    this.#keepFinished = keepFinished;
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    this.#assertOpen();
    assertValidEntries(entries);
    const conflict = findConflict(entries, (game) => this.#games.get(game)?.length ?? 0);
    if (conflict !== undefined) throw new JournalConflict(conflict);
    for (const entry of entries) this.#store(entry);
    this.#forgetOldest();
  }

  watchDiskSpace(listener: (hasSpace: boolean) => void): void {
    listener(true);
  }

  async *unfinished(): AsyncGenerator<LazyJournalEntries[], void, undefined> {
    this.#assertOpen();
    const games = [...this.#games].filter(([game]) => !this.#finished.has(game));
    yield games.sort(([one], [other]) => one - other).map(([, entries]) => lazyJournalEntries([...entries]));
  }

  async *games(after: GameId): AsyncGenerator<ListedJournalGame, void, undefined> {
    this.#assertOpen();
    const games = [...this.#games].filter(([game]) => game > after);
    for (const [game, entries] of games.sort(([one], [other]) => one - other))
      yield { game, ended: this.#finished.has(game) ? entries.at(-1)?.at : undefined };
  }

  async game(id: GameId): Promise<JournalEntry[]> {
    this.#assertOpen();
    return [...(this.#games.get(id) ?? [])];
  }

  async stored(id: GameId): Promise<EncodedGame | undefined> {
    this.#assertOpen();
    const entries = this.#games.get(id);
    return entries && encodeGame(entries);
  }

  async lastGame(): Promise<GameId> {
    this.#assertOpen();
    return this.#lastGame;
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #store(entry: JournalEntry): void {
    const entries = this.#games.get(entry.game);
    if (entries === undefined) this.#games.set(entry.game, [entry]);
    else entries.push(entry);
    if (entry.event.kind === 'ended') this.#finished.add(entry.game);
    this.#lastGame = Math.max(this.#lastGame, entry.game);
  }

  #forgetOldest(): void {
    for (const game of this.#finished) {
      if (this.#finished.size <= this.#keepFinished) return;
      this.#finished.delete(game);
      this.#games.delete(game);
    }
  }

  #assertOpen(): void {
    if (this.#closed) throw new Error('the journal is closed');
  }
}
