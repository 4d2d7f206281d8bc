import { memo } from 'preact/compat';
import type { BoardSize } from '../../rules/point.ts';
import { type Coordinates, columnHeading, headingStep, rowHeading } from './coordinate-names.ts';

/** The maximum width of a character and the height of a line, in pixels. */
const [LETTER, LINE] = [8, 13];

interface HeadingsProps {
  readonly size: BoardSize;
  readonly shown: Coordinates;
  readonly cell: number;
  readonly margin: number;
}

/** The coordinates above and to the left of the board. They stay visible while the board is scrolled. */
export const CoordinateLabels = memo(function CoordinateLabels({ size, shown, cell, margin }: HeadingsProps) {
  const columns = Array.from({ length: size.width }, (_, x) => columnHeading(shown, x));
  const rows = Array.from({ length: size.height }, (_, y) => rowHeading(size, shown, y));
  const widest = Math.max(...columns.map((name) => name.length));
  const everyColumn = headingStep(Math.max(1, cell), LETTER * (widest + 0.5));
  const everyRow = headingStep(Math.max(1, cell), LINE);
  // Rows are labelled by their shown number, so that round numbers are not left out.
  const isNamed = (name: string): boolean => everyRow === 1 || Number(name) % everyRow === 0;
  return (
    <>
      <div class="board-corner" />
      <svg class="board-columns" aria-hidden="true" width={cell * size.width} height={margin}>
        {columns.map((name, x) =>
          x % everyColumn === 0 ? (
            <text key={name} x={(x + 0.5) * cell} y={margin / 2}>
              {name}
            </text>
          ) : null,
        )}
      </svg>
      <svg class="board-rows" aria-hidden="true" width={margin} height={cell * size.height}>
        {rows.map((name, y) =>
          isNamed(name) ? (
            <text key={name} x={margin / 2} y={(y + 0.5) * cell}>
              {name}
            </text>
          ) : null,
        )}
      </svg>
    </>
  );
});
