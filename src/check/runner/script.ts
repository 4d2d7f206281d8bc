import type { Statement } from '../../protocols/conformance/dialogue/dialogue.ts';
import type { Scope } from '../../protocols/conformance/dialogue/scope.ts';
import type { Language } from '../../protocols/conformance/language.ts';
import type { DialogueTranscript } from './dialogue-transcript.ts';
import type { Participants } from './participant.ts';
import type { Cause, Verdict } from './verdict.ts';

/** A dialogue, and all that is needed to run it. */
export interface Script {
  readonly statements: readonly Statement[];
  readonly language: Language;
  readonly scope: Scope;
  readonly patience: Patience;
  /** The clients that are connected already; without it, none. */
  readonly participants?: Participants;
  /** What has been said before, to go on with; without it, nothing, and the clients' side is ours. */
  readonly transcript?: DialogueTranscript;
}

/** In milliseconds. */
export interface Patience {
  /** How long something that is expected may take. */
  readonly answer: number;
  /** After so long nothing comes any more. */
  readonly silence: number;
}

/** What the script runner wants done. */
export type Action =
  | { readonly kind: 'connect'; readonly who: string }
  | { readonly kind: 'say'; readonly who: string; readonly bytes: Uint8Array }
  | { readonly kind: 'hang up'; readonly who: string };

/** How far the next statement is. */
export type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'over'; readonly verdict: Verdict };

export const DONE: Step = { kind: 'done' };

export const notReached = (reason: string, cause?: Cause): Step => ({
  kind: 'over',
  verdict: { kind: 'not reached', reason, ...(cause !== undefined && { cause }) },
});
