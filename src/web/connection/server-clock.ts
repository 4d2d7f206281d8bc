/**
 * An estimate of the server's clock: the time of its latest message plus the time since then. The browser's own clock
 * is not used, because it may be wrong by hours.
 */
let offset: number | undefined;

/** Called with the time in a server message, in milliseconds since the epoch. */
export function setServerTime(now: number): void {
  const latest = now - performance.now();
  // Messages arrive late, so the greatest difference is the best estimate.
  offset = offset === undefined || Math.abs(latest - offset) > 2000 ? latest : Math.max(offset, latest);
}

/** Milliseconds since the epoch by the server's clock; `undefined` before the first message. */
export const serverTime = (): number | undefined => (offset === undefined ? undefined : offset + performance.now());
