import type { Side } from '../../protocols/conformance/dialogue/dialogue.ts';

/** Messages, of both sides, that one dialogue may take; the longest here is far shorter. */
export const LONGEST_TRANSCRIPT = 1_000;

/** What has been said, as the dialogues write it. */
export class DialogueTranscript {
  readonly #lines: string[] = [];
  /** Which side is ours. */
  readonly side: Side;

  constructor(side: Side) {
    this.side = side;
  }

  get lines(): readonly string[] {
    return [...this.#lines];
  }

  get isTooLong(): boolean {
    return this.#lines.length > LONGEST_TRANSCRIPT;
  }

  ours(who: string, line: string): void {
    this.#lines.push(this.side === 'server' ? `server --> ${who}: ${line}` : `${who}: ${line}`);
  }

  theirs(who: string, line: string): void {
    this.#lines.push(this.side === 'server' ? `${who}: ${line}` : `server --> ${who}: ${line}`);
  }

  weHangUp(who: string): void {
    this.#lines.push(this.side === 'server' ? `server closes ${who}` : `${who} hangs up`);
  }

  theyHangUp(who: string): void {
    this.#lines.push(this.side === 'server' ? `${who} hangs up` : `server closes ${who}`);
  }
}
