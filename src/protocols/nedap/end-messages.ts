import type { EndOrAdjournReason } from '../../lobby/games/game-event.ts';
import type { EndedNotice } from '../../lobby/notice.ts';
import { opposite } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Dialect, ServerMessage } from './messages.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

/** Ends for which TABLEFLIPPED is sent before END, in both dialects or only in the later one (docs/protocols/README.md). */
const SENDS_TABLEFLIPPED: Readonly<Record<EndOrAdjournReason, boolean | 'later'>> = {
  score: false,
  row: false,
  full: false,
  resigned: true,
  'timed-out': true,
  fouled: true,
  left: 'later',
  abandoned: false,
  agreed: false,
  stopped: false,
  adjourned: false,
};

/** "Afsluiten": the messages to both players of a board of `size` lines when their game is over. */
export function endMessages(ended: EndedNotice, size: number, dialect: Dialect): ServerMessage[] {
  const { reason, winner, kickedFor } = ended;
  const end: ServerMessage = { kind: 'end', ...points(ended, size, dialect) };
  const flipped = SENDS_TABLEFLIPPED[reason];
  if (winner === undefined || flipped === false || (flipped === 'later' && dialect === 'documented')) return [end];
  const color = opposite(winner);
  // END -1 -1 names no winner, so the remaining player first gets the reason (ruling).
  if (kickedFor !== undefined) return [{ kind: 'invalid', color, text: REFUSAL_TEXTS[kickedFor] }, end];
  return [{ kind: 'tableflipped', color }, end];
}

/**
 * Areas where there was a count. Elsewhere the document leaves the score open (its last question); the winner has to
 * follow from END alone, so it gets the whole board, and the later dialect has a number of its own for it (ruling).
 */
function points({ reason, score, winner }: EndedNotice, size: number, dialect: Dialect): Score {
  if (reason === 'score' && score !== undefined) return score;
  if (dialect === 'later') return { black: -1, white: -1 };
  const board = size * size;
  return { black: winner === 'black' ? board : 0, white: winner === 'white' ? board : 0 };
}
