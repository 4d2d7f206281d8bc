/**
 * The hash of the secret key of an invitation or of a private game: SHA-256 of the key in UTF-8, as base64url. The lobby
 * and the journal know only the hash. It needs no salt and is compared as any text, because the key has 128 random bits.
 */
export type KeyHash = string;

/** What a client that wants to see a game has to show for it. */
export interface ViewerCredentials {
  /** The hash of the key that it has. */
  readonly key?: KeyHash | undefined;
  /** The account that it is signed in for. */
  readonly account?: string | undefined;
}
