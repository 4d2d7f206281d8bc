import type { Signal } from '@preact/signals';
import type { TargetedPointerEvent } from 'preact';
import { useRef } from 'preact/hooks';
import type { BoardSize, Point } from '../../rules/point.ts';
import { pointUnder } from './pixel-sizes.ts';

/** A touch that moves farther than this is a drag, in pixels. */
const DRAG_DISTANCE = 12;

interface PointerOptions {
  readonly size: BoardSize;
  /** Pixels from line to line. */
  readonly cell: Signal<number>;
  /** The point under a mouse or a pen. */
  readonly hovered: Signal<Point | undefined>;
  /** Called when a point was pressed and released. `isTouch`: with a finger. */
  readonly onChoose: (point: Point, isTouch: boolean) => void;
}

interface Press {
  readonly id: number;
  readonly at: Point | undefined;
  readonly x: number;
  readonly y: number;
}

/** Pointer listeners of the board. Dragging or scrolling chooses no point. */
export function usePointer({ size, cell, hovered, onChoose }: PointerOptions) {
  const pressed = useRef<Press | undefined>(undefined);
  const pointOf = (event: TargetedPointerEvent<HTMLDivElement>): Point | undefined => {
    const box = event.currentTarget.getBoundingClientRect();
    return pointUnder(size, cell.value, event.clientX - box.left, event.clientY - box.top);
  };
  const isFinger = (event: PointerEvent): boolean => event.pointerType === 'touch';
  const reset = (): void => {
    hovered.value = undefined;
    pressed.current = undefined;
  };
  return {
    onPointerMove: (event: TargetedPointerEvent<HTMLDivElement>) => {
      if (!isFinger(event)) hovered.value = pointOf(event);
    },
    onPointerDown: (event: TargetedPointerEvent<HTMLDivElement>) => {
      // A second finger starts a zoom gesture.
      const alone = event.isPrimary && event.button === 0;
      pressed.current = alone
        ? { id: event.pointerId, at: pointOf(event), x: event.clientX, y: event.clientY }
        : undefined;
    },
    onPointerUp: (event: TargetedPointerEvent<HTMLDivElement>) => {
      const began = pressed.current;
      pressed.current = undefined;
      const at = pointOf(event);
      if (began?.id !== event.pointerId || at === undefined) return;
      const isTap = Math.hypot(event.clientX - began.x, event.clientY - began.y) <= DRAG_DISTANCE;
      if (isFinger(event) ? isTap : at === began.at) onChoose(at, isFinger(event));
    },
    onPointerCancel: reset,
    onPointerLeave: reset,
  };
}
