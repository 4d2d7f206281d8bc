/** What became of one clause. */
export type Verdict =
  | { readonly kind: 'kept'; readonly notes: readonly string[] }
  | { readonly kind: 'broken'; readonly fault: Fault }
  | { readonly kind: 'not reached'; readonly reason: string };

/** Where a dialogue took another way than it had to. */
export interface Fault {
  /** Everything that was said until then, as `ann: …` and `server --> ann: …`. */
  readonly dialogue: readonly string[];
  /** Who should have heard what. */
  readonly expected: string;
  readonly heard: string;
}
