import type { GameState } from '../../../protocols/api/server-message-schema.ts';

/** Whether the score may be estimated: in a finished game of Go, and in a running one only if its players agreed to it. */
export const mayEstimate = ({ board, end, options }: Pick<GameState, 'board' | 'end' | 'options'>): boolean =>
  board.game === 'go' && (end !== undefined || (options.estimate && !options.rated));
