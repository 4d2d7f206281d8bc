import { z } from 'zod';
import { boardSize, conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

/** The clauses by which `tengen check` tests servers and clients of nu6. */
export const conformance = conformanceSuite('nu6', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: z.object({ size: boardSize.default(9) }),
  server: ({ size }) => ({ size, variants: [{ adapter: serverAdapter }] }),
  clientSettings: z.object({}),
  client: () => ({ adapter: clientAdapter, stones, size: undefined }),
});
