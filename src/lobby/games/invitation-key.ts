/**
 * The hash of the secret key of an invitation or of a private game: SHA-256 of the key in UTF-8, as base64url. The lobby
 * and the journal contain only the hash. The key has 128 random bits. Therefore the hash needs no salt and no constant-time comparison.
 */
export type KeyHash = string;

/** The credentials of a client that wants to see a private game. */
export interface ViewerCredentials {
  /** The hash of the key that the client has. */
  readonly key?: KeyHash | undefined;
  /** The account that the client is signed in to. */
  readonly account?: string | undefined;
}
