import type { Color } from '../../rules/color.ts';
import type { Adjournment } from './adjournment.ts';
import type { GameBoard } from './game-board.ts';
import type { GameEvent } from './game-event.ts';
import type { Marking } from './marking.ts';

interface State {
  readonly board: GameBoard;
  readonly toMove: Color;
  readonly marking: Marking | undefined;
  /** The number of points. */
  readonly area: number;
  readonly adjournment: Adjournment | undefined;
}

/** Whether a stored event is possible in the game as it stands. */
export function isLegalEvent({ board, toMove, marking, area, adjournment }: State, event: GameEvent): boolean {
  if (adjournment !== undefined) return event.kind === 'reopened' || event.kind === 'ended';
  switch (event.kind) {
    case 'played':
    case 'passed':
      if (event.color !== toMove || marking !== undefined) return false;
      return event.kind === 'passed' ? board.hasPass : board.judge(event.point) === undefined;
    case 'marking':
      return board.isPassedOut && marking === undefined;
    case 'marked':
      return event.point < area && marking !== undefined;
    case 'accepted':
    case 'resumed':
      return marking !== undefined;
    case 'reopened':
      return false;
    default:
      return true;
  }
}
