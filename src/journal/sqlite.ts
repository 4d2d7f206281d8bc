import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Entry, GameId } from '../lobby/games/event.ts';
import type { UnfinishedGame } from '../lobby/games/unfinished-game.ts';
import { assertPlaces } from './conflict.ts';
import type { DatabaseLock } from './database-lock.ts';
import {
  GameDamaged,
  type Journal,
  JournalConflict,
  JournalUnusable,
  type ListedGame,
  type ReportDamage,
  type RoomListener,
  type StoredGame,
} from './journal.ts';
import { type PackedGames, unpackGames } from './packed-games.ts';
import { tornLine } from './sqlite-error.ts';
import {
  type Batch,
  type EncodedAppend,
  encodeAppend,
  encodeBatch,
  type Page,
  type Reply,
  type Request,
  type SqliteOptions,
} from './sqlite-message.ts';
import { type JournalThread, startJournalThread } from './sqlite-thread.ts';
import { readEntries } from './stored-game.ts';

/** Few enough that reading one page holds up neither the event loop nor an append for long. */
const PAGE_OF_GAMES = 200;
/** So many pages of games are read before they are asked for. */
const PAGES_AHEAD = 4;
const PAGE_OF_LISTING = 1000;

/** Milliseconds from one look whether the disk has room and all files are in their places to the next. */
const LOOK_EVERY = 1000;

interface PendingAppend extends EncodedAppend {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** What was written since the journal was opened. */
export interface JournalStatistics {
  readonly commits: number;
  readonly entries: number;
}

/**
 * Opens the journal in the SQLite database at `path`, and creates it if there is none. With `durability: 'disk'` an
 * entry is on the disk before its append resolves; with `'os'` the operating system has it, which survives the death of the
 * process and not that of the machine. With `readOnly` the database may belong to a server that is running; appends
 * reject. Rejects with `JournalUnusable` if the file cannot be used, is no journal, was written by a newer version or,
 * unless `readOnly`, is in use by another server.
 */
export async function openSqliteJournal(
  options: SqliteOptions,
  link: JournalThread = startJournalThread(),
): Promise<SqliteJournal> {
  const lock = 'readOnly' in options ? undefined : await takeLock(options.path, link);
  const opened = await link.request(options);
  if (opened.kind !== 'room') {
    await link.ended();
    lock?.close();
    throw new JournalUnusable(trouble(opened));
  }
  lock?.confirm();
  return new SqliteJournal(link, resolve(options.path), opened.hasRoom, lock);
}

async function takeLock(path: string, link: JournalThread): Promise<DatabaseLock> {
  try {
    await import('./sqlite-warning.ts');
    // Imported only now, because the warning comes with the import.
    return await (await import('./database-lock.ts')).lockDatabase(resolve(path));
  } catch (error) {
    await link.stop();
    throw error;
  }
}

/**
 * A journal in an SQLite database, which a thread of its own reads and writes. The appends of one turn of the event
 * loop, and those that come while a commit is under way, share a commit.
 *
 * On a full disk a commit takes what it needs from a reserve (src/journal/reserve.ts), and where that is not enough it
 * waits. A commit that fails otherwise (an I/O error, the thread is gone) rejects all its appends, and from then on the
 * journal takes none: every append rejects with that same error, so that nothing is ever kept that came after something
 * lost. Reading and `close` still work as far as the disk does. Whether the failed appends are there after reopening is
 * not certain, because a disk that reports an error may have written all the same; each is there whole or not at all.
 */
export class SqliteJournal implements Journal {
  readonly #link: JournalThread;
  readonly #path: string;
  #pending: PendingAppend[] = [];
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** Why appends are refused. */
  #refusal: Error | undefined;
  /** Absent where the journal is only read. */
  readonly #lock: DatabaseLock | undefined;
  #hasRoom: boolean;
  #lost: string | undefined;
  #tellRoom: RoomListener = () => undefined;
  readonly #giveUp = new AbortController();
  #readings = 0;
  #commits = 0;
  #entries = 0;

  /** Use `openSqliteJournal`. */
  constructor(link: JournalThread, path: string, hasRoom: boolean, lock: DatabaseLock | undefined) {
    this.#link = link;
    this.#path = path;
    this.#hasRoom = hasRoom;
    this.#lock = lock;
    if (lock === undefined) this.#refusal = new Error(`${path} is open for reading only`);
    else void this.#keepLooking();
  }

