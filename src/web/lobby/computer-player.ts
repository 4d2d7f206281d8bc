/** In place of a protocol, of players that the server itself seats. */
export const COMPUTER = 'house';
