export type Verdict =
  | { readonly kind: 'kept'; readonly notes: readonly string[] }
  | { readonly kind: 'broken'; readonly mismatch: DialogueMismatch }
  | { readonly kind: 'not reached'; readonly reason: string; readonly cause?: NotReachedCause };

/** Why a clause was not reached, if the reason matters for the whole check. */
export type NotReachedCause = 'another mode' | 'no call' | 'flood';

export interface DialogueMismatch {
  /** The dialogue so far, as lines `ann: …` and `server --> ann: …`. */
  readonly dialogue: readonly string[];
  /** The client and the expected message. */
  readonly expected: string;
  /** The message that was received instead, or a description of the silence or the end. */
  readonly received: string;
}
