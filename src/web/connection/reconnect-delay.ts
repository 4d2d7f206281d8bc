/** The first delay in milliseconds. The first attempts are fast, later ones come every few seconds. */
const FIRST = 100;
const SOON = 20;
const LONGEST = 5000;

/** The delay before the next attempt after `failed` failed ones: 100, 200, 400, 800 … 5000 milliseconds. */
export const reconnectDelay = (failed: number): number => (failed < SOON ? FIRST * 2 ** Math.min(failed, 3) : LONGEST);
