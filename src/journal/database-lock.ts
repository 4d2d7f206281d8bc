import { type BigIntStats, closeSync, constants, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { JournalUnusable } from './journal.ts';
import { sqliteTrouble } from './sqlite-error.ts';
import { assertAccess, assertLogBelongs, openingTrouble } from './sqlite-file.ts';

/** Keeps every other server away from a database file. Readers are not affected. */
export interface DatabaseLock {
  /** The file is new, and there was a database before. */
  readonly isBegunAnew: boolean;
  /** Records that the file holds a database from now on, so that an empty or missing file is refused at later starts. */
  confirm(): void;
  close(): void;
}

/**
 * Locks the database file at `path` for a server, and creates the file if there is none. Throws `JournalUnusable` if
 * another server has it, under this name or another, if it has several names, or if it was there before and has been
 * emptied, or deleted unless it `mayBeGone`.
 */
export async function lockDatabase(path: string, mayBeGone = false): Promise<DatabaseLock> {
  try {
    return await lock(path, mayBeGone);
  } catch (error) {
    throw error instanceof JournalUnusable ? error : new JournalUnusable(openingTrouble(path, error), { cause: error });
  }
}

async function lock(path: string, mayBeGone: boolean): Promise<DatabaseLock> {
  assertAccess(path, constants.R_OK | constants.W_OK);
  assertLogBelongs(path);
  const isNew = !existsSync(path);
  // Created before it is resolved, so that a link to a file that does not exist yet leads to the same lock as later on.
  if (isNew) closeSync(openSync(path, 'a'));
  const file = realpathSync(path);
  const taken = await takeLock(path);
  try {
    assertOneName(path);
    const isBegunAnew = isNew && taken.isConfirmed;
    if (taken.isConfirmed && statSync(file).size === 0 && !(isBegunAnew && mayBeGone)) {
      if (isNew) rmSync(file);
      const what = `${path} ${isNew ? 'does not exist' : 'is empty'}, and ${file}-lock says that there was a database`;
      throw new JournalUnusable(`${what}; restore it, or delete ${file}-lock to begin with a new one`);
    }
    return { ...taken, isBegunAnew };
  } catch (error) {
    taken.close();
    throw error;
  }
}

interface Lock extends Omit<DatabaseLock, 'isBegunAnew'> {
  /** There was a database when it was locked before. */
  readonly isConfirmed: boolean;
}

/**
 * Locks a file that exists. Two locks are taken; the operating system drops both with the process. One is of the file
 * `-lock` beside the database; it also works between containers that share a directory. The other, on Linux, belongs to
 * device and inode; it holds for every name of the database and when `-lock` has been deleted. Throws `JournalUnusable`.
 */
export async function takeLock(path: string): Promise<Lock> {
  const inUse = new JournalUnusable(`${path} is in use by another running server`);
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

/** The file stays: to remove it would race with the next server. */
function lockBeside(path: string, inUse: JournalUnusable): DatabaseSync {
  const lock = new DatabaseSync(`${realpathSync(path)}-lock`, { timeout: 0 });
  try {
    // In exclusive mode SQLite keeps the lock of a transaction after its end.
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; COMMIT');
    return lock;
  } catch (error) {
    lock.close();
    throw sqliteTrouble(error) === 'busy' ? inUse : new JournalUnusable(openingTrouble(path, error));
  }
}

const isConfirmed = (lock: DatabaseSync): boolean => lock.prepare('PRAGMA user_version').get()?.['user_version'] === 1;

function confirm(lock: DatabaseSync): void {
  if (isConfirmed(lock)) return;
  try {
    lock.exec('PRAGMA user_version = 1');
  } catch {
    // On a full disk a later start confirms it.
  }
}

/**
 * A socket in the abstract namespace is a name in the kernel and no file: one process at a time has it, and it goes with
 * the process (unix(7)). The other locks have to do where such sockets are forbidden.
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

/** SQLite names its log after the database: with two names there may be two logs. Throws `JournalUnusable`. */
function assertOneName(path: string): void {
  const { nlink } = statSync(path);
  if (nlink <= 1) return;
  const why = 'what was written last may stand beside another name';
  throw new JournalUnusable(`${path} has ${nlink} names (hard links), and ${why}: keep the one that the server used`);
}
