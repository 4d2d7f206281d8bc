import { memo } from 'preact/compat';
import type { BoardSize } from '../../rules/point.ts';
import { columnHeading, headingStep, type PointNameFormat, rowHeading } from './coordinate-names.ts';
import { LETTER_WIDTH } from './pixel-sizes.ts';

interface LabelsProps {
  readonly size: BoardSize;
  readonly naming: PointNameFormat;
  readonly cell: number;
  /** Pixels on each side. */
  readonly margin: number;
  /** The height of the letters in pixels. */
  readonly font: number;
  /** Which sides: the ones before the board in the document, or the ones after it. */
  readonly side: 'start' | 'end';
}

/**
 * The coordinates of two of the four sides: above and to the left (`start`), or to the right and below (`end`). They
 * stay visible while the board is scrolled.
 */
export const CoordinateLabels = memo(function CoordinateLabels(props: LabelsProps) {
  const { size, naming, cell, margin, font, side } = props;
  const columns = Array.from({ length: size.width }, (_, x) => columnHeading(naming, x));
  const rows = Array.from({ length: size.height }, (_, y) => rowHeading(size, naming, y));
  const widest = Math.max(...columns.map((name) => name.length));
  const everyColumn = headingStep(Math.max(1, cell), LETTER_WIDTH * font * (widest + 0.5));
  const everyRow = headingStep(Math.max(1, cell), 1.2 * font);
  // Rows are labelled by their shown number, so that round numbers are not left out.
  const isNamed = (name: string): boolean => everyRow === 1 || Number(name) % everyRow === 0;
  const columnLabels = (
    <svg class={`board-columns ${side}`} aria-hidden="true" width={cell * size.width} height={margin} font-size={font}>
      {columns.map((name, x) =>
        x % everyColumn === 0 ? (
          <text key={name} x={(x + 0.5) * cell} y={margin / 2}>
            {name}
          </text>
        ) : null,
      )}
    </svg>
  );
  const rowLabels = (
    <svg class={`board-rows ${side}`} aria-hidden="true" width={margin} height={cell * size.height} font-size={font}>
      {rows.map((name, y) =>
        isNamed(name) ? (
          <text key={name} x={margin / 2} y={(y + 0.5) * cell}>
            {name}
          </text>
        ) : null,
      )}
    </svg>
  );
  return side === 'start' ? (
    <>
      <div class="board-corner top left" />
      {columnLabels}
      <div class="board-corner top right" />
      {rowLabels}
    </>
  ) : (
    <>
      {rowLabels}
      <div class="board-corner bottom left" />
      {columnLabels}
      <div class="board-corner bottom right" />
    </>
  );
});
