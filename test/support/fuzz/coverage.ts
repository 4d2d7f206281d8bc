import { type Profiler, Session } from 'node:inspector';

const SOURCE = '/src/';

/** Records which characters of our own source have been executed, from V8's block coverage. While it records, all code is slower. */
export class Coverage {
  readonly #session = new Session();
  readonly #files = new Map<string, Uint8Array>();

  start(): void {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** The number of characters that were executed for the first time since the last call. */
  takeNewCharacters(): number {
    let newCharacters = 0;
    for (const { url, functions } of this.#take()) {
      if (!url.includes(SOURCE) || url.includes('node_modules')) continue;
      for (const { ranges } of functions) if (ranges[0]?.count) newCharacters += this.#mark(url, ranges);
    }
    return newCharacters;
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // An inspector session of the same thread answers before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      taken = result;
    });
    return taken;
  }

  /** The first range is the function, the others are parts of it. Of nested ranges, the inner one is valid. */
  #mark(url: string, ranges: readonly Profiler.CoverageRange[]): number {
    const [{ startOffset: start, endOffset: end } = { startOffset: 0, endOffset: 0 }] = ranges;
    const isRun = new Uint8Array(end - start);
    for (const { startOffset, endOffset, count } of ranges) {
      isRun.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
    }
    const known = this.#known(url, end);
    let newCharacters = 0;
    for (let at = 0; at < isRun.length; at++) {
      if (isRun[at] === 0 || known[start + at] === 1) continue;
      known[start + at] = 1;
      newCharacters++;
    }
    return newCharacters;
  }

  #known(url: string, length: number): Uint8Array {
    const known = this.#files.get(url);
    if (known !== undefined && known.length >= length) return known;
    const longer = new Uint8Array(Math.max(length, 1 << 15));
    if (known !== undefined) longer.set(known);
    this.#files.set(url, longer);
    return longer;
  }
}
