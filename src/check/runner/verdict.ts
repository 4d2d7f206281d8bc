/** What became of one clause. */
export type Verdict =
  | { readonly kind: 'kept'; readonly notes: readonly string[] }
  | { readonly kind: 'broken'; readonly fault: Fault }
  | { readonly kind: 'not reached'; readonly reason: string; readonly cause?: Cause };

/** Why a clause was not reached, where that says something about the whole examination. */
export type Cause = 'another mode' | 'no call' | 'flood';

/** Where a dialogue took another way than it had to. */
export interface Fault {
  /** Everything that was said until then, as `ann: …` and `server --> ann: …`. */
  readonly dialogue: readonly string[];
  /** Who should have heard what. */
  readonly expected: string;
  readonly heard: string;
}
