import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';

/** Bytes at the beginning of a database: https://sqlite.org/fileformat.html#the_database_header. */
const HEADER = 100;
/** Bytes to which a longer log may be cut by SQLite itself (`PRAGMA journal_size_limit`). */
export const LOG_SIZE_LIMIT = 64 << 20;

/**
 * Notices when somebody deletes, replaces or changes the files of an open database: SQLite goes on with files that have
 * no name any more, and what it writes is gone with the process. Create it once SQLite has opened the database, and close
 * it after SQLite has closed: on POSIX systems a process that closes a file loses all its locks on it.
 */
export class DatabaseFiles {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #opened: Stats;
  readonly #sidecars: readonly Sidecar[];
  readonly #known = Buffer.alloc(HEADER);
  readonly #now = Buffer.alloc(HEADER);
  #size = 0;
  /** What the latest look at all files has found. */
  #logTrouble: string | undefined;
  #diskTrouble: string | undefined;

  constructor(path: string) {
    this.#path = realpathSync(path);
    this.#descriptor = openSync(this.#path, 'r');
    this.#opened = fstatSync(this.#descriptor);
    this.#sidecars = ['-wal', '-shm'].map((suffix) => new Sidecar(this.#path + suffix));
    this.acceptChanges();
  }

  /** What has been written until now is ours, unless the file is smaller than it was: SQLite never shortens it here. */
  acceptChanges(): void {
    const { size } = fstatSync(this.#descriptor);
    if (size < this.#size) return;
    this.#size = size;
    readSync(this.#descriptor, this.#known, 0, HEADER, 0);
  }

  /**
   * What has happened to the files, in one line; undefined if nothing has. It looks at the database file, and takes over what
   * `checkAll` has found at the others. The header is compared only if `isIdle`: nothing has been written that was not accepted.
   */
  check(isIdle = true): string | undefined {
    return this.#checkDatabase(isIdle) ?? this.#logTrouble ?? this.#diskTrouble;
  }

  /** The same with a look at all files, and at whether they can be written. */
  checkAll(isIdle = true): string | undefined {
    this.#logTrouble = this.#sidecars.map((sidecar) => sidecar.check()).find((why) => why !== undefined);
    this.#diskTrouble = isReadOnly(this.#path) ? `${this.#path} is on a file system that is read-only` : undefined;
    return this.check(isIdle);
  }

  /** Whether nothing but the log, or its index, is lost: the database file can still take what is in them. */
  get isOnlyLogLost(): boolean {
    return this.#logTrouble !== undefined && this.#checkDatabase(true) === undefined;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #checkDatabase(isIdle: boolean): string | undefined {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found === undefined) return `${this.#path} has been deleted or moved`;
    if (!isSame(found, this.#opened)) return `${this.#path} has been replaced by another file`;
    if (found.size >= this.#size && (!isIdle || this.#isAccepted())) return undefined;
    return `${this.#path} has been changed by another program`;
  }

  #isAccepted(): boolean {
    readSync(this.#descriptor, this.#now, 0, HEADER, 0);
    return this.#now.equals(this.#known);
  }
}

/** A file that SQLite keeps beside an open database. */
class Sidecar {
  readonly #path: string;
  #known: Stats | undefined;

  constructor(path: string) {
    this.#path = path;
    this.#known = statSync(path, { throwIfNoEntry: false });
  }

  check(): string | undefined {
    if (this.#known === undefined) return undefined;
    const found = statSync(this.#path, { throwIfNoEntry: false });
    if (found === undefined || !isSame(found, this.#known)) return `${this.#path} has been deleted or replaced`;
    if (found.size < Math.min(this.#known.size, LOG_SIZE_LIMIT))
      return `${this.#path} has been changed by another program`;
    this.#known = found;
    return undefined;
  }
}

const isSame = (one: Stats, other: Stats): boolean => one.dev === other.dev && one.ino === other.ino;

function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
