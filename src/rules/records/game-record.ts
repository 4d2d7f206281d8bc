import type { Color } from '../color.ts';
import type { BoardSize, Point } from '../point.ts';
import type { MoveAnalysis } from './move-analysis.ts';

/** A game record, independent of any file format. */
export interface GameRecord {
  readonly game: 'go' | 'gomoku';
  readonly size: BoardSize;
  /** The name of the rules in the record: `Chinese`, `AGA`, `renju`. */
  readonly rules?: string;
  readonly komi?: number;
  /** The players' names. */
  readonly black?: string;
  readonly white?: string;
  /** In ISO 8601, if the record follows its format. */
  readonly date?: string;
  readonly place?: string;
  /** The program that wrote the record. */
  readonly application?: SourceApplication;
  readonly handicap?: number;
  readonly details?: RecordDetails;
  /** Missing while the game is running. */
  readonly result?: RecordResult;
  /** The stones on the board before the first move. */
  readonly setup: readonly SetupStone[];
  readonly moves: readonly RecordMove[];
  /**
   * For a game of Go in which dead stones were marked: the points of each side without a living stone, including the points
   * of the opponent's dead stones. TB and TW in SGF.
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
  /** The analysis of the engine that played the move. It is CC in SGF, and its comment is also C. */
  readonly analysis?: MoveAnalysis;
};

export interface RecordClock {
  /** Seconds left, with at most three decimals. In overtime, the seconds left of the period. */
  readonly left: number;
  /** In overtime: the number of stones to be played in the period (Canadian), or the number of periods left (byo-yomi). */
  readonly overtime?: number;
}

/**
 * The result in a record. `unstated`: the record does not state how the game was won (five in a row, for example). `void`:
 * the game has no result. `unknown`: the record states no result, or its text cannot be parsed.
 */
export type RecordResult = (
  | { readonly kind: 'won'; readonly winner: Color; readonly by: 'resignation' | 'time' | 'forfeit' | 'unstated' }
  | { readonly kind: 'won'; readonly winner: Color; readonly by: 'score'; readonly margin: number }
  | { readonly kind: 'draw' }
  | { readonly kind: 'void' }
  | { readonly kind: 'unknown' }
) & {
  /** The text of the record, if it is not the shortest form of FF[4]. */
  readonly text?: string;
};

/** A record that is being read. */
export type RecordDraft = { -readonly [Field in keyof GameRecord]: GameRecord[Field] };
