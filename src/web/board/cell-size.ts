import { type BoardSize, type Point, pointAt } from '../../rules/point.ts';

/** In pixels. A cell is the square around a point. */
export interface AvailableSpace {
  readonly width: number;
  readonly height: number;
}

/** The largest cell that zooming gives; a finger needs no more. */
const LARGEST_CELL = 44;
const STEP = 1.4;

/**
 * The largest cell with which the whole board and `margin` pixels of labels fit. It is a whole number of device pixels,
 * so that lines are sharp and rows meet, and at least one pixel.
 */
export function fittingCell(room: AvailableSpace, size: BoardSize, margin: number, pixelRatio: number): number {
  const cell = Math.min((room.width - margin) / size.width, (room.height - margin) / size.height);
  return Math.max(1, wholePixels(cell, pixelRatio));
}

/** A cell between the fitting one and the largest one, in device pixels. */
export function zoomedCell(wished: number, fitting: number, pixelRatio: number): number {
  return wholePixels(Math.min(Math.max(wished, fitting), Math.max(LARGEST_CELL, fitting)), pixelRatio);
}

export const nextLarger = (cell: number): number => Math.ceil(cell * STEP);
export const nextSmaller = (cell: number): number => Math.floor(cell / STEP);

/** The point at `x` and `y`, pixels from the top left of the board. */
export const pointUnder = (size: BoardSize, cell: number, x: number, y: number): Point | undefined =>
  pointAt(size, Math.floor(x / cell), Math.floor(y / cell));

/** The scroll position at which `length` pixels from `start` are visible, with as much space around. */
export function scrolledTo(start: number, length: number, scroll: number, seen: number): number {
  if (start - length < scroll) return Math.max(0, start - length);
  if (start + 2 * length > scroll + seen) return start + 2 * length - seen;
  return scroll;
}

const wholePixels = (length: number, pixelRatio: number): number => Math.floor(length * pixelRatio) / pixelRatio;
