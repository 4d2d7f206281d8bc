import type { Color } from '../../rules/color.ts';
import type { AdjournmentPeriod } from './adjournment.ts';
import type { GameBoard } from './game-board.ts';
import type { GameEvent } from './game-event.ts';
import type { Marking } from './marking.ts';

interface State {
  readonly board: GameBoard;
  readonly toMove: Color;
  readonly marking: Marking | undefined;
  readonly pointCount: number;
  readonly adjournment: AdjournmentPeriod | undefined;
}

/** Whether a stored event is legal in the present state of the game. */
export function isLegalEvent({ board, toMove, marking, pointCount, adjournment }: State, event: GameEvent): boolean {
  if (adjournment !== undefined) return event.kind === 'reopened' || event.kind === 'ended';
  switch (event.kind) {
    case 'played':
    case 'passed':
      if (event.color !== toMove || marking !== undefined) return false;
      return event.kind === 'passed' ? board.hasPass : board.judge(event.point) === undefined;
    case 'marking':
      return board.isPassedOut && marking === undefined;
    case 'marked':
      return event.point < pointCount && marking !== undefined;
    case 'accepted':
    case 'resumed':
      return marking !== undefined;
    case 'reopened':
      return false;
    default:
      return true;
  }
}
