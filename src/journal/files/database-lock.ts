import { type BigIntStats, closeSync, constants, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { SqliteFileUnusable } from '../journal.ts';
import { assertAccess, assertLogBelongs, openErrorMessage } from './database-open-checks.ts';
import { sqliteErrorKind } from './sqlite-error.ts';

/** Prevents other servers from opening a database file. Readers are not affected. */
export interface DatabaseLock {
  /** The file is new, although there was a database at this path before. */
  readonly isRecreated: boolean;
  /** Records that the file is a database, so that later starts refuse an empty or missing file. */
  confirm(): void;
  close(): void;
}

/**
 * Locks the database file at `path` for a server. A missing file is created. Throws `SqliteFileUnusable` if another server has locked
 * the file, under any name; if the file has several names; if its content was lost; or if the file was deleted, unless `mayBeDeleted`.
 */
export async function lockDatabase(path: string, mayBeDeleted = false): Promise<DatabaseLock> {
  try {
    return await lock(path, mayBeDeleted);
  } catch (error) {
    throw error instanceof SqliteFileUnusable
      ? error
      : new SqliteFileUnusable(openErrorMessage(path, error), { cause: error });
  }
}

async function lock(path: string, mayBeDeleted: boolean): Promise<DatabaseLock> {
  assertAccess(path, constants.R_OK | constants.W_OK);
  assertLogBelongs(path);
  const isNew = !existsSync(path);
  // The file is created before the path is resolved, so that a link to a missing file leads to the same lock as later. Only its user can
  // read it, because it will contain private games and password hashes. SQLite gives the log the same mode.
  if (isNew) closeSync(openSync(path, 'a', 0o600));
  const file = realpathSync(path);
  const acquired = await takeLock(path);
  try {
    assertOneName(path);
    const isRecreated = isNew && acquired.isConfirmed;
    if (acquired.isConfirmed && statSync(file).size === 0 && !(isRecreated && mayBeDeleted)) {
      if (isNew) rmSync(file);
      const problem = `${path} ${isNew ? 'does not exist' : 'is empty'}, and ${file}-lock says that there was a database`;
      throw new SqliteFileUnusable(`${problem}; restore it, or delete ${file}-lock to start with a new one`);
    }
    return { ...acquired, isRecreated };
  } catch (error) {
    acquired.close();
    throw error;
  }
}

interface Lock extends Omit<DatabaseLock, 'isRecreated'> {
  /** `confirm` was called on an earlier lock. */
  readonly isConfirmed: boolean;
}

/**
 * Locks an existing file, with two locks. The operating system releases both when the process ends. The first lock is on the file `-lock`
 * beside the database. It works also between containers that share a directory. The second lock, on Linux only, is on device and inode. It
 * works for every name of the database, and also if `-lock` was deleted. Throws `SqliteFileUnusable`.
 */
export async function takeLock(path: string): Promise<Lock> {
  const inUse = new SqliteFileUnusable(`${path} is in use by another running server`);
  const beside = lockBeside(path, inUse);
  try {
    const inode = process.platform === 'linux' ? await lockInode(statSync(path, { bigint: true }), inUse) : undefined;
    return {
      isConfirmed: isConfirmed(beside),
      confirm: () => confirm(beside),
      close() {
        inode?.close();
        beside.close();
      },
    };
  } catch (error) {
    beside.close();
    throw error;
  }
}

/** The file is never deleted, because the next server may be opening it. */
function lockBeside(path: string, inUse: SqliteFileUnusable): DatabaseSync {
  const lock = new DatabaseSync(`${realpathSync(path)}-lock`, { timeout: 0 });
  try {
    // In exclusive mode SQLite keeps the lock after the transaction.
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; COMMIT');
    return lock;
  } catch (error) {
    lock.close();
    throw sqliteErrorKind(error) === 'busy' ? inUse : new SqliteFileUnusable(openErrorMessage(path, error));
  }
}

const isConfirmed = (lock: DatabaseSync): boolean => lock.prepare('PRAGMA user_version').get()?.['user_version'] === 1;

function confirm(lock: DatabaseSync): void {
  if (isConfirmed(lock)) return;
  try {
    lock.exec('PRAGMA user_version = 1');
  } catch {
    // The disk is full. A later start calls `confirm` again.
  }
}

/**
 * Locks device and inode with an abstract socket (unix(7)), which is a name in the kernel and not a file. Only one process can have the
 * name, and the kernel releases it when the process ends. Where such sockets are forbidden, only the first lock is used.
 */
async function lockInode({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>, inUse: Error): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<Server | undefined>();
  server.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE' ? reject(inUse) : resolve(undefined),
  );
  server.listen(`\0tengen-database-${dev}-${ino}`, () => resolve(server));
  server.unref();
  return await promise;
}

/** SQLite names the log after the database, so a file with two names may have two logs. Throws `SqliteFileUnusable`. */
function assertOneName(path: string): void {
  const { nlink } = statSync(path);
  if (nlink <= 1) return;
  const why = 'the latest changes may be in the log beside another name';
  throw new SqliteFileUnusable(
    `${path} has ${nlink} names (hard links), and ${why}: keep the one that the server used`,
  );
}
