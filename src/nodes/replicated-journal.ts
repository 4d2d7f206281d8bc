import type { GameSummary, Journal, JournalGame } from '../journal/journal.ts';
import { readEntries } from '../journal/rows/stored-game.ts';
import type { Entry, GameId } from '../lobby/games/game-event.ts';
import type { UnfinishedGame } from '../lobby/games/unfinished-game.ts';
import type { ReplicatedLobby } from './replicated-lobby.ts';

/** The journal of a node: the stream has stored every event before a node decides it, and the replicated state has the events. */
export class ReplicatedJournal implements Journal {
  readonly #replica: () => ReplicatedLobby;

  constructor(replica: () => ReplicatedLobby) {
    this.#replica = replica;
  }

  async append(): Promise<void> {}

  watchDiskSpace(listener: (hasSpace: boolean) => void): void {
    listener(true);
  }

  /** Unfinished games are part of the replicated lobby. */
  async *unfinished(): AsyncGenerator<UnfinishedGame[], void, undefined> {}

  /** The finished games that are not archived, in the order of their ends, whatever their numbers. */
  async *games(): AsyncGenerator<GameSummary, void, undefined> {
    let place = 0;
    for (const game of this.#replica().games.finished) yield { game, ended: ++place };
  }

  async game(id: GameId): Promise<Entry[]> {
    const stored = await this.stored(id);
    return stored === undefined ? [] : readEntries(stored);
  }

  async stored(id: GameId): Promise<JournalGame | undefined> {
    return this.#replica().stored(id);
  }

  async lastGame(): Promise<GameId> {
    return 0;
  }

  async close(): Promise<void> {}
}
