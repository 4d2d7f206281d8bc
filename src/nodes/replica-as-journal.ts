import {
  type EncodedGame,
  GameDamaged,
  type Journal,
  type ListedJournalGame,
  type ReportDamage,
} from '../journal/journal.ts';
import { lazyEntriesOf, readEntries } from '../journal/rows/encoded-game.ts';
import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import type { LazyJournalEntries } from '../lobby/games/lazy-journal-entries.ts';
import type { ReplicatedLobby } from './replicated-lobby.ts';

const GAMES_PER_PAGE = 500;

/**
 * Adapts a replica to the interface `Journal`. It stores nothing: the events are read from the replicated state, and the inputs
 * are stored in the stream.
 */
export class ReplicaAsJournal implements Journal {
  readonly #replica: () => ReplicatedLobby;

  constructor(replica: () => ReplicatedLobby) {
    this.#replica = replica;
  }

  async append(): Promise<void> {}

  watchDiskSpace(listener: (hasSpace: boolean) => void): void {
    listener(true);
  }

  /** Yields the unfinished games in pages. */
  async *unfinished(report?: ReportDamage): AsyncGenerator<LazyJournalEntries[], void, undefined> {
    const { games } = this.#replica();
    const ids = games.numbers.filter((id) => !games.finished.has(id));
    for (let from = 0; from < ids.length; from += GAMES_PER_PAGE)
      yield ids.slice(from, from + GAMES_PER_PAGE).flatMap((id) => this.#readUnfinished(id, report));
  }

  /** Yields the finished games that are not archived, in the order in which they ended. */
  async *games(): AsyncGenerator<ListedJournalGame, void, undefined> {
    let ended = 0;
    for (const game of this.#replica().games.finished) yield { game, ended: ++ended };
  }

  async game(id: GameId): Promise<JournalEntry[]> {
    const stored = await this.stored(id);
    return stored === undefined ? [] : readEntries(stored);
  }

  async stored(id: GameId): Promise<EncodedGame | undefined> {
    return this.#replica().stored(id);
  }

  async lastGame(): Promise<GameId> {
    return 0;
  }

  async close(): Promise<void> {}

  /** Reads one unfinished game. Returns no game if it has ended meanwhile or is damaged. */
  #readUnfinished(id: GameId, report: ReportDamage | undefined): LazyJournalEntries[] {
    const stored = this.#replica().stored(id);
    if (stored === undefined || stored.ended) return [];
    const game = lazyEntriesOf(stored);
    if (!(game instanceof GameDamaged)) return [game];
    if (report === undefined) throw game;
    report(id, game.message);
    return [];
  }
}
