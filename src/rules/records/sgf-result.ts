import { type Color, opposite } from '../color.ts';
import type { RecordResult } from './game-record.ts';
import { makeReal, parseReal } from './sgf-value.ts';

const WAYS = { resignation: 'R', time: 'T', forfeit: 'F', unstated: '' } as const;

/** A result that SGF's own form says exactly needs no text beside it. */
type Way = { readonly by: keyof typeof WAYS } | { readonly by: 'score'; readonly margin: number };

/** A margin beyond it is none: no board has as many points. */
const MOST_POINTS = 1_000_000;

const DRAW = /^(?:0+(?:[.,]0*)?|[.,]0+|(?:draw|jigo|tie)\b[^?]*|持碁|和棋)$/i;
const VOID = /^(?:void|no result)$/i;
const WIN = /^(b|w|black|white)\s*(?:\+|\b(?:wins|win|won)\b\s*(?:by\b|on\b)?)\s*(.*)$/is;
const LOSS = /^(b|w|black|white)\s+(?:(?=resign)|(?:lost|loses)\b\s*(?:by\b|on\b)?)\s*(.*)$/is;
const WIN_IN_CHINESE_OR_JAPANESE = /^([黑黒白])[^黑黒白负負敗]*[胜勝]/u;
const BY_RESIGNATION_THERE = /中[盘盤押]/u;

/** The value of RE, as the record words it. */
export const makeResult = (result: RecordResult): string => result.text ?? makeForm(result);

/** Whether they say the same, however they are worded. */
export const isSameResult = (one: RecordResult, other: RecordResult): boolean => makeForm(one) === makeForm(other);

/** The result in the form of FF[4]. */
function makeForm(result: RecordResult): string {
  switch (result.kind) {
    case 'draw':
      return '0';
    case 'void':
      return 'Void';
    case 'unknown':
      return '?';
    case 'won': {
      const how = result.by === 'score' ? makeReal(result.margin) : WAYS[result.by];
      return `${result.winner === 'black' ? 'B' : 'W'}+${how}`;
    }
  }
}

/**
 * Reads RE in FF[4]'s form, and in the words of older files as far as they are clear: the winner is kept even where the way is
 * not. Any other form than FF[4]'s shortest one stays beside it as `text`.
 */
export function parseResult(text: string): RecordResult {
  const result = readResult(text.trim());
  return makeForm(result) === text ? result : { ...result, text };
}

function readResult(text: string): RecordResult {
  if (DRAW.test(text)) return { kind: 'draw' };
  if (VOID.test(text)) return { kind: 'void' };
  const [, winner, way] = WIN.exec(text) ?? [];
  if (winner !== undefined && way !== undefined) return { kind: 'won', winner: colorOf(winner), ...readWay(way) };
  const [, loser, loss] = LOSS.exec(text) ?? [];
  if (loser !== undefined && loss !== undefined)
    return { kind: 'won', winner: opposite(colorOf(loser)), ...readWay(loss) };
  const character = WIN_IN_CHINESE_OR_JAPANESE.exec(text)?.[1];
  if (character === undefined) return { kind: 'unknown' };
  const by = BY_RESIGNATION_THERE.test(text) ? 'resignation' : 'unstated';
  return { kind: 'won', winner: character === '白' ? 'white' : 'black', by };
}

const colorOf = (word: string): Color => (/^b/i.test(word) ? 'black' : 'white');

function readWay(way: string): Way {
  if (/^(?:r|res|resign(?:s|ed|ation)?)\.?$/i.test(way)) return { by: 'resignation' };
  if (/^(?:t|time[^+]*)$/is.test(way)) return { by: 'time' };
  if (/^(?:f|forfeit[^+]*)$/is.test(way)) return { by: 'forfeit' };
  const margin = parseReal(way.replace(/\s*(?:points?|pts?)\.?$/i, '').replace(',', '.'));
  // A win is by more than nothing.
  if (margin === undefined || margin <= 0 || margin > MOST_POINTS) return { by: 'unstated' };
  return { by: 'score', margin };
}
