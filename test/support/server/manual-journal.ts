import assert from 'node:assert/strict';
import type { GameSummary, Journal } from '../../../src/journal/journal.ts';
import type { GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { type UnfinishedGame, unfinishedGame } from '../../../src/lobby/games/unfinished-game.ts';

interface Append {
  readonly entries: readonly JournalEntry[];
  readonly keep: () => void;
  readonly fail: (error: Error) => void;
}

/** A journal that keeps nothing until it is told to, so that a test can look at what is told meanwhile. */
export class ManualJournal implements Journal {
  readonly #games: JournalEntry[][];
  readonly #waiting: Append[] = [];
  #watcher: (hasRoom: boolean) => void = () => {};
  /** What each append was to keep, as `game.index kind`. */
  readonly appends: string[] = [];

  constructor(unfinished: JournalEntry[][] = []) {
    this.#games = unfinished;
  }

  append(entries: readonly JournalEntry[]): Promise<void> {
    this.appends.push(entries.map(({ game, index, event }) => `${game}.${index} ${event.kind}`).join(', '));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entries, keep: resolve, fail: reject });
    });
  }

  watchDiskSpace(listener: (hasRoom: boolean) => void): void {
    this.#watcher = listener;
    listener(true);
  }

  /** The disk is as good as full, or is not any more. */
  room(hasRoom: boolean): void {
    this.#watcher(hasRoom);
  }

  /** Lets the oldest append that waits be done. */
  keep(): void {
    this.#next().keep();
  }

  fail(error: Error): void {
    this.#next().fail(error);
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  async *unfinished(): AsyncGenerator<UnfinishedGame[], void, undefined> {
    yield this.#games.map(unfinishedGame);
  }

  games(): AsyncIterable<GameSummary> {
    return assert.fail('nobody asks for a list');
  }

  async game(): Promise<JournalEntry[]> {
    return assert.fail('nobody asks for one game');
  }

  async stored(): Promise<undefined> {
    return assert.fail('nobody asks for one game');
  }

  async lastGame(): Promise<GameId> {
    return Math.max(0, ...this.#games.map(([first]) => first?.game ?? 0));
  }

  async close(): Promise<void> {}

  #next(): Append {
    const next = this.#waiting.shift();
    assert(next !== undefined, 'nothing waits to be kept');
    return next;
  }
}
