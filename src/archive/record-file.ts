/** A game as a file: SGF, or our JSON for boards with more than 52 lines. */
export interface RecordFile {
  readonly format: 'sgf' | 'json';
  readonly text: string;
}

export const fileOf = (stored: string): RecordFile => ({
  format: stored.startsWith('{') ? 'json' : 'sgf',
  text: stored,
});
