import { z } from 'zod';
import { boardSize, conformanceSuite, LARGEST_BOARD } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

const settings = z.object({ size: boardSize.optional() });

/** No message has the board size. Without the setting, our stones stay within this size, and the client's may be anywhere. */
const ASSUMED_SIZE = 9;

/** The clauses by which `tengen check` tests servers and clients of DAIGO. */
export const conformance = conformanceSuite('daigo', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: settings,
  server: ({ size }) => ({ variants: [{ adapter: serverAdapter }], ...(size !== undefined && { size }) }),
  clientSettings: settings,
  client: ({ size }) => ({
    adapter: clientAdapter,
    stones: size === undefined ? { ...stones, largest: LARGEST_BOARD } : stones,
    size: size ?? ASSUMED_SIZE,
  }),
});
