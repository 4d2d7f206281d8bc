/** Milliseconds after which a command that was refused as `not-now` is said again, by a server's session or by a client. */
export const RETRY_PAUSE = 1_000;
