import type { DatabaseLock } from '../../journal/files/database-lock.ts';
import { LostFileDetector } from '../../journal/files/lost-file-detector.ts';
import { DatabaseUnavailable } from '../database-errors.ts';

/** Called with a description when a file of the database is lost, and with undefined when all files are back. */
export type LostFileListener = (lost: string | undefined) => void;

/** Milliseconds between two checks of the files. */
const CHECK_INTERVAL = 1000;

/** The locked file of an open SQLite database. Detects that the file was deleted, replaced or changed by another program. */
export class WatchedDatabaseFile {
  readonly #lock: DatabaseLock;
  readonly #files: LostFileDetector;
  #timer: NodeJS.Timeout | undefined;
  #hasChanged = true;
  #lost: string | undefined;

  /** Must be called after SQLite has opened the database. */
  constructor(path: string, lock: DatabaseLock) {
    this.#lock = lock;
    this.#files = new LostFileDetector(path);
    lock.confirm();
  }

  /** Runs a write. Rejects with `DatabaseUnavailable` if a file is lost. */
  async write<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#lost !== undefined) throw new DatabaseUnavailable(this.#lost);
    this.#hasChanged = true;
    try {
      return await write();
    } finally {
      this.#hasChanged = true;
    }
  }

  /**
   * Checks the files once a second. If only the log is lost, calls `checkpoint`, which makes SQLite copy its log into the
   * database file.
   */
  watch(listener: LostFileListener, checkpoint: () => void): void {
    this.#timer ??= setInterval(() => {
      const lost = this.#check();
      if (this.#files.isOnlyLogLost) {
        this.#hasChanged = true;
        checkpoint();
      }
      if (lost === this.#lost) return;
      this.#lost = lost;
      listener(lost);
    }, CHECK_INTERVAL).unref();
  }

  #check(): string | undefined {
    const lost = this.#files.checkAll(!this.#hasChanged);
    if (this.#hasChanged && lost === undefined) this.#files.acceptChanges();
    this.#hasChanged = false;
    return lost;
  }

  /** Must be called before SQLite closes the database, because closing changes the files. */
  stopWatching(): void {
    clearInterval(this.#timer);
  }

  /** Must be called after SQLite has closed the database. */
  close(): void {
    this.#files.close();
    this.#lock.close();
  }
}
