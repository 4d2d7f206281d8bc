import type { Signal } from '@preact/signals';
import type { BoardSize, Point } from '../../rules/point.ts';
import { type PointNameFormat, parsePoint } from './coordinate-names.ts';
import { cursorAfter, typedAfter } from './cursor-keys.ts';
import type { BoardTexts } from './point-aria-labels.ts';

interface KeyboardOptions {
  readonly size: BoardSize;
  readonly game: PointNameFormat['game'];
  readonly cursor: Signal<Point>;
  readonly typed: Signal<string>;
  readonly pending: Signal<Point | undefined>;
  readonly texts: BoardTexts;
  readonly announce: (text: string) => void;
  readonly goTo: (point: Point) => void;
  readonly reveal: (point: Point) => void;
  readonly play: (point: Point) => void;
}

/** Handles keys on the grid. Other keys are left to the page. */
export function useKeyboard(options: KeyboardOptions): (event: KeyboardEvent) => void {
  const { size, game, cursor, typed, pending, texts } = options;
  const show = (point: Point): void => {
    options.goTo(point);
    options.reveal(point);
  };
  const enter = (): void => {
    const text = typed.value;
    typed.value = '';
    const point = text === '' ? cursor.value : parsePoint(size, text, game);
    if (point === undefined) options.announce(texts.nowhere(text));
    else {
      show(point);
      options.play(point);
    }
  };
  /** Whether the board uses this key. */
  const handleKey = ({ key, ctrlKey }: KeyboardEvent): boolean => {
    const to = cursorAfter(key, ctrlKey, size, cursor.value);
    const text = typedAfter(key, typed.value);
    if (to !== undefined) {
      typed.value = '';
      show(to);
    } else if (ctrlKey) return false;
    else if (key === 'Escape') {
      if (typed.value === '' && pending.value === undefined) return false;
      typed.value = '';
      pending.value = undefined;
    } else if (text !== undefined) {
      typed.value = text;
      const point = parsePoint(size, text, game);
      if (point !== undefined) show(point);
    } else if (key === 'Enter' || key === ' ') enter();
    else return false;
    return true;
  };
  return (event) => {
    if (event.altKey || event.metaKey || !handleKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
