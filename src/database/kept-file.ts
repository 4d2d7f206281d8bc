import { DatabaseFiles } from '../journal/database-files.ts';
import type { DatabaseLock } from '../journal/database-lock.ts';
import { DatabaseAway } from './unusable.ts';

/** Hears what has happened to a file of a database, or undefined once all are in their places again. */
export type FilesListener = (lost: string | undefined) => void;

/** Milliseconds between two looks at the files. */
const LOOK_EVERY = 1000;

/** The file of an open SQLite database: it is locked, and somebody looks whether it is still there. */
export class KeptFile {
  readonly #lock: DatabaseLock;
  readonly #files: DatabaseFiles;
  #timer: NodeJS.Timeout | undefined;
  #hasChanged = true;
  #lost: string | undefined;

  /** For a database that SQLite has opened. */
  constructor(path: string, lock: DatabaseLock) {
    this.#lock = lock;
    this.#files = new DatabaseFiles(path);
    lock.confirm();
  }

  /** Does what writes. Rejects with `DatabaseAway` if the file is lost. */
  async change<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#lost !== undefined) throw new DatabaseAway(this.#lost);
    this.#hasChanged = true;
    try {
      return await write();
    } finally {
      this.#hasChanged = true;
    }
  }

  /** Looks once a second. `saveLog` has SQLite copy its log into the database file, which is all that still has a name. */
  watch(listener: FilesListener, saveLog: () => void): void {
    this.#timer ??= setInterval(() => {
      const lost = this.#look();
      if (this.#files.isOnlyLogLost) {
        this.#hasChanged = true;
        saveLog();
      }
      if (lost === this.#lost) return;
      this.#lost = lost;
      listener(lost);
    }, LOOK_EVERY).unref();
  }

  #look(): string | undefined {
    const lost = this.#files.checkAll(!this.#hasChanged);
    if (this.#hasChanged && lost === undefined) this.#files.acceptChanges();
    this.#hasChanged = false;
    return lost;
  }

  /** Once SQLite has closed the database. */
  close(): void {
    clearInterval(this.#timer);
    this.#files.close();
    this.#lock.close();
  }
}