  async append(entries: readonly Entry[]): Promise<void> {
    if (this.#refusal !== undefined) throw this.#refusal;
    assertPlaces(entries);
    if (entries.length === 0) return;
    const encoded = encodeAppend(entries);
    const written = new Promise<void>((resolve, reject) => this.#pending.push({ ...encoded, resolve, reject }));
    this.#writing ??= this.#writePending();
    await written;
  }

  watchRoom(listener: RoomListener): void {
    this.#tellRoom = listener;
    listener(this.#hasRoom, this.#lost);
  }

  async *unfinished(report?: ReportDamage): AsyncGenerator<UnfinishedGame[], void, undefined> {
    for await (const page of this.#unfinishedPages()) {
      const games: UnfinishedGame[] = [];
      for (const game of unpackGames(page)) {
        if (!(game instanceof GameDamaged)) games.push(game);
        else if (report === undefined) throw game;
        else report(game.game, game.how);
      }
      yield games;
    }
  }

  /** The thread always has the next ones to read. */
  async *#unfinishedPages(): AsyncGenerator<PackedGames, void, undefined> {
    const request: Request = { kind: 'unfinished', reading: ++this.#readings, many: PAGE_OF_GAMES };
    const asked: Promise<Reply>[] = [];
    for (;;) {
      while (asked.length < PAGES_AHEAD) {
        const page = this.#read(request);
        // Whoever stops half-way never awaits it.
        page.catch(() => undefined);
        asked.push(page);
      }
      const reply = await asked.shift();
      if (reply?.kind !== 'games') return reply && this.#unreadable(reply);
      yield reply.games;
      if (reply.isLast) return;
    }
  }

  /** Rejects with `GameDamaged` for a game whose events are not as they were written. */
  async game(id: GameId): Promise<Entry[]> {
    const stored = await this.stored(id);
    return stored === undefined ? [] : readEntries(stored);
  }

  async stored(id: GameId): Promise<StoredGame | undefined> {
    const reply = await this.#read({ kind: 'game', id });
    return reply.kind === 'game' ? reply.game : this.#unreadable(reply);
  }

  async lastGame(): Promise<GameId> {
    const reply = await this.#read({ kind: 'last-game' });
    return reply.kind === 'last-game' ? reply.id : this.#unreadable(reply);
  }

  /** The next page is read while the one before is being looked at. */
  async *games(after: GameId): AsyncGenerator<ListedGame, void, undefined> {
    for (let page = this.#listing(after); ; ) {
      const { games, next } = await page;
      if (next !== undefined) page = this.#listing(next);
      // Whoever stops half-way never awaits it.
      page.catch(() => undefined);
      yield* games;
      if (next === undefined) return;
    }
  }

  async #listing(after: GameId): Promise<Page<ListedGame>> {
    const reply = await this.#read({ kind: 'games', after, limit: PAGE_OF_LISTING });
    return reply.kind === 'listed' ? reply.page : this.#unreadable(reply);
  }

  statistics(): JournalStatistics {
    return { commits: this.#commits, entries: this.#entries };
  }

  close(): Promise<void> {
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    this.#refusal ??= new Error('the journal is closed');
    this.#giveUp.abort();
    await this.#writing;
    // A thread that is gone has let go of its files.
    await this.#link.request({ kind: 'close' }).catch(() => undefined);
    await this.#link.ended();
    this.#lock?.close();
  }

  async #writePending(): Promise<void> {
    while (this.#pending.length > 0) {
      // What is appended in the same breath shares the commit.
      await undefined;
      const appends = this.#pending;
      this.#pending = [];
      await this.#commit(appends);
    }
    this.#writing = undefined;
  }

  async #commit(appends: readonly PendingAppend[]): Promise<void> {
    try {
      const { conflicts: left, hasRoom } = await this.#write(encodeBatch(appends));
      const conflicts = new Map(left.map(({ append, why }) => [append, why]));
      this.#commits += 1;
      this.#noticeRoom(hasRoom);
      for (const [place, append] of appends.entries()) this.#settle(append, conflicts.get(place));
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)), appends);
    }
  }

  /** Tries the same batch until there is room for it. */
  async #write(batch: Batch): Promise<Reply & { kind: 'committed' }> {
    for (;;) {
      const reply = await this.#link.request(batch);
      if (reply.kind === 'committed') return reply;
      if (reply.kind !== 'full') throw new Error(`${this.#path} cannot be written: ${trouble(reply)}`);
      this.#noticeRoom(false, reply.lost);
      const why = reply.lost ?? 'there is no room on its disk';
      if (!(await this.#rest())) throw new Error(`${this.#path} cannot be written: ${why}`);
    }
  }

  #noticeRoom(hasRoom: boolean, lost?: string): void {
    if (hasRoom === this.#hasRoom && lost === this.#lost) return;
    this.#hasRoom = hasRoom;
    this.#lost = lost;
    this.#tellRoom(hasRoom, lost);
  }

  async #keepLooking(): Promise<void> {
    while (await this.#rest()) {
      // A thread that is gone, or an error of the disk, is found by the next commit.
      const reply = await this.#link.request({ kind: 'look' }).catch(() => undefined);
      if (reply?.kind === 'room') this.#noticeRoom(reply.hasRoom, reply.lost);
    }
  }

  /** Waits until the next look; false if the journal closes. */
  async #rest(): Promise<boolean> {
    await delay(LOOK_EVERY, undefined, { ref: false, signal: this.#giveUp.signal }).catch(() => undefined);
    return !this.#giveUp.signal.aborted;
  }

  #settle(append: PendingAppend, conflict: string | undefined): void {
    if (conflict === undefined) {
      this.#entries += append.entries.length;
      append.resolve();
    } else append.reject(new JournalConflict(conflict));
  }

  #fail(error: Error, appends: readonly PendingAppend[]): void {
    this.#refusal = error;
    for (const append of [...appends, ...this.#pending]) append.reject(error);
    this.#pending = [];
  }

  async #read(request: Request): Promise<Reply> {
    if (this.#closing !== undefined) throw new Error('the journal is closed');
    return await this.#link.request(request);
  }

  #unreadable(reply: Reply): never {
    if (reply.kind === 'failed' && reply.isTorn) throw new JournalUnusable(tornLine(this.#path, reply.why));
    throw new JournalUnusable(`${this.#path} cannot be read: ${trouble(reply)}`);
  }
}

const trouble = (reply: Reply): string => (reply.kind === 'failed' ? reply.why : `an unexpected reply: ${reply.kind}`);
