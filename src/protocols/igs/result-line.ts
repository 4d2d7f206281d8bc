import type { ArchivedGame } from '../api/resource-schemas.ts';

const REASONS: Readonly<Partial<Record<ArchivedGame['end']['reason'], string>>> = {
  resigned: 'Resign',
  'timed-out': 'Time',
};

const DRAWS: ReadonlySet<ArchivedGame['end']['reason']> = new Set(['score', 'agreed', 'drawn']);

/** A finished game of Go; nothing for another game. A name may be a number, so the line, which has none, begins with a word. */
export function resultLine({ game, board, black, white, end, ended }: ArchivedGame): string[] {
  if (board.game !== 'go') return [];
  const { size, handicap = 0, komi } = board;
  const names = `${white.name} vs ${black.name}`;
  const day = new Date(ended).toISOString().slice(0, 10);
  return [`Game ${game}: ${names} (${size}x${size} H${handicap} ${komi.toFixed(1)}) ${resultOf(end)} ${day}`];
}

/** The score of a game that was not counted is only the area at its end. */
function resultOf({ winner, reason, score, margin }: ArchivedGame['end']): string {
  if (winner === undefined) return DRAWS.has(reason) ? 'Draw' : 'no result';
  const points = score === undefined ? margin : Math.abs(score.black - score.white);
  const how = reason === 'score' ? points?.toFixed(1) : REASONS[reason];
  return `${winner === 'black' ? 'B' : 'W'}+${how ?? 'Forfeit'}`;
}
