export type AccountRefusal =
  | { readonly why: 'reserved' }
  /** Another player uses the name now. */
  | { readonly why: 'in-use' }
  /** The name belongs to a guest or a computer player, or looks like another one. */
  | { readonly why: 'not-available' }
  /** An administrator's name can be reserved only on the server's own machine. */
  | { readonly why: 'not-here' }
  | { readonly why: 'weak' }
  /** The password signs in only over the protocol with which it was set. */
  | { readonly why: 'short' }
  /** The name or the password is wrong. */
  | { readonly why: 'wrong' }
  | { readonly why: 'banned' }
  | { readonly why: 'too-many' }
  /** Seconds until the next attempt is allowed. */
  | { readonly why: 'too-often'; readonly after: number }
  /** Too many passwords are being hashed. */
  | { readonly why: 'busy' };

/** The text of each refusal, one line of English. */
export const REFUSAL_TEXTS: Readonly<Record<AccountRefusal['why'], string>> = {
  reserved: 'the name is reserved',
  'in-use': 'another player uses the name now',
  'not-available': 'this name cannot be reserved',
  'not-here': "an administrator's name can be reserved only on the server's own machine",
  weak: 'password: must not be the name',
  short:
    'this password works only in the protocol in which it was set: set a password of more than 16 characters there',
  wrong: 'wrong name or password',
  banned: 'the name is banned',
  'too-many': 'too many tokens: revoke some first',
  'too-often': 'too many attempts: try again later',
  busy: 'the server is busy: try again in a few seconds',
};
