import { pointAt, square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import type { ArchivedGame, ArchivedGameWithTurns } from '../api/resource-schemas.ts';
import type { RecordedTurn } from '../api/value-schemas.ts';
import { dayOf, minuteOf } from './fields.ts';
import { endTexts } from './gameover-texts.ts';
import { LARGEST_SIZE } from './listener-settings.ts';
import { mainTime } from './main-time.ts';
import { makeRatedName } from './make-rated-name.ts';
import type { ViewerServerMessage } from './messages.ts';

/**
 * Whether the protocol can show a finished game: columns have one letter, the board is empty at the start, and the protocol
 * has the kind of end.
 */
export function isShowableGame({ board, end, imported }: ArchivedGame): boolean {
  if (board.game !== 'go' || board.size > LARGEST_SIZE || (board.handicap ?? 0) !== 0 || imported) return false;
  return end.reason !== 'adjourned';
}

/** The line of a finished game in the list. */
export const finishedMatch = (game: ArchivedGame): ViewerServerMessage => ({
  kind: 'match',
  ...gameHead(game),
  result: resultOf(game),
});

/** The answer to `observe` for a finished game: the moves, and after them the result. */
export function finishedSetup(game: ArchivedGameWithTurns): ViewerServerMessage {
  const { board, record } = game;
  const size = square(board.size);
  const main = mainTime(board.time);
  const moves = record.flatMap((turn) => {
    const point = turn.kind === 'pass' ? undefined : pointAt(size, turn.point.x, turn.point.y);
    return [point === undefined ? 'pass' : vertexName(size, point), String(mainTimeLeft(turn, main))];
  });
  return { kind: 'setup', ...gameHead(game), main, moves: [...moves, resultOf(game)] };
}

/** The milliseconds of main time left after a move, as they were sent during the game. Without a clock, the main time. */
function mainTimeLeft({ clock }: RecordedTurn, main: number): number {
  if (clock === undefined) return main;
  return clock.overtime === undefined ? Math.round(clock.left * 1000) : 0;
}

function gameHead({ game, board, black, white, ended }: ArchivedGame) {
  const komi = board.game === 'go' ? board.komi : 0;
  const named = ({ name, rating, provisional = false }: ArchivedGame['black']) =>
    makeRatedName(name, rating === undefined ? undefined : { value: rating, isProvisional: provisional });
  const players = { white: named(white), black: named(black) };
  return { game, date: dayOf(ended), time: minuteOf(ended), size: board.size, komi, ...players };
}

function resultOf({ end: { winner, reason, score } }: ArchivedGame): string {
  switch (reason) {
    // Only imported games have these reasons, and they are not shown.
    case 'forfeit':
    case 'drawn':
    case 'void':
    case 'unknown':
      return 'Abort';
    default:
      return endTexts({ winner, reason, score }).result;
  }
}
