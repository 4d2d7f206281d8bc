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
import type { Entry, GameId } from '../lobby/games/event.ts';
import { assertNothingThere } from './backup.ts';
import { IntactBatches } from './batches.ts';
import { takeLock } from './database-lock.ts';
import { GameDamaged, JournalUnusable, type StoredGame } from './journal.ts';
import { replay } from './replay.ts';
import { openSqliteJournal, type SqliteJournal } from './sqlite.ts';
import { sqliteTrouble } from './sqlite-error.ts';
import { assertAccess, openSqliteFile } from './sqlite-file.ts';
import { SqliteStore } from './sqlite-store.ts';
import { readEntries } from './stored-game.ts';

/** Bytes of a page of every journal: what SQLite takes by itself. */
const PAGE = 4096;
/** Where the first page says how many there are: https://sqlite.org/fileformat.html#in_header_database_size. */
const PAGE_COUNT_AT = 28;

export interface Salvaged {
  readonly kept: number;
  /** Games of which something is still there, but not all. */
  readonly lost: readonly { readonly game: GameId; readonly why: string }[];
  /** Games that are kept and go on, whose last events may have stood on a damaged page: nothing says how many there were. */
  readonly doubtful: readonly GameId[];
  /** Every page that lists games could be read: there is none that is not named. */
  readonly isListWhole: boolean;
}

/**
 * Copies every game that is intact out of a damaged journal into a new one, which the server can go on with. The damaged
 * files stay as they are: what SQLite makes of them is tried on a copy beside the new one. Throws `JournalUnusable` if
 * the new file exists, the old one belongs to a server that runs, or nothing can be read of it.
 */
export async function salvage(from: string, to: string): Promise<Salvaged> {
  assertNothingThere(to);
  if (!existsSync(from)) throw new JournalUnusable(`${from} does not exist`);
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
    throw new JournalUnusable(`no game of ${from} is intact`);
  } catch (error) {
    for (const suffix of ['', '-lock', '-reserve']) rmSync(to + suffix, { force: true });
    // The disk of the new file, or of the old one, and not we.
    if (error instanceof Error && 'code' in error)
      throw new JournalUnusable(`${from} cannot be salvaged: ${error.message}`);
    throw error;
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
    lock.close();
  }
}

/** The first page of every journal says the same but for counters, so that of a new one can stand for one that is lost. */
function openDamaged(copy: string, from: string, batches: IntactBatches): SqliteStore {
  const options = { path: copy, readOnly: true } as const;
  // SQLite would throw the log of an empty database away.
  if (statSync(copy).size === 0) lendFirstPage(copy);
  try {
    return new SqliteStore(options, batches.read);
  } catch (error) {
    if (!(error instanceof JournalUnusable)) throw error;
    const trouble = sqliteTrouble(error.cause);
    if (trouble !== 'corrupt' && trouble !== 'no-database')
      throw new JournalUnusable(error.message.replace(copy, from));
  }
  lendFirstPage(copy);
  try {
    return new SqliteStore(options, batches.read);
  } catch (error) {
    if (!(error instanceof JournalUnusable)) throw error;
    throw new JournalUnusable(`nothing of ${from} can be read`);
  }
}

function lendFirstPage(copy: string): void {
  const fresh = `${copy}-fresh`;
  openSqliteFile({ path: fresh, durability: 'os' }).close();
  const page = readFileSync(fresh).subarray(0, PAGE);
  for (const suffix of ['', '-lock', '-reserve']) rmSync(fresh + suffix, { force: true });
  page.writeUInt32BE(Math.max(1, Math.ceil(statSync(copy).size / PAGE)), PAGE_COUNT_AT);
  const target = openSync(copy, 'r+');
  writeSync(target, page, 0, PAGE, 0);
  closeSync(target);
}

/** Whether SQLite finds every page as it should be. */
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

/** Where the numbers of games stand, in an order that can be turned round. */
const NUMBERS = [
  'SELECT id AS game FROM game ORDER BY id',
  'SELECT id AS game FROM game INDEXED BY game_ended ORDER BY ended',
];

/** The numbers of all games that anything tells of, read from both ends up to what is damaged. */
function listGames(path: string, store: SqliteStore, hasAllBatches: boolean): Listing {
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
  for (const sql of NUMBERS) {
    if (isRead(sql)) continue;
    isWhole = false;
    isRead(`${sql} DESC`);
  }
  database.close();
  return { games: [...games].filter((game) => game > 0).sort((one, other) => one - other), isWhole };
}

async function copyGames(
  store: SqliteStore,
  { games, isWhole }: Listing,
  journal: SqliteJournal,
  isTorn: boolean,
): Promise<Salvaged> {
  const doubtful: GameId[] = [];
  const lost: { game: GameId; why: string }[] = [];
  let kept = 0;
  for (const game of games) {
    let entries: Entry[];
    try {
      entries = readGame(store, game);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      lost.push({ game, why: error instanceof GameDamaged ? error.how : message });
      continue;
    }
    await journal.append(entries);
    kept += 1;
    if (isTorn && entries.at(-1)?.event.kind !== 'ended') doubtful.push(game);
  }
  return { kept, lost, doubtful, isListWhole: isWhole };
}

/** Throws for a game that is not as it was written, or none by the rules. */
function readGame(store: SqliteStore, id: GameId): Entry[] {
  const stored = readStored(store, id);
  if (stored === undefined) throw new Error('it has no events');
  const entries = readEntries(stored);
  replay(entries);
  return entries;
}

/** Where its row cannot be read, there may have been none yet. */
function readStored(store: SqliteStore, id: GameId): StoredGame | undefined {
  try {
    return store.game(id);
  } catch (error) {
    const stored = store.gameInBatches(id);
    if (stored === undefined) throw error;
    return stored;
  }
}
