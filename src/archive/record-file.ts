/** A game as a file: SGF as far as its letters reach, else the project's JSON. */
export interface RecordFile {
  readonly format: 'sgf' | 'json';
  readonly text: string;
}

/** What is stored of a record, as a file. */
export const fileOf = (stored: string): RecordFile => ({
  format: stored.startsWith('{') ? 'json' : 'sgf',
  text: stored,
});
