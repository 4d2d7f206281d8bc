import type { Stone } from '../../../src/lobby/games/game-event.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { GoRecord } from './go-record.ts';

/**
 * Continues the game that a client knew to the position that the server shows after a reconnect. While the client was away, the server may
 * have accepted the client's pending move, and the opponent may have moved once after it. A board shows no passes, so later moves tell whose
 * turn it is. Undefined if no such moves lead to the position: the server has lost moves that it had reported.
 */
export function resumedRecord(
  known: GoRecord,
  pending: BoardCoordinates | 'pass' | undefined,
  stones: readonly Stone[],
): GoRecord | undefined {
  const shown = drawing(known.size, stones);
  const candidates = [known.copy(), ...withPendingMove(known, pending)];
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

function withPendingMove(known: GoRecord, pending: BoardCoordinates | 'pass' | undefined): GoRecord[] {
  if (pending === undefined || !known.isMyTurn) return [];
  const after = known.copy();
  const point = pending === 'pass' ? pending : after.point(pending);
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
