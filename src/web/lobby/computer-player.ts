/** The protocol name of players that the server itself seats. */
export const COMPUTER = 'computer';
