import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds before a test gives up; far more than anything takes here, so that a busy machine fails no test. */
const PATIENCE = 60_000;
/** Milliseconds between two looks. */
const INTERVAL = 10;

/** Looks again and again until there is something, and fails with `what` where there is nothing for too long. */
export async function eventually<Value>(
  what: string,
  look: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  for (let waited = 0; waited < PATIENCE; waited += INTERVAL) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await delay(INTERVAL);
  }
  throw new Error(`after ${PATIENCE / 1000} s still not: ${what}`);
}

/** Waits for something, and fails with `what` where it does not come. */
export async function inTime<Value>(what: string, coming: Promise<Value>): Promise<Value> {
  const settled = new AbortController();
  const never = delay(PATIENCE, undefined, { signal: settled.signal }).then(() => {
    throw new Error(`after ${PATIENCE / 1000} s still not: ${what}`);
  });
  try {
    return await Promise.race([coming, never]);
  } finally {
    never.catch(() => {});
    settled.abort();
  }
}
