import { type Color, opposite } from '../color.ts';
import type { RecordResult } from './game-record.ts';
import { makeReal, parseReal } from './sgf-value.ts';

const REASON_CODES = { resignation: 'R', time: 'T', forfeit: 'F', unstated: '' } as const;

type WinReason = { readonly by: keyof typeof REASON_CODES } | { readonly by: 'score'; readonly margin: number };

/** The largest margin. No board has so many points. */
const MOST_POINTS = 1_000_000;

const DRAW = /^(?:0+(?:[.,]0*)?|[.,]0+|(?:draw|jigo|tie)\b[^?]*|持碁|和棋)$/i;
const VOID = /^(?:void|no result)$/i;
const WIN = /^(b|w|black|white)\s*(?:\+|\b(?:wins|win|won)\b\s*(?:by\b|on\b)?)\s*(.*)$/is;
const LOSS = /^(b|w|black|white)\s+(?:(?=resign)|(?:lost|loses)\b\s*(?:by\b|on\b)?)\s*(.*)$/is;
const WIN_IN_CHINESE_OR_JAPANESE = /^([黑黒白])[^黑黒白负負敗]*[胜勝]/u;
const BY_RESIGNATION_IN_CHINESE_OR_JAPANESE = /中[盘盤押]/u;

/** The value of RE: the text of the record, if there is one, or else the standard form. */
export const makeResult = (result: RecordResult): string => result.text ?? makeStandardForm(result);

/** Whether two results are the same. Their texts may differ. */
export const isSameResult = (a: RecordResult, b: RecordResult): boolean => makeStandardForm(a) === makeStandardForm(b);

/** The result in the form of FF[4]. */
function makeStandardForm(result: RecordResult): string {
  switch (result.kind) {
    case 'draw':
      return '0';
    case 'void':
      return 'Void';
    case 'unknown':
      return '?';
    case 'won': {
      const how = result.by === 'score' ? makeReal(result.margin) : REASON_CODES[result.by];
      return `${result.winner === 'black' ? 'B' : 'W'}+${how}`;
    }
  }
}

/**
 * Parses RE in the form of FF[4], and in other words of older files if they are clear. If only the winner is clear, the
 * reason is `unstated`. A text that is not the shortest form of FF[4] is stored as `text`.
 */
export function parseResult(text: string): RecordResult {
  const result = readResult(text.trim());
  return makeStandardForm(result) === text ? result : { ...result, text };
}

function readResult(text: string): RecordResult {
  if (DRAW.test(text)) return { kind: 'draw' };
  if (VOID.test(text)) return { kind: 'void' };
  const [, winner, reason] = WIN.exec(text) ?? [];
  if (winner !== undefined && reason !== undefined)
    return { kind: 'won', winner: colorOf(winner), ...readReason(reason) };
  const [, loser, loss] = LOSS.exec(text) ?? [];
  if (loser !== undefined && loss !== undefined)
    return { kind: 'won', winner: opposite(colorOf(loser)), ...readReason(loss) };
  const character = WIN_IN_CHINESE_OR_JAPANESE.exec(text)?.[1];
  if (character === undefined) return { kind: 'unknown' };
  const by = BY_RESIGNATION_IN_CHINESE_OR_JAPANESE.test(text) ? 'resignation' : 'unstated';
  return { kind: 'won', winner: character === '白' ? 'white' : 'black', by };
}

const colorOf = (word: string): Color => (/^b/i.test(word) ? 'black' : 'white');

function readReason(reason: string): WinReason {
  if (/^(?:r|res|resign(?:s|ed|ation)?)\.?$/i.test(reason)) return { by: 'resignation' };
  if (/^(?:t|time[^+]*)$/is.test(reason)) return { by: 'time' };
  if (/^(?:f|forfeit[^+]*)$/is.test(reason)) return { by: 'forfeit' };
  const margin = parseReal(reason.replace(/\s*(?:points?|pts?)\.?$/i, '').replace(',', '.'));
  // The margin of a win is more than 0.
  if (margin === undefined || margin <= 0 || margin > MOST_POINTS) return { by: 'unstated' };
  return { by: 'score', margin };
}
