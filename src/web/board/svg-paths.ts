import { type BoardSize, coordinates, type Point } from '../../rules/point.ts';

// Shapes as SVG path data, so that any number of them is one element. The unit is one cell; a point is at the centre of
// its cell.

export function linesPath({ width, height }: BoardSize): string {
  const columns = Array.from({ length: width }, (_, x) => `M${x + 0.5} 0.5V${height - 0.5}`);
  const rows = Array.from({ length: height }, (_, y) => `M0.5 ${y + 0.5}H${width - 0.5}`);
  return [...columns, ...rows].join('');
}

export const circlesPath = (size: BoardSize, points: Iterable<Point>, radius: number): string =>
  path(size, points, (x, y) => {
    const [r, across] = [radius, 2 * radius];
    return `M${x - r} ${y}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`;
  });

/** Squares that extend `half` a side from the centre. */
export const squaresPath = (size: BoardSize, points: Iterable<Point>, half: number): string =>
  path(size, points, (x, y) => `M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}z`);

/** A line through all points in order. */
export const chainPath = (size: BoardSize, points: Iterable<Point>): string =>
  path(size, points, (x, y) => `L${x} ${y}`).replace(/^L/, 'M');

function path(size: BoardSize, points: Iterable<Point>, draw: (x: number, y: number) => string): string {
  let data = '';
  for (const point of points) {
    const { x, y } = coordinates(size, point);
    data += draw(x + 0.5, y + 0.5);
  }
  return data;
}
