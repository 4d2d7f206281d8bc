/** Primary result codes of SQLite, https://sqlite.org/rescode.html. */
const BUSY = 5;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
/** Extended result code: a write failed, for example at a quota. */
const IOERR_WRITE = 778;
/** Extended result code: the index of the log cannot grow. */
const IOERR_SHMSIZE = 4874;

/** The kinds of SQLite errors that are treated differently. */
export type SqliteErrorKind = 'busy' | 'corrupt' | 'full' | 'perhaps-full' | 'cannot-open' | 'no-database' | 'other';

export function sqliteErrorKind(error: unknown): SqliteErrorKind {
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

/** One line about a journal with damaged pages or batches. */
export const damagedMessage = (path: string, why: string): string =>
  `${path} is damaged: ${why}; tengen export --salvage NEWFILE --data ${path} saves the games that are intact`;
