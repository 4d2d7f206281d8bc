import { useId } from 'preact/hooks';
import type { Color } from '../../rules/color.ts';
import { type BoardSize, coordinates, type Point } from '../../rules/point.ts';
import { starPoints } from './star-points.ts';
import { StonePaints, stonePaintStyle } from './stone-paints.tsx';
import { circlesPath, linesPath } from './svg-paths.ts';
import './small-board.css';

/** The most points whose stones are drawn with light and shadow, one element each. */
const MOST_SHADED = 19 * 19;
const RADIUS = 0.46;

interface SmallBoardProps {
  readonly size: BoardSize;
  /** Positions of both games have this method. */
  readonly stones: { at(point: Point): Color | undefined };
  readonly last?: Point | undefined;
}

/**
 * A picture of a board in the chosen theme, as wide as its container. It takes no input. Screen readers skip it, because
 * the text beside it describes it.
 */
export function SmallBoard({ size, stones, last }: SmallBoardProps) {
  const id = useId();
  const points = { black: [] as Point[], white: [] as Point[] };
  for (let index = 0; index < size.width * size.height; index++) {
    const color = stones.at(index as Point);
    if (color !== undefined) points[color].push(index as Point);
  }
  const shaded = size.width * size.height <= MOST_SHADED;
  return (
    <svg
      class={`small-board stones ${shaded ? '' : 'flat'}`}
      viewBox={`-0.1 -0.1 ${size.width + 0.2} ${size.height + 0.2}`}
      style={stonePaintStyle(id)}
      aria-hidden="true"
    >
      <StonePaints id={id} />
      <path class="small-board-lines" d={linesPath(size)} />
      <path class="small-board-stars" d={circlesPath(size, starPoints(size), 0.12)} />
      {(['black', 'white'] as const).map((color) =>
        shaded ? (
          points[color].map((point) => <circle key={point} class={color} {...centre(size, point)} r={RADIUS} />)
        ) : (
          <path key={color} class={color} d={circlesPath(size, points[color], RADIUS)} />
        ),
      )}
      {last === undefined ? null : (
        <circle class={`small-board-last on-${stones.at(last) ?? 'board'}`} {...centre(size, last)} r={0.22} />
      )}
    </svg>
  );
}

function centre(size: BoardSize, point: Point): { cx: number; cy: number } {
  const { x, y } = coordinates(size, point);
  return { cx: x + 0.5, cy: y + 0.5 };
}
