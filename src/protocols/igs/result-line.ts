import type { ArchivedGame } from '../api/resource-schemas.ts';

const REASONS: Readonly<Partial<Record<ArchivedGame['end']['reason'], string>>> = {
  resigned: 'Resign',
  'timed-out': 'Time',
};

const DRAWS: ReadonlySet<ArchivedGame['end']['reason']> = new Set(['score', 'agreed', 'drawn']);

/**
 * The line for a finished game of Go. Empty for another game. A name may be a number, so the line, which has no number, begins
 * with a word.
 */
export function resultLine({ game, board, black, white, end, ended }: ArchivedGame): string[] {
  if (board.game !== 'go') return [];
  const { size, handicap = 0, komi } = board;
  const names = `${white.name} vs ${black.name}`;
  const day = new Date(ended).toISOString().slice(0, 10);
  return [`Game ${game}: ${names} (${size}x${size} H${handicap} ${komi.toFixed(1)}) ${resultOf(end)} ${day}`];
}

/** The result. Only counted games have points, because the score of any other game is just the area at its end. */
function resultOf({ winner, reason, score, margin }: ArchivedGame['end']): string {
  if (winner === undefined) return DRAWS.has(reason) ? 'Draw' : 'no result';
  const points = score === undefined ? margin : Math.abs(score.black - score.white);
  const how = reason === 'score' ? points?.toFixed(1) : REASONS[reason];
  return `${winner === 'black' ? 'B' : 'W'}+${how ?? 'Forfeit'}`;
}
