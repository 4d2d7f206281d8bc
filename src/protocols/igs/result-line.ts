import type { ArchivedGame } from '../api/resource-schemas.ts';
import { carryName } from './name.ts';

const REASONS: Readonly<Partial<Record<ArchivedGame['end']['reason'], string>>> = {
  resigned: 'Resign',
  'timed-out': 'Time',
};

/** A finished game of Go; nothing for another game. A name may be a number, so the line, which has none, begins with a word. */
export function resultLine({ game, board, black, white, end, ended }: ArchivedGame): string[] {
  if (board.game !== 'go') return [];
  const { size, handicap = 0, komi } = board;
  const names = `${carryName(white.name)} vs ${carryName(black.name)}`;
  const day = new Date(ended).toISOString().slice(0, 10);
  return [`Game ${game}: ${names} (${size}x${size} H${handicap} ${komi.toFixed(1)}) ${resultOf(end)} ${day}`];
}

function resultOf({ winner, reason, score, margin }: ArchivedGame['end']): string {
  if (winner === undefined) return score === undefined ? 'no result' : 'Draw';
  const points = score === undefined ? margin : Math.abs(score.black - score.white);
  return `${winner === 'black' ? 'B' : 'W'}+${points?.toFixed(1) ?? REASONS[reason] ?? 'Forfeit'}`;
}
