import type { OwnSide } from '../../protocols/conformance/dialogue/dialogue.ts';

/** The number of messages of both sides after which a dialogue counts as a flood. */
export const LONGEST_TRANSCRIPT = 1_000;

/** All messages of a dialogue so far, in the notation of dialogues. */
export class DialogueTranscript {
  readonly #lines: string[] = [];
  /** The side that the check plays. */
  readonly side: OwnSide;

  constructor(side: OwnSide) {
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
