/** The first word of each client message. */
export const CLIENT_KEYWORDS = ['HELO', 'CREATE', 'LIST', 'JOIN', 'PLAY', 'STONE', 'PASS', 'FORFEIT'] as const;
