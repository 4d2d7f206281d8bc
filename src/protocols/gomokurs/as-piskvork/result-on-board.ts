import { BLACK, BoardGrid, EMPTY, WHITE } from '../../../rules/gomoku/board-grid.ts';
import type { GomokuRule } from '../../../rules/gomoku/gomoku-rules.ts';
import { winningStep } from '../../../rules/gomoku/winning-row.ts';
import { pointAt, square } from '../../../rules/point.ts';
import type { BoardStone, GameResult } from '../messages.ts';

/**
 * The result of a game for the player, if the board shows it. A Piskvork manager does not send the winning stone to the loser.
 * Therefore, if the opponent is to move and can win with one stone, the player has lost. Undefined: the board does not show
 * the result.
 */
export function resultOnBoard(size: number, stones: readonly BoardStone[], rule: GomokuRule): GameResult | undefined {
  const grid = new BoardGrid(size);
  const first = stones[0]?.owner ?? 'own';
  const colorOf = (owner: BoardStone['owner']): number => (owner === first ? BLACK : WHITE);
  const cellOf = ({ x, y }: BoardStone): number => grid.cellAt(pointAt(square(size), x, y)!);
  for (const stone of stones) grid.cells[cellOf(stone)] = colorOf(stone.owner);
  const winner = stones.find((stone) => winningStep(grid, cellOf(stone), rule) !== 0);
  if (winner !== undefined) return winner.owner === 'own' ? 'win' : 'loss';
  if (stones.at(-1)?.owner === 'own' && couldWin(grid, colorOf('opponent'), rule)) return 'loss';
  return grid.cells.includes(EMPTY) ? undefined : 'draw';
}

/** Whether this colour can make a winning row with one stone. */
function couldWin(grid: BoardGrid, color: number, rule: GomokuRule): boolean {
  const { cells } = grid;
  return cells.some((content, cell) => {
    if (content !== EMPTY) return false;
    cells[cell] = color;
    const wins = winningStep(grid, cell, rule) !== 0;
    cells[cell] = EMPTY;
    return wins;
  });
}
