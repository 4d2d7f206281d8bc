import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GameId, JournalEntry } from '../../lobby/games/game-event.ts';
import type { LazyJournalEntries } from '../../lobby/games/lazy-journal-entries.ts';
import { assertValidEntries } from '../append-check.ts';
import type { DatabaseLock } from '../files/database-lock.ts';
import { damagedMessage } from '../files/sqlite-error.ts';
import {
  type DiskSpaceListener,
  type EncodedGame,
  GameDamaged,
  type Journal,
  JournalConflict,
  type ListedJournalGame,
  type ReportDamage,
  SqliteFileUnusable,
} from '../journal.ts';
import { lazyEntriesOf, readEntries } from '../rows/encoded-game.ts';
import {
  type CommitRequest,
  type EncodedAppend,
  encodeAppend,
  encodeCommit,
  type GamePage,
  type JournalFileOptions,
  type JournalReply,
  type JournalRequest,
} from './journal-message.ts';
import { type JournalThread, startJournalThread } from './journal-thread.ts';

/** Games of a page with their events. A page must be small, because appends wait while it is read. */
const UNFINISHED_PAGE = 200;
/** Games of a page without their events. */
const LISTING_PAGE = 1000;

/** Milliseconds between two checks of the disk's space and of the files. */
const CHECK_INTERVAL = 1000;

interface PendingAppend extends EncodedAppend {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Counts of what was written since the journal was opened. */
export interface JournalStatistics {
  readonly commits: number;
  readonly entries: number;
}

/**
 * Opens the journal in the SQLite database at `path`. A missing database is created. With `readOnly`, a server may be using the database,
 * and appends reject. Rejects with `SqliteFileUnusable` if the file cannot be used, is no journal or has another schema version, and,
 * without `readOnly`, also if another server is using it.
 */
export async function openSqliteJournal(
  options: JournalFileOptions,
  thread: JournalThread = startJournalThread(),
): Promise<SqliteJournal> {
  const lock = 'readOnly' in options ? undefined : await takeLock(options.path, thread);
  const opened = await thread.request(options);
  if (opened.kind !== 'disk') {
    await thread.ended();
    lock?.close();
    throw new SqliteFileUnusable(errorOf(opened));
  }
  lock?.confirm();
  return new SqliteJournal(thread, resolve(options.path), opened.hasSpace, lock);
}

async function takeLock(path: string, thread: JournalThread): Promise<DatabaseLock> {
  try {
    await import('../files/suppress-sqlite-warning.ts');
    // Imported here, because the import prints the warning.
    return await (await import('../files/database-lock.ts')).lockDatabase(resolve(path));
  } catch (error) {
    await thread.stop();
    throw error;
  }
}

/**
 * A journal in an SQLite database, which a worker thread reads and writes. All appends of one turn of the event loop share a commit. All
 * appends that arrive during a commit share the next one.
 *
 * On a full disk a commit uses the reserve (src/journal/files/disk-reserve.ts). If the reserve is too small, the commit waits for space.
 * After any other error (an I/O error, or the thread has stopped), the appends of the commit and all later appends reject with this error,
 * so that nothing is stored after a lost event. Reading and `close` still work as far as the disk works. After an I/O error, a rejected
 * append may be in the file nevertheless, with all its entries.
 */
export class SqliteJournal implements Journal {
  readonly #thread: JournalThread;
  readonly #path: string;
  #pending: PendingAppend[] = [];
  #writing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  /** The error with which appends reject; undefined while they are accepted. */
  #refusal: Error | undefined;
  /** Undefined if the journal is open for reading only. */
  readonly #lock: DatabaseLock | undefined;
  #hasSpace: boolean;
  #lost: string | undefined;
  #listener: DiskSpaceListener = () => undefined;
  readonly #closed = new AbortController();
  #commits = 0;
  #entries = 0;

