import { type BoardSize, coordinates, type Point, pointAt } from '../../rules/point.ts';

/** The longest text: `EF131`, `130 130`. */
const LONGEST_TYPED = 7;

/**
 * The new position of the cursor after a key; `undefined` if the key does not move it. With `far`, Home and End go to
 * the corners.
 */
export function cursorAfter(key: string, far: boolean, size: BoardSize, from: Point): Point | undefined {
  const { x, y } = coordinates(size, from);
  const [right, bottom] = [size.width - 1, size.height - 1];
  const page = Math.ceil(size.height / 4);
  const to = (column: number, row: number): Point =>
    pointAt(size, Math.min(Math.max(column, 0), right), Math.min(Math.max(row, 0), bottom))!;
  switch (key) {
    case 'ArrowLeft':
      return to(x - 1, y);
    case 'ArrowRight':
      return to(x + 1, y);
    case 'ArrowUp':
      return to(x, y - 1);
    case 'ArrowDown':
      return to(x, y + 1);
    case 'Home':
      return to(0, far ? 0 : y);
    case 'End':
      return to(right, far ? bottom : y);
    case 'PageUp':
      return to(x, y - page);
    case 'PageDown':
      return to(x, y + page);
    default:
      return undefined;
  }
}

/**
 * The typed text after a key; `undefined` if the key does not change it. A space separates two numbers, and otherwise
 * plays.
 */
export function typedAfter(key: string, typed: string): string | undefined {
  if (key === 'Backspace') return typed === '' ? undefined : typed.slice(0, -1);
  const parts = (key === ' ' || key === ',') && /^\d+$/.test(typed);
  if (!parts && !/^[a-z\d]$/i.test(key)) return undefined;
  return (typed + (key === ',' ? ' ' : key)).slice(0, LONGEST_TYPED);
}
