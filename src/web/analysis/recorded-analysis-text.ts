import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { number } from '../formatting/game-text.ts';
import type { Texts } from '../texts/texts-type.ts';
import { leadText } from './score/score-text.ts';

/**
 * Lines about the chance to win, the lead, the number of visits, and the expected moves, for the values that the analysis
 * contains.
 */
export function recordedAnalysisText(turn: RecordedTurn, texts: Texts, language: string): readonly string[] {
  const { analysis: words, rules } = texts;
  const { winrate, score, visits, moves = [] } = turn.analysis ?? {};
  const mover = turn.color === 'black' ? rules.Black : rules.White;
  const lines: string[] = [];
  if (winrate !== undefined && winrate >= 0 && winrate <= 1)
    lines.push(words.winrate(mover, number(Math.round(winrate * 1000) / 10, language)));
  if (score !== undefined) lines.push(leadText(turn.color === 'black' ? score : -score, false, texts, language));
  if (visits !== undefined) lines.push(words.visits(visits));
  const [best] = moves;
  if (best !== undefined) lines.push(words.expected([best.move, best.pv].filter(Boolean).join(' ')));
  return lines;
}
