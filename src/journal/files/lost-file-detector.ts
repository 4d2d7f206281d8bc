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
/** Bytes to which SQLite itself shortens a longer log (`PRAGMA journal_size_limit`). */
export const LOG_SIZE_LIMIT = 64 << 20;

/**
 * Detects when the files of an open database are deleted, replaced or changed by another program. SQLite itself would continue to
 * write into deleted files. Create it after SQLite has opened the database, and close it after SQLite has closed: on POSIX systems a
 * process that closes a file loses all its locks on that file.
 */
export class LostFileDetector {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #opened: Stats;
  readonly #sidecars: readonly Sidecar[];
  readonly #acceptedHeader = Buffer.alloc(HEADER);
  readonly #currentHeader = Buffer.alloc(HEADER);
  #size = 0;
  /** The result of the last `checkAll` about the log and its index. */
  #lostLog: string | undefined;
  /** The result of the last `checkAll` about the file system. */
  #readOnlyDisk: string | undefined;

  constructor(path: string) {
    this.#path = realpathSync(path);
    this.#descriptor = openSync(this.#path, 'r');
    this.#opened = fstatSync(this.#descriptor);
    this.#sidecars = ['-wal', '-shm'].map((suffix) => new Sidecar(this.#path + suffix));
    this.acceptChanges();
  }

  /** Accepts all changes so far as our own, unless the file has become shorter, because SQLite never shortens it. */
  acceptChanges(): void {
    const { size } = fstatSync(this.#descriptor);
    if (size < this.#size) return;
    this.#size = size;
    readSync(this.#descriptor, this.#acceptedHeader, 0, HEADER, 0);
  }

  /**
   * Checks the database file, and returns one line about a lost file; undefined if there is none. About the other files it returns the
   * result of the last `checkAll`. `isIdle`: all our writes are accepted, so that the header can be compared.
   */
  check(isIdle = true): string | undefined {
    return this.#checkDatabase(isIdle) ?? this.#lostLog ?? this.#readOnlyDisk;
  }

  /** Checks all files, and whether the file system is writable. */
  checkAll(isIdle = true): string | undefined {
    this.#lostLog = this.#sidecars.map((sidecar) => sidecar.check()).find((why) => why !== undefined);
    this.#readOnlyDisk = isReadOnly(this.#path) ? `${this.#path} is on a file system that is read-only` : undefined;
    return this.check(isIdle);
  }

  /** Whether only the log or its index is lost. The content of the log can still be copied into the database file. */
  get isOnlyLogLost(): boolean {
    return this.#lostLog !== undefined && this.#checkDatabase(true) === undefined;
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
    readSync(this.#descriptor, this.#currentHeader, 0, HEADER, 0);
    return this.#currentHeader.equals(this.#acceptedHeader);
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
