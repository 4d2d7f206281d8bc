import { effect, type Signal, signal } from '@preact/signals';
import type { CoordinateStyle } from '../board/coordinate-names.ts';
import { recall, remember } from './browser-storage.ts';

export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];

/** The themes of the board. `plain` is black on white, as in print. */
export const BOARD_THEMES = ['wood', 'paper', 'night', 'plain'] as const;
type BoardTheme = (typeof BOARD_THEMES)[number];

/** `letters`: A1 without I, from the bottom left; `numbers`: x y from 0 at the top left. */
export const COORDINATES = ['letters', 'numbers', 'off'] as const satisfies readonly CoordinateStyle[];

const SWITCH = ['on', 'off'] as const;
type Switch = (typeof SWITCH)[number];

/** The user's settings, stored by the browser. */
export const theme: Signal<Theme> = setting('theme', THEMES, 'auto');
export const boardTheme: Signal<BoardTheme> = setting('board', BOARD_THEMES, 'wood');
export const coordinates: Signal<CoordinateStyle> = setting('coordinates', COORDINATES, 'letters');
/** If on, a tap shows the stone, and a second tap plays it. */
export const confirmsTouch: Signal<Switch> = setting('confirm-touch', SWITCH, 'on');
export const sounds: Signal<Switch> = setting('sound', SWITCH, 'on');

function setting<Value extends string>(key: string, values: readonly Value[], defaultValue: Value): Signal<Value> {
  const stored = recall(key);
  const current = signal(values.find((value) => value === stored) ?? defaultValue);
  effect(() => remember(key, current.value));
  return current;
}

/** Sets the themes of the page and of the board on the root element, where the style sheets read them. */
export function applyThemes(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    document.documentElement.dataset['board'] = boardTheme.value;
  });
}
