import type { Result } from '../../result.ts';
import type { ParsedSgfGame } from './sgf-import.ts';

export interface SgfFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoding, if the sender has named one. It overrides the property CA. */
  readonly charset: string | undefined;
}

/** The first request is the file. Each further request is `more`, until the last page. */
export type ImportRequest = SgfFile | 'more';

/**
 * A page of the games of a file, or the reason why the file cannot be read. A page is small, so that other requests need not wait long
 * while it is stored.
 */
export type ImportReply = Result<ImportPage>;

export interface ImportPage {
  readonly games: readonly ImportedGame[];
  readonly isLast: boolean;
  /** The reasons why other games of the file are not imported. The first page has all of them. */
  readonly problems: readonly string[];
}

/** A game of a file, without the parsed moves. */
export type ImportedGame = Omit<ParsedSgfGame, 'record'> & { readonly turns: number };