  /** Use `openSqliteJournal`. */
  constructor(thread: JournalThread, path: string, hasSpace: boolean, lock: DatabaseLock | undefined) {
    this.#thread = thread;
    this.#path = path;
    this.#hasSpace = hasSpace;
    this.#lock = lock;
    if (lock === undefined) this.#refusal = new Error(`${path} is open for reading only`);
    else void this.#checkRegularly();
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    if (this.#refusal !== undefined) throw this.#refusal;
    assertValidEntries(entries);
    if (entries.length === 0) return;
    const encoded = encodeAppend(entries);
    const written = new Promise<void>((resolve, reject) => this.#pending.push({ ...encoded, resolve, reject }));
    this.#writing ??= this.#writePending();
    await written;
  }

  watchDiskSpace(listener: DiskSpaceListener): void {
    this.#listener = listener;
    listener(this.#hasSpace, this.#lost);
  }

  async *unfinished(report?: ReportDamage): AsyncGenerator<LazyJournalEntries[], void, undefined> {
    for await (const page of this.#pages((after) => this.#unfinishedPage(after), 0)) {
      const games: LazyJournalEntries[] = [];
      for (const game of page.map(lazyEntriesOf)) {
        if (!(game instanceof GameDamaged)) games.push(game);
        else if (report === undefined) throw game;
        else report(game.game, game.how);
      }
      yield games;
    }
  }

  /** Rejects with `GameDamaged` for a game whose events are not as they were written. */
  async game(id: GameId): Promise<JournalEntry[]> {
    const stored = await this.stored(id);
    return stored === undefined ? [] : readEntries(stored);
  }

  async stored(id: GameId): Promise<EncodedGame | undefined> {
    const reply = await this.#read({ kind: 'game', id });
    return reply.kind === 'game' ? reply.game : this.#unreadable(reply);
  }

  async lastGame(): Promise<GameId> {
    const reply = await this.#read({ kind: 'last-game' });
    return reply.kind === 'last-game' ? reply.id : this.#unreadable(reply);
  }

  async *games(after: GameId): AsyncGenerator<ListedJournalGame, void, undefined> {
    for await (const games of this.#pages((from) => this.#listedPage(from), after)) yield* games;
  }

  async #unfinishedPage(after: GameId): Promise<GamePage<EncodedGame>> {
    const reply = await this.#read({ kind: 'unfinished', after, limit: UNFINISHED_PAGE });
    return reply.kind === 'unfinished' ? reply.page : this.#unreadable(reply);
  }

  async #listedPage(after: GameId): Promise<GamePage<ListedJournalGame>> {
    const reply = await this.#read({ kind: 'games', after, limit: LISTING_PAGE });
    return reply.kind === 'games' ? reply.page : this.#unreadable(reply);
  }

  /** The thread reads the next page while the caller processes one. */
  async *#pages<Game>(
    read: (after: GameId) => Promise<GamePage<Game>>,
    after: GameId,
  ): AsyncGenerator<readonly Game[], void, undefined> {
    for (let page = read(after); ; ) {
      const { games, next } = await page;
      if (next !== undefined) page = read(next);
      // If the caller stops early, the next page is never awaited, and an error must not be unhandled.
      page.catch(() => undefined);
      yield games;
      if (next === undefined) return;
    }
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
    this.#closed.abort();
    await this.#writing;
    // A thread that has stopped has released its files already.
    await this.#thread.request({ kind: 'close' }).catch(() => undefined);
    await this.#thread.ended();
    this.#lock?.close();
  }

  async #writePending(): Promise<void> {
    while (this.#pending.length > 0) {
      // Appends of the same turn of the event loop share the commit.
      await undefined;
      const appends = this.#pending;
      this.#pending = [];
      await this.#commit(appends);
    }
    this.#writing = undefined;
  }

  async #commit(appends: readonly PendingAppend[]): Promise<void> {
    try {
      const { conflicts: rejected, hasSpace } = await this.#write(encodeCommit(appends));
      const conflicts = new Map(rejected.map(({ append, why }) => [append, why]));
      this.#commits += 1;
      this.#reportSpace(hasSpace);
      for (const [position, append] of appends.entries()) this.#settle(append, conflicts.get(position));
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)), appends);
    }
  }

  /** Repeats the commit until the disk has space for it. */
  async #write(request: CommitRequest): Promise<JournalReply & { kind: 'committed' }> {
    for (;;) {
      const reply = await this.#thread.request(request);
      if (reply.kind === 'committed') return reply;
      if (reply.kind !== 'full') throw new Error(`${this.#path} cannot be written: ${errorOf(reply)}`);
      this.#reportSpace(false, reply.lost);
      const why = reply.lost ?? 'its disk is full';
      if (!(await this.#pause())) throw new Error(`${this.#path} cannot be written: ${why}`);
    }
  }

  #reportSpace(hasSpace: boolean, lost?: string): void {
    if (hasSpace === this.#hasSpace && lost === this.#lost) return;
    this.#hasSpace = hasSpace;
    this.#lost = lost;
    this.#listener(hasSpace, lost);
  }

  async #checkRegularly(): Promise<void> {
    while (await this.#pause()) {
      // If the thread has stopped or the disk fails, the next commit finds out.
      const reply = await this.#thread.request({ kind: 'check' }).catch(() => undefined);
      if (reply?.kind === 'disk') this.#reportSpace(reply.hasSpace, reply.lost);
    }
  }

  /** Waits until the next check. Resolves with false if the journal closes. */
  async #pause(): Promise<boolean> {
    await delay(CHECK_INTERVAL, undefined, { ref: false, signal: this.#closed.signal }).catch(() => undefined);
    return !this.#closed.signal.aborted;
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

  async #read(request: JournalRequest): Promise<JournalReply> {
    if (this.#closing !== undefined) throw new Error('the journal is closed');
    return await this.#thread.request(request);
  }

  #unreadable(reply: JournalReply): never {
    if (reply.kind === 'failed' && reply.isDamaged) throw new SqliteFileUnusable(damagedMessage(this.#path, reply.why));
    throw new SqliteFileUnusable(`${this.#path} cannot be read: ${errorOf(reply)}`);
  }
}

const errorOf = (reply: JournalReply): string =>
  reply.kind === 'failed' ? reply.why : `an unexpected reply: ${reply.kind}`;
