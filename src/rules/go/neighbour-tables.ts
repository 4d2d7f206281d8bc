import { type BoardSize, coordinates, type Point, pointAt } from '../point.ts';

/** An array of whole numbers. They are large enough for twice the number of points of the board, plus one. */
export type IndexArray = Uint16Array | Uint32Array;

/**
 * On boards with up to this many points, a point and one more bit fit into two bytes. A board of 131 lines has 17,161
 * points.
 */
const TWO_BYTE_POINTS = 32_767;

export const indexArray = (points: number, length: number): IndexArray =>
  points <= TWO_BYTE_POINTS ? new Uint16Array(length) : new Uint32Array(length);

/** A view of a buffer from byte `start`, a multiple of `indexBytes`. */
export const indexArrayIn = (points: number, buffer: ArrayBuffer, start: number, length: number): IndexArray =>
  points <= TWO_BYTE_POINTS ? new Uint16Array(buffer, start, length) : new Uint32Array(buffer, start, length);

/** The number of bytes of one element. */
export const indexBytes = (points: number): number => (points <= TWO_BYTE_POINTS ? 2 : 4);

const CORNERS = [
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

const known = new Map<string, IndexArray>();

/**
 * The four neighbours of point `p`, at `4p` to `4p + 3`. A missing neighbour is the number of points, which is no point.
 * All boards of the size share the table.
 */
export function neighboursOf(size: BoardSize): IndexArray {
  const name = `${size.width}x${size.height}`;
  const neighbours = known.get(name) ?? computeNeighbours(size);
  known.set(name, neighbours);
  return neighbours;
}

function computeNeighbours({ width, height }: BoardSize): IndexArray {
  const points = width * height;
  const neighbours = indexArray(points, 4 * points);
  for (let point = 0; point < points; point++) {
    const x = point % width;
    neighbours[4 * point] = point >= width ? point - width : points;
    neighbours[4 * point + 1] = x > 0 ? point - 1 : points;
    neighbours[4 * point + 2] = x < width - 1 ? point + 1 : points;
    neighbours[4 * point + 3] = Math.min(point + width, points);
  }
  return neighbours;
}

const knownCorners = new Map<string, IndexArray>();

/**
 * The four diagonal neighbours of point `p`, at `4p` to `4p + 3`: above left, above right, below left, below right. A
 * missing one is the number of points. All boards of the size share the table.
 */
export function cornersOf(size: BoardSize): IndexArray {
  const name = `${size.width}x${size.height}`;
  const corners = knownCorners.get(name) ?? computeCorners(size);
  knownCorners.set(name, corners);
  return corners;
}

function computeCorners(size: BoardSize): IndexArray {
  const points = size.width * size.height;
  const corners = indexArray(points, 4 * points);
  for (let point = 0; point < points; point++) {
    const { x, y } = coordinates(size, point as Point);
    for (const [place, [right, down]] of CORNERS.entries()) {
      corners[4 * point + place] = pointAt(size, x + right, y + down) ?? points;
    }
  }
  return corners;
}
