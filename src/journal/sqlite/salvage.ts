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
import { assertAccess } from '../files/file-checks.ts';
import { assertNothingThere } from '../files/sqlite-backup.ts';
import { sqliteErrorKind } from '../files/sqlite-error.ts';
import { GameDamaged, type JournalGame, SqliteFileUnusable } from '../journal.ts';
import { replayStoredGame } from '../replay-stored-game.ts';
import { IntactBatches } from '../rows/batch-table.ts';
import { readEntries } from '../rows/journal-game.ts';
import { openJournalFile } from './journal-file.ts';
import { JournalStore } from './journal-store.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite-journal.ts';

/** Bytes of a page of every journal: SQLite's default. */
const PAGE = 4096;
/** The offset of the number of pages in the first page: https://sqlite.org/fileformat.html#in_header_database_size. */
const PAGE_COUNT_AT = 28;

export interface SalvageReport {
  readonly kept: number;
  /** Games of which some events are left, but not all. */
  readonly lost: readonly { readonly game: GameId; readonly why: string }[];
  /** Unfinished games that are kept, although their last events may have been on a damaged page. */
  readonly doubtful: readonly GameId[];
  /** Every page that lists games could be read, so that each lost game is in `lost`. */
  readonly isListWhole: boolean;
}

/**
 * Copies every intact game of a damaged journal into a new journal. The damaged files are not changed: SQLite opens a copy of them
 * beside the new file. Throws `SqliteFileUnusable` if the new file exists, if a server is using the old one, or if nothing of it can be
 * read.
 */
export async function salvage(from: string, to: string): Promise<SalvageReport> {
  assertNothingThere(to);
  if (!existsSync(from)) throw new SqliteFileUnusable(`${from} does not exist`);
  assertAccess(to, constants.R_OK | constants.W_OK);
  assertAccess(from, constants.R_OK);
  const lock = await takeLock(from);
  const copy = `${resolve(to)}-salvage`;
  try {
    for (const suffix of ['', '-wal']) if (existsSync(from + suffix)) copyFileSync(from + suffix, copy + suffix);
    const batches = new IntactBatches();
    const store = openDamaged(copy, from, batches);
    const journal = await openSqliteJournal({ path: to, durability: 'disk' });
    try {
      const salvaged = await copyGames(
        store,
        listGames(copy, store, batches.isWhole),
        journal,
        !(batches.isWhole && isSound(copy)),
      );
      if (salvaged.kept > 0) return salvaged;
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

/** The first pages of all journals are equal but for counters. Therefore the first page of a new journal can replace a lost one. */
function openDamaged(copy: string, from: string, batches: IntactBatches): JournalStore {
  const options = { path: copy, readOnly: true } as const;
  // SQLite would delete the log of an empty database.
  if (statSync(copy).size === 0) replaceFirstPage(copy);
  try {
    return new JournalStore(options, batches.read);
  } catch (error) {
    if (!(error instanceof SqliteFileUnusable)) throw error;
    const trouble = sqliteErrorKind(error.cause);
    if (trouble !== 'corrupt' && trouble !== 'no-database')
      throw new SqliteFileUnusable(error.message.replace(copy, from));
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
  readonly isWhole: boolean;
}

/** Queries for the ids of games. Each can also be run in reverse order. */
const ID_QUERIES = [
  'SELECT id AS game FROM game ORDER BY id',
  'SELECT id AS game FROM game INDEXED BY game_ended ORDER BY ended',
];

/** The ids of all games, read from both ends of the table, the index and the batches up to the damage. */
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
  let isWhole = hasAllBatches;
  for (const sql of ID_QUERIES) {
    if (isRead(sql)) continue;
    isWhole = false;
    isRead(`${sql} DESC`);
  }
  database.close();
  return { games: [...games].filter((game) => game > 0).sort((one, other) => one - other), isWhole };
}

async function copyGames(
  store: JournalStore,
  { games, isWhole }: Listing,
  journal: SqliteJournal,
  isDamaged: boolean,
): Promise<SalvageReport> {
  const doubtful: GameId[] = [];
  const lost: { game: GameId; why: string }[] = [];
  let kept = 0;
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
    kept += 1;
    if (isDamaged && entries.at(-1)?.event.kind !== 'ended') doubtful.push(game);
  }
  return { kept, lost, doubtful, isListWhole: isWhole };
}

/** Throws for a game that is damaged or breaks the rules. */
function readGame(store: JournalStore, id: GameId): JournalEntry[] {
  const stored = readStored(store, id);
  if (stored === undefined) throw new Error('it has no events');
  const entries = readEntries(stored);
  replayStoredGame(entries);
  return entries;
}

/** If the row cannot be read, there may have been none yet, and all events are in batches. */
function readStored(store: JournalStore, id: GameId): JournalGame | undefined {
  try {
    return store.game(id);
  } catch (error) {
    const stored = store.gameInBatches(id);
    if (stored === undefined) throw error;
    return stored;
  }
}
