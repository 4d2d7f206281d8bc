import type { Color } from '../color.ts';
import type { BoardSize, Point } from '../point.ts';
import type { MoveAnalysis } from './move-analysis.ts';

/** A game record, independent of any file format. */
export interface GameRecord {
  readonly game: 'go' | 'gomoku';
  readonly size: BoardSize;
  /** The rules by the name that the record gives them: `Chinese`, `AGA`, `renju`. */
  readonly rules?: string;
  readonly komi?: number;
  /** The players' names. */
  readonly black?: string;
  readonly white?: string;
  /** ISO 8601, where the record keeps to its format. */
  readonly date?: string;
  readonly place?: string;
  /** The program that wrote the record. */
  readonly application?: SourceApplication;
  /** How many stones black had before the first move, by the record's own words. */
  readonly handicap?: number;
  readonly details?: RecordDetails;
  /** Missing while the game goes on. */
  readonly result?: RecordResult;
  /** The stones that stood before the first move. */
  readonly setup: readonly SetupStone[];
  readonly moves: readonly RecordMove[];
  /**
   * Of a game of Go that was counted after dead stones were marked: the points of each side that have no living stone, the dead
   * ones of the opponent included. TB and TW in SGF.
   */
  readonly territory?: Territory;
}

export type Territory = { readonly [color in Color]: readonly Point[] };

/** Additional texts of a record, unchanged. */
export const DETAILS = [
  'title',
  'event',
  'round',
  'blackRank',
  'whiteRank',
  'blackTeam',
  'whiteTeam',
  'timeLimit',
  'overtime',
  'opening',
  'annotator',
  'source',
  'user',
  'copyright',
  /** Only these two may have several lines: a summary of the game, and the comment at its beginning. */
  'summary',
  'comment',
] as const;

export type RecordDetails = { readonly [detail in (typeof DETAILS)[number]]?: string };

export interface SourceApplication {
  readonly name: string;
  readonly version?: string;
}

export interface SetupStone {
  readonly color: Color;
  readonly point: Point;
}

export type RecordMove = (
  | { readonly kind: 'play'; readonly color: Color; readonly point: Point }
  | { readonly kind: 'pass'; readonly color: Color }
) & {
  /** The mover's clock after the move. */
  readonly clock?: RecordClock;
  /** What the engine that played the move thought of it. CC in SGF, its comment as C. */
  readonly analysis?: MoveAnalysis;
};

/** A clock as a record has it. */
export interface RecordClock {
  /** Seconds; a record has no more than three decimals. In overtime, those of the period. */
  readonly left: number;
  /** In overtime: the stones that are to be played in the period (Canadian), or the periods that are left (byo-yomi). */
  readonly overtime?: number;
}

/**
 * The result in a record. `unstated`: the record does not say how the game was won, as after five in a row. `void`: the
 * game has no result. `unknown`: the record does not say, or its words are not understood.
 */
export type RecordResult = (
  | { readonly kind: 'won'; readonly winner: Color; readonly by: 'resignation' | 'time' | 'forfeit' | 'unstated' }
  | { readonly kind: 'won'; readonly winner: Color; readonly by: 'score'; readonly margin: number }
  | { readonly kind: 'draw' }
  | { readonly kind: 'void' }
  | { readonly kind: 'unknown' }
) & {
  /** As the record words it, where that is not the shortest form of FF[4]. */
  readonly text?: string;
};

/** While a record is read. */
export type RecordDraft = { -readonly [Field in keyof GameRecord]: GameRecord[Field] };
