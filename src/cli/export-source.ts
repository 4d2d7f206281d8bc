import type { GameId, JournalEntry } from '../lobby/games/game-event.ts';
import { gameRecordFromJournal } from '../lobby/games/game-record-from-journal.ts';
import type { GameRecord } from '../rules/records/game-record.ts';
import { version } from '../server/package-version.ts';

/** The games to export: games that were played here, and imported ones. */
export interface ExportSource {
  numbers(): AsyncIterable<GameId>;
  /** Undefined if there is no such game. Rejects with `GameDamaged`. */
  record(game: GameId): Promise<GameRecord | undefined>;
}

/** The record of a game that was played here; undefined if there are no events. */
export const exportedRecord = (entries: readonly JournalEntry[]): GameRecord | undefined =>
  entries.length === 0 ? undefined : { ...gameRecordFromJournal(entries), application: { name: 'tengen', version } };
