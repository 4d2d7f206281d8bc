/** Primary result codes of SQLite, https://sqlite.org/rescode.html. */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
/** Extended ones: a write that failed for another reason than a full disk, which a quota is, too; an index of the log that cannot grow. */
const IOERR_WRITE = 778;
const IOERR_SHMSIZE = 4874;

/** What somebody could mend that SQLite says in numbers. */
export type SqliteTrouble = 'busy' | 'corrupt' | 'full' | 'perhaps-full' | 'cannot-open' | 'no-database' | 'other';

export function sqliteTrouble(error: unknown): SqliteTrouble {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return 'other';
  if (error.errcode === IOERR_WRITE || error.errcode === IOERR_SHMSIZE) return 'perhaps-full';
  // The primary code is the low byte of the extended one.
  switch (error.errcode & 0xff) {
    case BUSY:
      return 'busy';
    case CORRUPT:
      return 'corrupt';
    case FULL:
      return 'full';
    case CANTOPEN:
      return 'cannot-open';
    case NOTADB:
      return 'no-database';
    default:
      return 'other';
  }
}

/** What is said of a database whose pages are damaged. */
export const tornLine = (path: string, why: string): string =>
  `${path} is damaged: ${why}; tengen export --salvage NEWFILE --data ${path} saves the games that are intact`;
