import type { RecordedTurn } from '../../protocols/api/value-schemas.ts';
import { number } from '../formatting/game-text.ts';
import type { Texts } from '../texts/texts-type.ts';
import { leadInWords } from './score/score-words.ts';

/** The chance to win, the lead, the effort, and the moves that the engine expected. Each is there if the engine said it. */
export function engineAnalysisInWords(turn: RecordedTurn, texts: Texts, language: string): readonly string[] {
  const { analysis: words, rules } = texts;
  const { winrate, score, visits, moves = [] } = turn.analysis ?? {};
  const mover = turn.color === 'black' ? rules.Black : rules.White;
  const lines: string[] = [];
  if (winrate !== undefined && winrate >= 0 && winrate <= 1)
    lines.push(words.winrate(mover, number(Math.round(winrate * 1000) / 10, language)));
  if (score !== undefined) lines.push(leadInWords(turn.color === 'black' ? score : -score, false, texts, language));
  if (visits !== undefined) lines.push(words.visits(visits));
  const [best] = moves;
  if (best !== undefined) lines.push(words.expected([best.move, best.pv].filter(Boolean).join(' ')));
  return lines;
}
