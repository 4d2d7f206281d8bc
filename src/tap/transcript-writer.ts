export interface TranscriptOutput {
  /** Shows a line to the user. */
  show(line: string): void;
  write(line: string): void;
}

/** The waits of a transcript are at most this many milliseconds behind the recorded time. */
const LONGEST_LAG = 1_000;
/**
 * After this many milliseconds of silence, a message of the server is probably caused by a timer and not by a message of a
 * client.
 */
const LONGEST_ANSWER = 100;
/** Waits are rounded up to a multiple of this, in milliseconds, so that a replay waits long enough. */
const WAIT_STEP = 100;
/** The longest message on the screen, and the longest explanation, in characters. */
const LONGEST_SHOWN = 80;
const LONGEST_MEANING = 100;
const WHO_WIDTH = 'server --> a'.length;
const TEXT_WIDTH = 30;

/** Writes statements with waits between them. Times are milliseconds since the epoch and are passed in. */
export class TranscriptWriter {
  readonly #output: TranscriptOutput;
  readonly #start: number;
  #first: number | undefined;
  #last = 0;
  /** The sum of all waits so far, in milliseconds. */
  #waited = 0;

  constructor(output: TranscriptOutput, start: number) {
    this.#output = output;
    this.#start = start;
  }

  /** Writes one statement, after a wait if time may matter. */
  writeStatement(who: 'client' | 'server', statement: string, now: number): void {
    this.#first ??= now;
    const behind = now - this.#first - this.#waited;
    const silence = now - this.#last;
    this.#last = now;
    if (behind >= LONGEST_LAG || (who === 'server' && behind > 0 && silence >= LONGEST_ANSWER)) {
      const steps = Math.ceil(behind / WAIT_STEP);
      this.#waited += steps * WAIT_STEP;
      this.#output.write(`wait ${(steps * WAIT_STEP) / 1000} s`);
    }
    this.#output.write(statement);
  }

  /** Writes a comment about something that cannot be replayed. */
  writeComment(text: string): void {
    this.#output.write(`# ${visible(text)}`);
  }

  /**
   * ` 0.412 a --> server CORE.MOVE~40 plays 40`: seconds since the start, sender and receiver, message, explanation.
   */
  show(who: string, text: string, meaning: string, now: number): void {
    const time = ((now - this.#start) / 1000).toFixed(3).padStart(8);
    const shown = cut(visible(text), LONGEST_SHOWN).padEnd(TEXT_WIDTH);
    const explained = cut(visible(meaning), LONGEST_MEANING);
    this.#output.show(`${time}  ${who.padEnd(WHO_WIDTH)}  ${shown}  ${explained}`.trimEnd());
  }
}

/** Replaces control characters and invisible characters. */
const visible = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '-');

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
