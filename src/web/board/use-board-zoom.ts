import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type BoardSize, coordinates, type Point } from '../../rules/point.ts';
import { fittingCell, labelSpace, nextLarger, nextSmaller, scrolledTo, zoomedCell } from './pixel-sizes.ts';

/** The size of the board's cells, and the handlers that change it. */
export interface BoardZoom {
  /** The element that shows the board and scrolls it if it is larger. */
  readonly view: RefObject<HTMLDivElement | null>;
  /** Pixels from line to line; 0 until the size is known. */
  readonly cell: Signal<number>;
  /** The cell size with which the whole board fits. */
  readonly fitting: Signal<number>;
  /** The pixels for coordinates on each side, and the height of their letters. */
  readonly labels: Signal<{ readonly margin: number; readonly font: number }>;
  readonly larger: () => void;
  readonly smaller: () => void;
  readonly whole: () => void;
  /** Scrolls to a point that is not visible. */
  readonly reveal: (point: Point) => void;
}

const NO_LABELS = { margin: 0, font: 0 };

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The size of the board: it fits its container unless the user zooms with buttons, with Control and the wheel, or with
 * two fingers.
 *
 * @param longest the number of characters of the longest coordinate; 0 for a board without coordinates
 */
export function useBoardZoom(size: BoardSize, longest: number): BoardZoom {
  const view = useRef<HTMLDivElement>(null);
  const cell = useSignal(0);
  const fitting = useSignal(0);
  const labels = useSignal(NO_LABELS);

  /** The cell size on the screen. A new cell size may be requested already. */
  const drawn = useRef(0);
  const pendingScroll = useRef<
    { readonly at: Place | undefined; readonly columns: number; readonly rows: number } | undefined
  >(undefined);

  /**
   * Zooms so that the point of the board at `anchor`, a place in the window, stays there. Without `anchor`, the centre
   * stays.
   */
  const zoomTo = (wantedCell: number, anchor?: Place): void => {
    const after = zoomedCell(wantedCell, fitting.value, devicePixelRatio);
    if (after === cell.value) return;
    const { x, y } = anchor ?? middleOf(view.current!, labels.value.margin);
    const { left, top } = surfaceOf(view.current!).getBoundingClientRect();
    pendingScroll.current = { at: anchor, columns: (x - left) / drawn.current, rows: (y - top) / drawn.current };
    cell.value = after;
  };

  useLayoutEffect(() => {
    drawn.current = cell.value;
    if (pendingScroll.current === undefined) return;
    const { at, columns, rows } = pendingScroll.current;
    pendingScroll.current = undefined;
    // The view may have grown with the board, which moves its centre.
    const { x, y } = at ?? middleOf(view.current!, labels.value.margin);
    const { left, top } = surfaceOf(view.current!).getBoundingClientRect();
    view.current!.scrollBy(left + columns * cell.value - x, top + rows * cell.value - y);
  }, [cell.value]);

  useLayoutEffect(() => {
    const element = view.current!;
    const fit = (): void => {
      const room = {
        width: element.parentElement!.clientWidth,
        height: parseFloat(getComputedStyle(element).maxHeight),
      };
      const whole = cell.value <= fitting.value;
      const around = longest === 0 ? NO_LABELS : labelSpace(room, size, longest);
      if (around.margin !== labels.value.margin || around.font !== labels.value.font) labels.value = around;
      fitting.value = fittingCell(room, size, around.margin, devicePixelRatio);
      cell.value = whole ? fitting.value : zoomedCell(cell.value, fitting.value, devicePixelRatio);
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(element.parentElement!);
    addEventListener('resize', fit);
    return () => {
      watch.disconnect();
      removeEventListener('resize', fit);
    };
  }, [size.width, size.height, longest]);

  useGestures(view, (factor, held) => zoomTo(cell.value * factor, held));

  return {
    view,
    cell,
    fitting,
    labels,
    larger: () => zoomTo(nextLarger(cell.value)),
    smaller: () => zoomTo(nextSmaller(cell.value)),
    whole: () => zoomTo(fitting.value),
    reveal: (point) => {
      const [element, { x, y }, side] = [view.current!, coordinates(size, point), cell.value];
      // Scrolling forces a layout. It is not needed if the whole board fits.
      if (side <= fitting.value) return;
      element.scrollTo(
        scrolledTo(x * side, side, element.scrollLeft, element.clientWidth - 2 * labels.value.margin),
        scrolledTo(y * side, side, element.scrollTop, element.clientHeight - 2 * labels.value.margin),
      );
    },
  };
}

/**
 * Gestures with two fingers and the wheel. The listeners are added by hand, because passive listeners cannot prevent
 * the zoom of the page. During a gesture the image is scaled; afterwards it is drawn again.
 */
function useGestures(view: RefObject<HTMLDivElement | null>, zoomBy: (factor: number, held: Place) => void): void {
  const latest = useRef(zoomBy);
  latest.current = zoomBy;
  useLayoutEffect(() => {
    const element = view.current!;
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      latest.current(2 ** (-event.deltaY / 200), { x: event.clientX, y: event.clientY });
    };
    let start: { readonly distance: number; readonly held: Place } | undefined;
    let factor = 1;
    const scaleSheet = (by: number): void => {
      factor = by;
      const sheet = element.firstElementChild as HTMLElement;
      sheet.style.transform = '';
      if (start === undefined) return;
      const box = sheet.getBoundingClientRect();
      sheet.style.transformOrigin = `${start.held.x - box.left}px ${start.held.y - box.top}px`;
      sheet.style.transform = `scale(${by})`;
    };
    const move = (event: TouchEvent): void => {
      const [one, other] = event.touches;
      if (one === undefined || other === undefined) return;
      event.preventDefault();
      const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      start ??= { distance, held: { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 } };
      scaleSheet(distance / start.distance);
    };
    const end = (event: TouchEvent): void => {
      if (start === undefined || event.touches.length > 1) return;
      const [by, held] = [factor, start.held];
      start = undefined;
      scaleSheet(1);
      latest.current(by, held);
    };
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, []);
}

const surfaceOf = (view: Element): Element => view.querySelector('.board-surface')!;

/** The centre of the visible part of the board, as a place in the window. */
function middleOf(view: Element, margin: number): Place {
  const [seen, board] = [view.getBoundingClientRect(), surfaceOf(view).getBoundingClientRect()];
  return {
    x: (Math.max(seen.left + margin, board.left) + Math.min(seen.right - margin, board.right)) / 2,
    y: (Math.max(seen.top + margin, board.top) + Math.min(seen.bottom - margin, board.bottom)) / 2,
  };
}
