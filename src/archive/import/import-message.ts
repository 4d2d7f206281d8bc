import type { Result } from '../../result.ts';
import type { ParsedSgfGame } from './sgf-import.ts';

/** A file to import. */
export interface SgfFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoding, if the sender names it. It overrides the property CA. */
  readonly charset: string | undefined;
}

/** The file first, then `more` until the last page. */
export type ImportRequest = SgfFile | 'more';

/** A page of the games of a file, or the reason why the file cannot be read. A page is small, so that storing it blocks no other request for long. */
export type ImportReply = Result<ImportPage>;

export interface ImportPage {
  readonly games: readonly ImportedGame[];
  readonly isLast: boolean;
  /** Why other games of the file are not imported. All are in the first page. */
  readonly problems: readonly string[];
}

/** A game of a file, without its single moves. */
export type ImportedGame = Omit<ParsedSgfGame, 'record'> & { readonly turns: number };
