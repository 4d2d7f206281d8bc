import type { EndOrAdjournReason } from '../../lobby/games/game-event.ts';
import type { EndedNotice } from '../../lobby/notice.ts';
import { opposite } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { Dialect, ServerMessage } from './messages.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

/** Whether TABLEFLIPPED is sent before END: in both dialects, in none, or only in the later one (docs/protocols/README.md). */
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

/** The messages to both players at the end of their game ("Afsluiten"). */
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
 * The areas, if they were counted. Otherwise the document defines no points (its last question). Because the winner must
 * follow from END, it gets all points of the board. The later dialect has -1 instead (ruling).
 */
function points({ reason, score, winner }: EndedNotice, size: number, dialect: Dialect): Score {
  if (reason === 'score' && score !== undefined) return score;
  if (dialect === 'later') return { black: -1, white: -1 };
  const board = size * size;
  return { black: winner === 'black' ? board : 0, white: winner === 'white' ? board : 0 };
}
