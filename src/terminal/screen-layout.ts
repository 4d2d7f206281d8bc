import { columnName } from '../rules/vertex.ts';

/** How the screen is divided, and the part of the board that is visible. */
export interface ScreenLayout {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Columns of the row names. */
  readonly margin: number;
  /** Columns of a point. */
  readonly cell: number;
  readonly isPanelBeside: boolean;
  readonly hasTitle: boolean;
  /** If a part of the board is hidden: the size of a window that shows the whole board. */
  readonly needed: { readonly columns: number; readonly rows: number } | undefined;
}

interface WindowSize {
  readonly columns: number;
  readonly rows: number;
}

/** One way to divide the screen. */
interface Division {
  readonly hasTitle: boolean;
  /** The minimum number of columns of the panel beside the board. */
  readonly beside?: number;
  /** The minimum number of lines of the panel below the board. */
  readonly below?: number;
}

/** Lines of the title, of the column names, of the status, and of the input. */
const TITLE_LINES = 1;
const OTHER_LINES = 3;
/** Columns between the board and the panel. */
export const GAP = 3;
/** A terminal with this many columns prefers the panel beside the board. */
const WIDE = 60;

const BESIDE: Division = { hasTitle: true, beside: 20 };
const BELOW: Division = { hasTitle: true, below: 3 };
/** Divisions for small windows: the board has priority over the width of the panel and over the title. */
const NARROW_BESIDE: Division = { hasTitle: true, beside: 14 };
const SMALL_BESIDE: Division = { ...NARROW_BESIDE, hasTitle: false };
const SMALL_BELOW: Division = { hasTitle: false, below: 2 };
/** The first division that shows the whole board is used. */
const DIVISIONS: readonly Division[] = [BESIDE, BELOW, NARROW_BESIDE, SMALL_BESIDE, SMALL_BELOW];

/** Divides a window. `cursor` is in the visible part of the board. */
export function layOut(
  window: WindowSize,
  cursor: { readonly x: number; readonly y: number },
  size: number,
): ScreenLayout {
  const fitting = DIVISIONS.find((division) => fits(window, neededFor(division, size)));
  const division = fitting ?? divisionForPart(window, size);
  const { margin, cell } = boardColumns(size);
  const linesAround = OTHER_LINES + TITLE_LINES + (division.below ?? 0);
  const free = window.columns - margin - 1 - (division.beside ?? 0);
  const visible = (room: number): number => Math.max(1, Math.min(size, room));
  const height = fitting === undefined ? visible(window.rows - linesAround) : size;
  const width = fitting === undefined ? visible(Math.floor(free / cell)) : size;
  const start = (at: number, room: number): number => Math.min(Math.max(0, at - Math.floor(room / 2)), size - room);
  return {
    left: start(cursor.x, width),
    top: start(cursor.y, height),
    width,
    height,
    margin,
    cell,
    isPanelBeside: division.beside !== undefined,
    hasTitle: division.hasTitle,
    needed: width === size && height === size ? undefined : smallestWindow(window, size),
  };
}

/** The division that shows a part of the board. There are more lines for the board if the panel is beside it. */
function divisionForPart({ columns }: WindowSize, size: number): Division {
  if (columns >= WIDE) return BESIDE;
  return columns >= neededFor(NARROW_BESIDE, size).columns ? NARROW_BESIDE : BELOW;
}

const fits = (window: WindowSize, needed: WindowSize): boolean =>
  window.columns >= needed.columns && window.rows >= needed.rows;

/** The smallest window that shows the whole board, with as many columns as there are now if possible. */
function smallestWindow(window: WindowSize, size: number): WindowSize {
  const beside = neededFor(SMALL_BESIDE, size);
  return window.columns >= beside.columns ? beside : neededFor(SMALL_BELOW, size);
}

function neededFor({ hasTitle, beside, below = 0 }: Division, size: number): WindowSize {
  const { margin, cell } = boardColumns(size);
  return {
    columns: margin + size * cell + (beside === undefined ? 1 : GAP + beside),
    rows: OTHER_LINES + (hasTitle ? TITLE_LINES : 0) + size + below,
  };
}

/** The columns of the row names, and of a point: one more than the longest column name. */
const boardColumns = (size: number) => ({
  margin: String(size).length + 1,
  cell: columnName(size - 1).length + 1,
});
