/** Milliseconds before the first further attempt to connect; so many attempts come soon, the others every few seconds. */
const FIRST = 100;
const SOON = 20;
const LONGEST = 5000;

/** How long to wait, in milliseconds, before the attempt that follows `failed` failed ones: 100, 200, 400, 800 … 5000. */
export const reconnectDelay = (failed: number): number => (failed < SOON ? FIRST * 2 ** Math.min(failed, 3) : LONGEST);
