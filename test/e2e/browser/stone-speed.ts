import type { Browser, Page } from 'playwright-core';

/** The times that the main thread worked for one stone, in milliseconds: script, style, layout, paint and everything else. */
export interface StoneSpeed {
  readonly stones: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** The average time of each kind of work, the longest first. */
  readonly parts: readonly (readonly [string, number])[];
}

/** An event of Chromium's trace. Times are in microseconds. `tdur` is the time that the thread itself worked. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const MARK = 'stone';

/**
 * Plays stones on the test page, one after the other as from a server, and reads the time of each from the trace. The
 * first stones do not count, because the browser has not compiled the scripts yet.
 */
export async function measureStones(browser: Browser, page: Page, stones: number): Promise<StoneSpeed> {
  await page.locator('.board-band').first().waitFor({ state: 'attached' });
  return await traceStones(browser, page, stones, async (count) => void (await page.evaluate(`(${PLAY})(${count})`)));
}

/**
 * Like `measureStones`, but `play` plays the stones. It sets a mark called `stone` before each stone and after the last
 * one.
 */
export async function traceStones(
  browser: Browser,
  page: Page,
  stones: number,
  play: (stones: number) => Promise<void>,
): Promise<StoneSpeed> {
  const warmUp = Math.ceil(stones / 10);
  await browser.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] });
  await play(stones + warmUp);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return speedOf(trace.traceEvents, warmUp);
}

/** Runs in the page. Waits two frames after each stone. */
const PLAY = `async (stones) => {
  const empty = [...document.querySelectorAll('[role=gridcell]')].map((cell, at) => [cell, at])
    .filter(([cell]) => cell.getAttribute('class') === null || cell.getAttribute('class') === '').map(([, at]) => at);
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let stone = 0; stone < stones; stone++) {
    performance.mark('${MARK}');
    play(empty[(stone * 7919) % empty.length]);
    await frame();
    await frame();
  }
  performance.mark('${MARK}');
}`;

function speedOf(events: readonly TraceEvent[], warmUp: number): StoneSpeed {
  const marks = events.filter(({ name, ph }) => name === MARK && ph !== 'E').sort((one, other) => one.ts - other.ts);
  const [first] = marks;
  if (first === undefined) throw new Error('the trace has no stones');
  const own = events.filter(({ ph, pid, tid }) => ph === 'X' && pid === first.pid && tid === first.tid);
  const counted = marks.slice(warmUp);
  const costs = counted.slice(0, -1).map(() => 0);
  const parts = new Map<string, number>();
  for (const { name, ts, tdur = 0 } of outermost(own)) {
    const stone = counted.findIndex((mark, index) => mark.ts <= ts && ts < (counted[index + 1]?.ts ?? 0));
    if (stone === -1) continue;
    costs[stone]! += tdur / 1000;
    parts.set(name, (parts.get(name) ?? 0) + tdur / 1000 / costs.length);
  }
  costs.sort((one, other) => one - other);
  const percentile = (share: number): number => costs[Math.min(costs.length - 1, Math.floor(costs.length * share))]!;
  return {
    stones: costs.length,
    p50: percentile(0.5),
    p95: percentile(0.95),
    max: costs.at(-1)!,
    parts: [...parts].sort(([, one], [, other]) => other - one),
  };
}

/** The events that are not inside another event. Their sum is the whole work. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  const sorted = events.toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let end = -1;
  return sorted.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false;
    end = ts + dur;
    return true;
  });
}
