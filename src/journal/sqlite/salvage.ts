import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import { messageOf } from '../../result.ts';
import { takeLock } from '../files/database-lock.ts';
import { assertAccess } from '../files/database-open-checks.ts';
import { assertNoFile } from '../files/sqlite-backup.ts';
import { sqliteErrorKind } from '../files/sqlite-error.ts';
import { type EncodedGame, GameDamaged, SqliteFileUnusable } from '../journal.ts';
import { replayStoredGame } from '../replay-stored-game.ts';
import { IntactBatchReader } from '../rows/batch-table.ts';
import { readEntries } from '../rows/encoded-game.ts';
import { openJournalFile } from './journal-file.ts';
import { JournalStore } from './journal-store.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal.ts';

/** Bytes of a page. All journals have SQLite's default size. */
const PAGE = 4096;
/** The offset of the number of pages in the first page: https://sqlite.org/fileformat.html#in_header_database_size. */
const PAGE_COUNT_AT = 28;

export interface SalvageReport {
  readonly copied: number;
  /** Games of which not all events are left, with the reasons. */
  readonly lost: readonly { readonly game: GameId; readonly why: string }[];
  /** Copied unfinished games whose last events may have been on a damaged page. */
  readonly doubtful: readonly GameId[];
  /** All pages that list games could be read. Therefore every lost game is in `lost`. */
  readonly isListComplete: boolean;
}

/**
 * Copies every intact game of a damaged journal into a new journal. The damaged files are not changed: SQLite opens a copy of them, which
 * is beside the new file. Throws `SqliteFileUnusable` if the new file exists, if a server is using the damaged journal, or if nothing of
 * it can be read.
 */
export async function salvage(from: string, to: string): Promise<SalvageReport> {
  assertNoFile(to);
  if (!existsSync(from)) throw new SqliteFileUnusable(`${from} does not exist`);
  assertAccess(to, constants.R_OK | constants.W_OK);
  assertAccess(from, constants.R_OK);
  const lock = await takeLock(from);
  const copy = `${resolve(to)}-salvage`;
  try {
    for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, copy + suffix);
    const batches = new IntactBatchReader();
    const store = openDamaged(copy, from, batches);
    const journal = await openSqliteJournal({ path: to, durability: 'disk' });
    try {
      const salvaged = await copyGames(
        store,
        listGames(copy, store, batches.isComplete),
        journal,
        !(batches.isComplete && isSound(copy)),
      );
      if (salvaged.copied > 0) return salvaged;
    } finally {
      await journal.close();
      store.close();
    }
    throw new SqliteFileUnusable(`no game of ${from} is intact`);
  } catch (error) {
    for (const suffix of ['', '-lock', '-reserve']) rmSync(to + suffix, { force: true });
    // An error of the file system.
    if (error instanceof Error && 'code' in error)
      throw new SqliteFileUnusable(`${from} cannot be salvaged: ${error.message}`);
    throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
    lock.close();
  }
}

/**
 * Opens a damaged journal. If its first page is lost, the first page of a new journal replaces it, because the first pages of journals
 * differ only in counters.
 */
function openDamaged(copy: string, from: string, batches: IntactBatchReader): JournalStore {
  const options = { path: copy, readOnly: true } as const;
  // SQLite would delete the log of an empty database.
  if (statSync(copy).size === 0) replaceFirstPage(copy);
  try {
    return new JournalStore(options, batches.read);
  } catch (error) {
    if (!(error instanceof SqliteFileUnusable)) throw error;
    const kind = sqliteErrorKind(error.cause);
    if (kind !== 'corrupt' && kind !== 'no-database') throw new SqliteFileUnusable(error.message.replace(copy, from));
  }
  replaceFirstPage(copy);
  try {
    return new JournalStore(options, batches.read);
  } catch (error) {
    if (!(error instanceof SqliteFileUnusable)) throw error;
    throw new SqliteFileUnusable(`nothing of ${from} can be read`);
  }
}

function replaceFirstPage(copy: string): void {
  const fresh = `${copy}-fresh`;
  openJournalFile({ path: fresh, durability: 'os' }).close();
  const page = readFileSync(fresh).subarray(0, PAGE);
  for (const suffix of ['', '-lock', '-reserve']) rmSync(fresh + suffix, { force: true });
  page.writeUInt32BE(Math.max(1, Math.ceil(statSync(copy).size / PAGE)), PAGE_COUNT_AT);
  const target = openSync(copy, 'r+');
  writeSync(target, page, 0, PAGE, 0);
  closeSync(target);
}

/** Whether SQLite finds no damaged page. */
function isSound(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
  } catch {
    return false;
  } finally {
    database.close();
  }
}

interface Listing {
  readonly games: readonly GameId[];
  readonly isComplete: boolean;
}

/** Queries for the ids of games. Each can also be run in reverse order. */
const ID_QUERIES = [
  'SELECT id AS game FROM game ORDER BY id',
  'SELECT id AS game FROM game INDEXED BY game_ended ORDER BY ended',
];

/** Lists the ids of all games. The table, the index and the batches are read from both ends up to the damage. */
function listGames(path: string, store: JournalStore, hasAllBatches: boolean): Listing {
  const database = new DatabaseSync(path);
  const games = new Set<GameId>(store.gamesInBatches);
  const isRead = (sql: string): boolean => {
    try {
      for (const { game } of database.prepare(sql).iterate()) games.add(Number(game));
      return true;
    } catch {
      return false;
    }
  };
  let isComplete = hasAllBatches;
  for (const sql of ID_QUERIES) {
    if (isRead(sql)) continue;
    isComplete = false;
    isRead(`${sql} DESC`);
  }
  database.close();
  return { games: [...games].filter((game) => game > 0).sort((one, other) => one - other), isComplete };
}

async function copyGames(
  store: JournalStore,
  { games, isComplete }: Listing,
  journal: SqliteJournal,
  isDamaged: boolean,
): Promise<SalvageReport> {
  const doubtful: GameId[] = [];
  const lost: { game: GameId; why: string }[] = [];
  let copied = 0;
  for (const game of games) {
    let entries: JournalEntry[];
    try {
      entries = readGame(store, game);
    } catch (error) {
      const message = messageOf(error);
      lost.push({ game, why: error instanceof GameDamaged ? error.how : message });
      continue;
    }
    await journal.append(entries);
    copied++;
    if (isDamaged && entries.at(-1)?.event.kind !== 'ended') doubtful.push(game);
  }
  return { copied, lost, doubtful, isListComplete: isComplete };
}

/** Throws for a game that is damaged or breaks the rules. */
function readGame(store: JournalStore, id: GameId): JournalEntry[] {
  const stored = readStored(store, id);
  if (stored === undefined) throw new Error('it has no events');
  const entries = readEntries(stored);
  replayStoredGame(entries);
  return entries;
}

/** Reads a game. If its row cannot be read, perhaps there was no row yet and all events are in batches. */
function readStored(store: JournalStore, id: GameId): EncodedGame | undefined {
  try {
    return store.game(id);
  } catch (error) {
    const stored = store.gameInBatches(id);
    if (stored === undefined) throw error;
    return stored;
  }
}
