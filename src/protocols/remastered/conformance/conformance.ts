import { z } from 'zod';
import { conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { boardLines } from '../listener-settings.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

/** The clauses by which `tengen check` tests servers and clients of go-remastered. */
export const conformance = conformanceSuite('remastered', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: z.object({}),
  server: () => ({ variants: [{ adapter: serverAdapter }] }),
  clientSettings: z.object({ size: boardLines.default(19) }),
  client: ({ size }) => ({ adapter: clientAdapter, stones, size }),
});
