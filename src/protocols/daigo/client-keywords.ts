/** The first words of everything that a client can say. */
export const REQUESTS = ['HELO', 'CREATE', 'LIST', 'JOIN', 'PLAY', 'STONE', 'PASS', 'FORFEIT'] as const;
