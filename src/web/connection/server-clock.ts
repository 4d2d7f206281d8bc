/**
 * An estimate of the server's clock: the time of its latest message plus the time since then. The browser's own clock
 * is not used, because it may be wrong by hours.
 */
let ahead: number | undefined;

/** Called with the time in a server message, in milliseconds since the epoch. */
export function hearTime(now: number): void {
  const heard = now - performance.now();
  // A message can only be late, so the greatest difference is the best estimate.
  ahead = ahead === undefined || Math.abs(heard - ahead) > 2000 ? heard : Math.max(ahead, heard);
}

/** Milliseconds since the epoch by the server's clock; `undefined` before the first message. */
export const serverTime = (): number | undefined => (ahead === undefined ? undefined : ahead + performance.now());
