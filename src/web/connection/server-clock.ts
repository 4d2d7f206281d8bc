/**
 * The server's clock, as well as it can be known here: the time of its latest message, and what has gone by since. The
 * browser's own clock may be wrong by hours, and is never asked.
 */
let ahead: number | undefined;

/** The server has said what time it is there; milliseconds since the epoch. */
export function hearTime(now: number): void {
  const heard = now - performance.now();
  // A message is told late, never early: the greatest difference is the truest.
  ahead = ahead === undefined || Math.abs(heard - ahead) > 2000 ? heard : Math.max(ahead, heard);
}

/** Milliseconds since the epoch by the server's clock; `undefined` before it has told. */
export const serverTime = (): number | undefined => (ahead === undefined ? undefined : ahead + performance.now());
