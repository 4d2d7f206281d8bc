import type { TimeLeft } from './engine.ts';

/** Milliseconds that the way to the server and back may take, and no more than a tenth of the time. */
const MARGIN = 500;

/** The part of some time, in milliseconds, that an engine is told of. */
export const prudent = (milliseconds: number): number =>
  Math.max(0, Math.floor(milliseconds - Math.min(MARGIN, milliseconds / 10)));

/** The same in whole seconds; at least one, because engines take none for no limit. */
export const seconds = (milliseconds: number): number => Math.max(1, Math.floor(prudent(milliseconds) / 1_000));

/** How long a move can be waited for, in milliseconds; `untimed` where there is no clock. */
export function moveLimit(time: TimeLeft | undefined, untimed: number): number {
  const limit = Math.min(time?.turn ?? Infinity, time?.left ?? time?.match ?? Infinity);
  return Number.isFinite(limit) ? Math.max(0, limit) : untimed;
}
