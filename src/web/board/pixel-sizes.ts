import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';

export interface AvailableSpace {
  readonly width: number;
  readonly height: number;
}

/** The largest cell after zooming in pixels, which is sufficient for a finger. A cell is the square around a point. */
const LARGEST_CELL = 44;
const STEP = 1.4;
/**
 * The smallest and the largest height of the coordinates in pixels, and the width of the widest character as a part of the
 * height.
 */
const [SMALLEST_LETTER, LARGEST_LETTER] = [9, 14];
export const LETTER_WIDTH = 0.68;

/**
 * The space for the coordinates on each of the four sides, and the height of their letters, in pixels. Both grow with the
 * space for a line. The longest name, which has `longest` characters, always fits.
 */
export function labelSpace(room: AvailableSpace, size: BoardSize, longest: number): { margin: number; font: number } {
  const perLine = Math.min(room.width / (size.width + 2), room.height / (size.height + 2));
  const font = Math.round(Math.min(Math.max(0.4 * perLine, SMALLEST_LETTER), LARGEST_LETTER));
  return { margin: Math.ceil(Math.max(1.5 * font, longest * LETTER_WIDTH * font + 4)), font };
}

/** The width of a line in CSS pixels: a whole number of device pixels, and about a fortieth of a cell. */
export const lineWidth = (cell: number, pixelRatio: number): number =>
  Math.max(1, Math.round(cell * pixelRatio * 0.022)) / pixelRatio;

/** The radius of a star point in cells: a tenth of a cell, but 1.5 to 4.5 pixels. */
export const starRadius = (cell: number): number =>
  Math.min(0.25, Math.min(Math.max(0.1 * cell, 1.5), 4.5) / Math.max(cell, 1));

/**
 * The size of the largest cell with which the whole board fits, with `margin` pixels for labels on each side. It is a whole
 * number of device pixels, so that lines are sharp and rows have no gap, and at least one pixel.
 */
export function fittingCell(room: AvailableSpace, size: BoardSize, margin: number, pixelRatio: number): number {
  const cell = Math.min((room.width - 2 * margin) / size.width, (room.height - 2 * margin) / size.height);
  return Math.max(1, wholePixels(cell, pixelRatio));
}

/** The wanted cell size, limited to the range from the fitting size to the largest size, in whole device pixels. */
export function zoomedCell(wantedCell: number, fitting: number, pixelRatio: number): number {
  return wholePixels(Math.min(Math.max(wantedCell, fitting), Math.max(LARGEST_CELL, fitting)), pixelRatio);
}

export const nextLarger = (cell: number): number => Math.ceil(cell * STEP);
export const nextSmaller = (cell: number): number => Math.floor(cell / STEP);

/** The point at `x` and `y`, pixels from the top left of the board. */
export const pointUnder = (size: BoardSize, cell: number, x: number, y: number): Point | undefined =>
  pointAt(size, Math.floor(x / cell), Math.floor(y / cell));

/** The scroll position at which `length` pixels from `start` are visible, with the same space before and after them. */
export function scrolledTo(start: number, length: number, scroll: number, visible: number): number {
  if (start - length < scroll) return Math.max(0, start - length);
  if (start + 2 * length > scroll + visible) return start + 2 * length - visible;
  return scroll;
}

const wholePixels = (length: number, pixelRatio: number): number => Math.floor(length * pixelRatio) / pixelRatio;
