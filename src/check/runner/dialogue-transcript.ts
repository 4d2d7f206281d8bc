import type { RunnerSide } from '../../protocols/conformance/dialogue/dialogue.ts';
import type { Verdict } from './verdict.ts';

/** A dialogue with more messages than this, both sides together, counts as a flood. */
const LONGEST_TRANSCRIPT = 1_000;

/** The verdict on a clause whose dialogue is a flood. */
export const FLOOD: Verdict = {
  kind: 'not reached',
  reason: `more than ${LONGEST_TRANSCRIPT} messages were received`,
  cause: 'flood',
};

export const closedText = (who: string): string => `the connection of ${who} was closed`;

/** The messages of a dialogue so far, in the notation of dialogues. */
export class DialogueTranscript {
  readonly #lines: string[] = [];
  /** The side that the check plays. */
  readonly side: RunnerSide;

  constructor(side: RunnerSide) {
    this.side = side;
  }

  get lines(): readonly string[] {
    return [...this.#lines];
  }

  get isTooLong(): boolean {
    return this.#lines.length > LONGEST_TRANSCRIPT;
  }

  /** What a client of the dialogue does with the messages that the check expects. */
  get verbs(): { readonly present: string; readonly past: string } {
    return this.side === 'server' ? { present: 'sends', past: 'sent' } : { present: 'receives', past: 'received' };
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
