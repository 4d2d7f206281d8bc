import type { Stone } from '../../../src/lobby/games/game-event.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { GoRecord } from './go-record.ts';

/**
 * The game that a client knew, gone on to the position that it is shown now. While it was away, the turn that it had
 * asked for may have been taken, and after that the opponent may have had one turn. Passes do not show: the turns to
 * come tell whose turn it is. `undefined`: no such turns lead there, so something is lost that was told.
 */
export function resumedRecord(
  known: GoRecord,
  asked: BoardCoordinates | 'pass' | undefined,
  stones: readonly Stone[],
): GoRecord | undefined {
  const shown = drawing(known.size, stones);
  const candidates = [known.copy(), ...withPendingMove(known, asked)];
  const same = candidates.find((game) => game.board.position === shown);
  if (same !== undefined) return same;
  for (const game of candidates) {
    if (game.isMyTurn) continue;
    const sign = game.toMove === 'black' ? 'X' : 'O';
    for (const point of game.board.points) {
      if (game.judge(point) !== undefined || (shown[point] !== sign && !game.isSuicide(point))) continue;
      const after = game.copy();
      after.play(point);
      if (after.board.position === shown) return after;
    }
  }
  return undefined;
}

function withPendingMove(known: GoRecord, asked: BoardCoordinates | 'pass' | undefined): GoRecord[] {
  if (asked === undefined || !known.isMyTurn) return [];
  const after = known.copy();
  const point = asked === 'pass' ? asked : after.point(asked);
  if (point === 'pass') after.pass();
  else if (point === 'off-board' || after.judge(point) !== undefined) return [];
  else after.play(point);
  return [after];
}

function drawing(size: number, stones: readonly Stone[]): string {
  const signs: string[] = Array.from({ length: size * size }, () => '.');
  for (const { point, color } of stones) signs[point] = color === 'black' ? 'X' : 'O';
  return signs.join('');
}
