import { z } from 'zod';
import { conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { wholeNumber } from '../../read-settings.ts';
import { LARGEST_SIZE } from '../listener-settings.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

/** On a smaller board, some dialogues have no room. */
const settings = z.object({ size: wholeNumber(7, LARGEST_SIZE).default(9) });

/** The clauses by which `tengen check` tests servers and clients of CGOS. */
export const conformance = conformanceSuite('cgos', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: settings,
  // Each new name would create an account on the server.
  server: ({ size }) => ({ size, keepsNames: true, variants: [{ adapter: serverAdapter }] }),
  clientSettings: settings,
  client: ({ size }) => ({ adapter: clientAdapter, stones, size }),
});
