import type { OwnSide } from '../../protocols/conformance/dialogue/dialogue.ts';

/** A dialogue with more messages than this, both sides together, counts as a flood. */
export const LONGEST_TRANSCRIPT = 1_000;

/** The messages of a dialogue so far, in the notation of dialogues. */
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

  addSent(who: string, line: string): void {
    this.#lines.push(this.side === 'server' ? `server --> ${who}: ${line}` : `${who}: ${line}`);
  }

  addReceived(who: string, line: string): void {
    this.#lines.push(this.side === 'server' ? `${who}: ${line}` : `server --> ${who}: ${line}`);
  }

  addOwnClose(who: string): void {
    this.#lines.push(this.side === 'server' ? `server closes ${who}` : `${who} hangs up`);
  }

  addPeerClose(who: string): void {
    this.#lines.push(this.side === 'server' ? `${who} hangs up` : `server closes ${who}`);
  }
}
