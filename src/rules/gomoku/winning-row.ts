import { BLACK, type BoardGrid, EDGE, EMPTY, runLength } from './board-grid.ts';
import type { GomokuRule } from './gomoku-rules.ts';

/** The step of a line on which the stone on `cell` completes a winning row; 0 if there is none. */
export function winningStep(grid: BoardGrid, cell: number, rule: GomokuRule): number {
  const { cells, steps } = grid;
  for (const step of steps) {
    const ahead = runLength(cells, cell, step);
    const behind = runLength(cells, cell, -step);
    const length = behind + 1 + ahead;
    if (length < 5) continue;
    const first = cell - behind * step;
    if (wins(cells, first, step, length, rule)) return step;
  }
  return 0;
}

/** All cells of the unbroken row through the stone on `cell`, in the direction of `step`. */
export function rowThrough(cells: Uint8Array, cell: number, step: number): number[] {
  const behind = runLength(cells, cell, -step);
  const length = behind + 1 + runLength(cells, cell, step);
  return Array.from({ length }, (_, index) => cell + (index - behind) * step);
}

/** Whether the unbroken row of `length` stones, at least five, that begins at `first` wins. */
function wins(cells: Uint8Array, first: number, step: number, length: number, rule: GomokuRule): boolean {
  switch (rule) {
    case 'freestyle':
      return true;
    case 'standard':
      return length === 5;
    case 'renju':
      return length === 5 || cells[first] !== BLACK;
    case 'caro':
      return length > 5 || !isClosed(cells, first - step) || !isClosed(cells, first + length * step);
  }
}

/** An end is closed by a stone, which must be the opponent's. The edge of the board does not close it. */
const isClosed = (cells: Uint8Array, cell: number): boolean => cells[cell] !== EMPTY && cells[cell] !== EDGE;
