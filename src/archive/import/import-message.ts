import type { Result } from '../../result.ts';
import type { ReadGame } from './sgf-import.ts';

/** A file that is to be taken in. */
export interface SgfFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its encoding, where the sender says it: then CA does not count. */
  readonly charset: string | undefined;
}

/** The file, once; then `more` until the last games have come. */
export type ImportRequest = SgfFile | 'more';

/** Some of a file's games, few enough that taking them in holds up nobody. The problem: the file is none that can be read. */
export type ImportReply = Result<ImportPage>;

export interface ImportPage {
  readonly games: readonly StoredGame[];
  readonly isLast: boolean;
  /** Why other games of the file are not taken; all of them with the first page. */
  readonly problems: readonly string[];
}

/** A game of a file, without its moves one by one. */
export type StoredGame = Omit<ReadGame, 'record'> & { readonly turns: number };
