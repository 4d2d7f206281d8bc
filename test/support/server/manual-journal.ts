import assert from 'node:assert/strict';
import type { Journal, ListedJournalGame } from '../../../src/journal/journal.ts';
import type { GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { type LazyJournalEntries, lazyJournalEntries } from '../../../src/lobby/games/lazy-journal-entries.ts';

interface Append {
  readonly entries: readonly JournalEntry[];
  readonly complete: () => void;
  readonly fail: (error: Error) => void;
}

/** A journal whose appends wait until the test completes them, so that a test can check what clients receive before that. */
export class ManualJournal implements Journal {
  readonly #games: JournalEntry[][];
  readonly #pending: Append[] = [];
  #diskListener: (hasRoom: boolean) => void = () => {};
  /** The entries of each append, as `game.index kind`. */
  readonly appends: string[] = [];

  constructor(unfinished: JournalEntry[][] = []) {
    this.#games = unfinished;
  }

  append(entries: readonly JournalEntry[]): Promise<void> {
    this.appends.push(entries.map(({ game, index, event }) => `${game}.${index} ${event.kind}`).join(', '));
    return new Promise((resolve, reject) => {
      this.#pending.push({ entries, complete: resolve, fail: reject });
    });
  }

  watchDiskSpace(listener: (hasRoom: boolean) => void): void {
    this.#diskListener = listener;
    listener(true);
  }

  /** Reports whether the disk has space. */
  setHasSpace(hasSpace: boolean): void {
    this.#diskListener(hasSpace);
  }

  /** Completes the oldest pending append. */
  completeAppend(): void {
    this.#next().complete();
  }

  /** Lets the oldest pending append fail. */
  failAppend(error: Error): void {
    this.#next().fail(error);
  }

  get pendingAppends(): number {
    return this.#pending.length;
  }

  async *unfinished(): AsyncGenerator<LazyJournalEntries[], void, undefined> {
    yield this.#games.map(lazyJournalEntries);
  }

  games(): AsyncIterable<ListedJournalGame> {
    return assert.fail('the list of games is not expected to be read');
  }

  async game(): Promise<JournalEntry[]> {
    return assert.fail('a single game is not expected to be read');
  }

  async stored(): Promise<undefined> {
    return assert.fail('a single game is not expected to be read');
  }

  async lastGame(): Promise<GameId> {
    return Math.max(0, ...this.#games.map(([first]) => first?.game ?? 0));
  }

  async close(): Promise<void> {}

  #next(): Append {
    const next = this.#pending.shift();
    assert(next !== undefined, 'there is no pending append');
    return next;
  }
}
