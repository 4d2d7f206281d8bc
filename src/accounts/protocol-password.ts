/** Characters of the longest password that does not protect a whole account. */
const MAX_SHORT_LENGTH = 16;
const PREFIX = 'short$';

/**
 * The stored form of a password that a client has set over its own protocol. A short one signs in only there, because such a
 * protocol is not encrypted and its clients show their passwords in files.
 */
export const storedForProtocols = (password: string, hash: string): string =>
  password.length > MAX_SHORT_LENGTH ? hash : PREFIX + hash;

/** Whether the password signs in only over the protocol with which it was set. */
export const isShort = (stored: string): boolean => stored.startsWith(PREFIX);
