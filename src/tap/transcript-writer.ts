/** Where a recording goes, line by line. */
export interface TranscriptOutput {
  /** A line for people, as it happens. */
  show(line: string): void;
  /** A line of the transcript. */
  write(line: string): void;
}

/** In milliseconds: a transcript's clock is never behind by more. */
const LONGEST_UNTOLD = 1_000;
/** Milliseconds of silence after which a server hardly answers any more, but says something because of the time. */
const LONGEST_ANSWER = 100;
/** Milliseconds, to which a wait is rounded up: what came of waiting comes of it again. */
const WAIT_STEP = 100;
/** In characters. */
const LONGEST_SHOWN = 80;
const LONGEST_MEANING = 100;
const WHO_WIDTH = 'server --> a'.length;
const TEXT_WIDTH = 30;

/** Writes down what happens and when. Times are milliseconds since the epoch, handed in. */
export class TranscriptWriter {
  readonly #paper: TranscriptOutput;
  readonly #start: number;
  #first: number | undefined;
  #last = 0;
  /** Milliseconds that the transcript has waited since its first statement. */
  #waited = 0;

  constructor(paper: TranscriptOutput, start: number) {
    this.#paper = paper;
    this.#start = start;
  }

  /** One statement of the transcript, after a wait if time may matter. */
  state(who: 'client' | 'server', statement: string, now: number): void {
    this.#first ??= now;
    const behind = now - this.#first - this.#waited;
    const silence = now - this.#last;
    this.#last = now;
    if (behind >= LONGEST_UNTOLD || (who === 'server' && behind > 0 && silence >= LONGEST_ANSWER)) {
      const steps = Math.ceil(behind / WAIT_STEP);
      this.#waited += steps * WAIT_STEP;
      this.#paper.write(`wait ${(steps * WAIT_STEP) / 1000} s`);
    }
    this.#paper.write(statement);
  }

  /** What cannot be played again. */
  comment(text: string): void {
    this.#paper.write(`# ${visible(text)}`);
  }

  /** `   0.412  a --> server  CORE.MOVE~40  plays 40`: seconds since the start, who, what, and what it means. */
  show(who: string, text: string, meaning: string, now: number): void {
    const time = ((now - this.#start) / 1000).toFixed(3).padStart(8);
    const shown = cut(visible(text), LONGEST_SHOWN).padEnd(TEXT_WIDTH);
    const explained = cut(visible(meaning), LONGEST_MEANING);
    this.#paper.show(`${time}  ${who.padEnd(WHO_WIDTH)}  ${shown}  ${explained}`.trimEnd());
  }
}

/** Nothing that a terminal obeys, or that is not to be seen. */
const visible = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '-');

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
