import type { GameEndedEvent } from '../client-session-types.ts';
import type { ServerMessage } from './server-messages.ts';

const LISTED = /^\[ *(\d+)\] +\S+ +\[[^\]]*\] +vs\. +\S+ +\[[^\]]*\] +\( *\d+ +(\d+) +(\d+) +(-?[\d.]+)/;

/**
 * A line of the list of games, without its 7: `[ 3]  ann [ 3k*] vs. bob [ 5k ] ( 12   19  0  5.5 10  I) (  1)` is game
 * 3 with white, black, 12 moves, 19 lines, no handicap, komi 5.5. All numbers are NaN if it is another line.
 */
export function parseListed(text: string): { id: number; size: number; handicap: number; komi: number } {
  const [, id, size, handicap, komi] = LISTED.exec(text) ?? [];
  return { id: Number(id), size: Number(size), handicap: Number(handicap), komi: Number(komi) };
}

/**
 * Reads the end of a game: `W 5.5 B 80.0`, `Black resigns.`, `White forfeits on time.`, `has adjourned.`, `White lost by
 * Resign`.
 */
export function outcome(
  end: string,
  score: Extract<ServerMessage, { kind: 'score' }> | undefined,
): Pick<GameEndedEvent, 'winner' | 'reason' | 'score'> {
  const [, white, black] = /^W (-?[\d.]+) B (-?[\d.]+)$/.exec(end) ?? [];
  if (white !== undefined && black !== undefined) {
    const points = { white: score?.whitePoints ?? Number(white), black: score?.blackPoints ?? Number(black) };
    const winner = points.white === points.black ? 'draw' : points.white > points.black ? 'white' : 'black';
    return { winner, reason: 'score', score: points };
  }
  const [, loser] = /^(Black|White) (?:resigns|forfeits|lost)/.exec(end) ?? [];
  if (loser === undefined) return {};
  const winner = loser === 'Black' ? 'white' : 'black';
  return /resign/i.test(end) ? { winner, reason: 'resigned' } : { winner };
}

/** Matches the errors of our server while it can store no moves. */
export const NOT_NOW = /cannot store moves now|No games begin now/;
/** These match refusals of a seek or a request, of a move, and of a mark. */
export const NO_GAME = /not open to match|No user named|involved in|Invalid parameters|dispute|against yourself/;
export const NO_MOVE = /[Ii]llegal|not valid|not your move/;
export const NO_MARK = /no stone to remove|not possible|nothing to accept/;
