import { type Color, opposite } from '../../rules/color.ts';
import type { Score } from '../../rules/go/ruleset.ts';
import type { GameEndedEvent } from '../client-session-types.ts';
import type { Dialect } from './messages.ts';

/** The INVALID that reported an illegal move of the opponent. */
export interface InvalidOpponentMove {
  /** The winner, if the game ends because of this move. */
  readonly winner: Color;
  readonly line: string;
}

/** The end by TABLEFLIPPED ("Opgeven"). In the later dialect, TABLEFLIPPED of the opponent may also mean that it has left. */
export function endFromTableflipped(
  { color }: { color: Color },
  own: Color | undefined,
  dialect: Dialect,
  line: string,
): GameEndedEvent {
  const isSure = dialect === 'documented' || color === own;
  return { kind: 'game-ended', winner: opposite(color), ...(isSure ? { reason: 'resigned' } : {}), text: line };
}

/**
 * The end by END ("Afsluiten"). The winner follows from the points. If nothing was counted (-1 in the later dialect), the
 * winner is the side whose opponent has made an illegal move, if there was one.
 */
export function endFromEnd(
  { black, white }: Score,
  { isCounted, opponentMove }: { readonly isCounted: boolean; readonly opponentMove: InvalidOpponentMove | undefined },
  line: string,
): GameEndedEvent {
  if (black < 0 || white < 0) {
    if (opponentMove === undefined) return { kind: 'game-ended', text: line };
    return { kind: 'game-ended', winner: opponentMove.winner, reason: 'left', text: opponentMove.line };
  }
  const winner = black === white ? 'draw' : black > white ? 'black' : 'white';
  const counted = isCounted ? ({ reason: 'score', score: { black, white } } as const) : {};
  return { kind: 'game-ended', winner, ...counted, text: line };
}
