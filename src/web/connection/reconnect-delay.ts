/** The first delay, in milliseconds. */
const FIRST = 100;
/** The number of attempts with short delays. */
const SOON = 20;
/** The delay of all further attempts, in milliseconds. */
const LONGEST = 5000;

/**
 * The delay before the next attempt, after `failed` failed attempts: 100, 200, 400, then 800 ms, and 5000 ms after 20
 * attempts.
 */
export const reconnectDelay = (failed: number): number => (failed < SOON ? FIRST * 2 ** Math.min(failed, 3) : LONGEST);
