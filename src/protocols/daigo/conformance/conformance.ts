import { z } from 'zod';
import { boardSize, conformanceOf, LARGEST_BOARD } from '../../conformance/conformance.ts';
import { clientClauses } from './client-clauses.ts';
import { serverClauses } from './server-clauses.ts';

const settings = z.object({ size: boardSize.optional() });

/** Where no message tells the size, our stones stay on so many lines, and the client's may stand on any. */
const UNTOLD = 9;

export const conformance = conformanceOf('daigo', {
  serverSettings: settings,
  server: ({ size }) => ({ variants: [serverClauses], ...(size !== undefined && { size }) }),
  clientSettings: settings,
  client({ size }) {
    if (size !== undefined) return { ...clientClauses, size };
    return { ...clientClauses, stones: { ...clientClauses.stones, largest: LARGEST_BOARD }, size: UNTOLD };
  },
});
