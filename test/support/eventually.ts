import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds after which a wait fails. It is so long that no test fails on a busy machine. */
const TIMEOUT = 60_000;
/** Milliseconds between two polls. */
const INTERVAL = 10;

/** Polls until `poll` returns a value that is neither `undefined` nor `false`. After a time limit, it throws an error that names `what`. */
export async function eventually<Value>(
  what: string,
  poll: () => Promise<Value | undefined | false> | Value | undefined | false,
): Promise<Value> {
  for (let waited = 0; waited < TIMEOUT; waited += INTERVAL) {
    const found = await poll();
    if (found !== undefined && found !== false) return found;
    await delay(INTERVAL);
  }
  throw new Error(`after ${TIMEOUT / 1000} s still not: ${what}`);
}

/** Waits for a promise. After a time limit, it throws an error that names `what`. */
export async function inTime<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const done = new AbortController();
  const timeout = delay(TIMEOUT, undefined, { signal: done.signal }).then(() => {
    throw new Error(`after ${TIMEOUT / 1000} s still not: ${what}`);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    timeout.catch(() => {});
    done.abort();
  }
}
