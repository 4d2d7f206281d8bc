/** Why an account was not given, opened or changed. */
export type Refusal =
  /** Somebody has reserved the name. */
  | { readonly why: 'reserved' }
  /** Somebody else bears the name at the moment. */
  | { readonly why: 'in-use' }
  /** The name is a guest's, a house player's, or one that looks like another. */
  | { readonly why: 'kept' }
  /** An administrator's name is reserved at the server's own machine. */
  | { readonly why: 'not-here' }
  | { readonly why: 'weak' }
  /** The name and the password do not belong together. */
  | { readonly why: 'wrong' }
  | { readonly why: 'banned' }
  | { readonly why: 'too-many' }
  /** Seconds until it may be tried again. */
  | { readonly why: 'too-often'; readonly after: number }
  /** Too much is being computed. */
  | { readonly why: 'busy' };
