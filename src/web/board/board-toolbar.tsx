import type { Signal } from '@preact/signals';
import type { Point } from '../../rules/point.ts';
import { FOCUS_HOME } from '../shell/focus-keeper.ts';
import type { BoardTexts } from './point-aria-labels.ts';
import type { BoardZoom } from './use-board-zoom.ts';

interface BarProps {
  readonly texts: BoardTexts;
  readonly zoom: BoardZoom;
  readonly typed: Signal<string>;
  readonly pending: Signal<Point | undefined>;
  readonly nameOf: (point: Point) => string;
  /** Called when a stone that waited for confirmation is played or cancelled. */
  readonly confirm: (point: Point) => void;
  readonly cancel: () => void;
}

/** The toolbar below the board: the typed text, the buttons for a stone to be confirmed, and the zoom buttons. */
export function BoardToolbar({ texts, zoom, typed, pending, nameOf, confirm, cancel }: BarProps) {
  const pendingPoint = pending.value;
  return (
    <div class="board-bar">
      {typed.value !== '' && (
        <span class="board-typed">
          {texts.typed} <kbd>{typed.value}</kbd>
        </span>
      )}
      {pendingPoint !== undefined && (
        <>
          <button type="button" class="primary" onClick={() => confirm(pendingPoint)}>
            {texts.play(nameOf(pendingPoint))}
          </button>
          <button type="button" onClick={cancel}>
            {texts.cancel}
          </button>
        </>
      )}
      <ZoomButtons texts={texts} zoom={zoom} />
    </div>
  );
}

function ZoomButtons({ texts, zoom }: { texts: BoardTexts; zoom: BoardZoom }) {
  const isWhole = zoom.cell.value <= zoom.fitting.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="board-zoom" role="group" aria-label={texts.zoom} {...FOCUS_HOME}>
      <button type="button" disabled={isWhole} aria-label={texts.smaller} title={texts.smaller} onClick={zoom.smaller}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8H13" />
        </svg>
      </button>
      <button type="button" disabled={isWhole} aria-label={texts.whole} title={texts.whole} onClick={zoom.whole}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 6V3H6M10 3H13V6M13 10V13H10M6 13H3V10" />
        </svg>
      </button>
      <button type="button" aria-label={texts.larger} title={texts.larger} onClick={zoom.larger}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 8H13M8 3V13" />
        </svg>
      </button>
    </div>
  );
}
