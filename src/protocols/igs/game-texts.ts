import type { Over } from '../client-session.ts';
import type { ServerLine } from './server-messages.ts';

/** `7 [ 3]  ann [ 3k*] vs. bob [ 5k ] ( 12   19  0  5.5 10  I) (  1)`: number, white, black, moves, size, handicap, komi. */
export const LISTED = /^\[ *(\d+)\] +(\S+) +\[[^\]]*\] +vs\. +(\S+) +\[[^\]]*\] +\( *(\d+) +(\d+) +(\d+) +(-?[\d.]+)/;

/** `W 5.5 B 80.0`, `Black resigns.`, `White forfeits on time.`, `has adjourned.`, `White lost by Resign`. */
export function outcome(
  end: string,
  score: Extract<ServerLine, { kind: 'score' }> | undefined,
): Pick<Over, 'winner' | 'how' | 'score'> {
  const [, white, black] = /^W (-?[\d.]+) B (-?[\d.]+)$/.exec(end) ?? [];
  if (white !== undefined && black !== undefined) {
    const points = { white: score?.whitePoints ?? Number(white), black: score?.blackPoints ?? Number(black) };
    const winner = points.white === points.black ? 'nobody' : points.white > points.black ? 'white' : 'black';
    return { winner, how: 'score', score: points };
  }
  const [, loser] = /^(Black|White) (?:resigns|forfeits|lost)/.exec(end) ?? [];
  if (loser === undefined) return {};
  const winner = loser === 'Black' ? 'white' : 'black';
  return /resign/i.test(end) ? { winner, how: 'resigned' } : { winner };
}
