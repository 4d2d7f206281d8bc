import type { Statement } from '../../protocols/conformance/dialogue/dialogue.ts';
import type { DialogueVariables } from '../../protocols/conformance/dialogue/dialogue-variables.ts';
import type { DialogueAdapter } from '../../protocols/conformance/dialogue-adapter.ts';
import type { DialogueClients } from './dialogue-client-state.ts';
import type { DialogueTranscript } from './dialogue-transcript.ts';
import type { NotReachedCause, Verdict } from './verdict.ts';

/** A dialogue with everything that is needed to run it. */
export interface Script {
  readonly statements: readonly Statement[];
  readonly adapter: DialogueAdapter;
  readonly scope: DialogueVariables;
  readonly timeouts: DialogueTimeouts;
  /** Clients that are already connected. Undefined: no client is connected. */
  readonly clients?: DialogueClients;
  /** The transcript to continue. Undefined: a new transcript, in which the check plays the clients. */
  readonly transcript?: DialogueTranscript;
}

/** Timeouts in milliseconds. */
export interface DialogueTimeouts {
  /** The longest time until an expected message arrives. */
  readonly answer: number;
  /** If no message has arrived after this time, the check assumes that none will arrive. */
  readonly silence: number;
}

/** An action that the owner of the connections must perform for a test client. */
export type TestConnectionAction =
  | { readonly kind: 'connect'; readonly who: string }
  | { readonly kind: 'send'; readonly who: string; readonly bytes: Uint8Array }
  | { readonly kind: 'disconnect'; readonly who: string };

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
