/** Why a request about an account was refused. */
export type AccountRefusal =
  /** The name is reserved. */
  | { readonly why: 'reserved' }
  /** Another player uses the name now. */
  | { readonly why: 'in-use' }
  /** The name belongs to a guest or a computer player, or looks like another one. */
  | { readonly why: 'not-available' }
  /** An administrator's name can be reserved only on the server's own machine. */
  | { readonly why: 'not-here' }
  | { readonly why: 'weak' }
  /** The name or the password is wrong. */
  | { readonly why: 'wrong' }
  | { readonly why: 'banned' }
  | { readonly why: 'too-many' }
  /** Seconds until the next attempt is allowed. */
  | { readonly why: 'too-often'; readonly after: number }
  /** Too many passwords are being hashed. */
  | { readonly why: 'busy' };
