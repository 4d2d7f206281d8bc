/** The length of the longest password that counts as short. */
const MAX_SHORT_LENGTH = 16;
const PREFIX = 'short$';

/**
 * The stored form of a password that a client has set over its protocol. A short password is valid only over this protocol,
 * because the protocol is not encrypted and files of its clients show the password.
 */
export const storedForProtocols = (password: string, hash: string): string =>
  password.length > MAX_SHORT_LENGTH ? hash : PREFIX + hash;

/** Whether a stored password is valid only over the protocol with which it was set. */
export const isShort = (stored: string): boolean => stored.startsWith(PREFIX);
