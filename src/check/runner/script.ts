import type { Statement } from '../../protocols/conformance/dialogue/dialogue.ts';
import type { DialogueVariables } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import type { DialogueLanguage } from '../../protocols/conformance/dialogue-language.ts';
import type { DialogueClients } from './dialogue-client.ts';
import type { DialogueTranscript } from './dialogue-transcript.ts';
import type { NotReachedCause, Verdict } from './verdict.ts';

/** A dialogue with everything that is needed to run it. */
export interface Script {
  readonly statements: readonly Statement[];
  readonly language: DialogueLanguage;
  readonly scope: DialogueVariables;
  readonly patience: DialogueTimeouts;
  /** Clients that are already connected; without it, none. */
  readonly participants?: DialogueClients;
  /** The transcript to continue; without it, a new one in which the check plays the clients. */
  readonly transcript?: DialogueTranscript;
}

/** In milliseconds. */
export interface DialogueTimeouts {
  /** The longest time for an expected message. */
  readonly answer: number;
  /** The time after which no message is assumed to come. */
  readonly silence: number;
}

/** What a test client must do next: connect, send bytes or hang up. */
export type TestClientAction =
  | { readonly kind: 'connect'; readonly who: string }
  | { readonly kind: 'say'; readonly who: string; readonly bytes: Uint8Array }
  | { readonly kind: 'hang up'; readonly who: string };

/** The state of the next statement. */
export type StatementProgress =
  | { readonly kind: 'done' }
  | { readonly kind: 'waiting'; readonly until: number }
  | { readonly kind: 'over'; readonly verdict: Verdict };

export const DONE: StatementProgress = { kind: 'done' };

export const notReached = (reason: string, cause?: NotReachedCause): StatementProgress => ({
  kind: 'over',
  verdict: { kind: 'not reached', reason, ...(cause !== undefined && { cause }) },
});
