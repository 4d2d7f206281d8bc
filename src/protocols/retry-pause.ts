/** Milliseconds after which a server session or a client repeats a command that was refused as `not-now`. */
export const RETRY_PAUSE = 1_000;
