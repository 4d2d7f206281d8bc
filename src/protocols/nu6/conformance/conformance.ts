import { z } from 'zod';
import { boardSize, conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { clientLanguage, stones } from './client-dialogue-language.ts';
import { serverLanguage } from './server-dialogue-language.ts';

/** The clauses by which `tengen check` tests servers and clients of nu6. */
export const conformance = conformanceSuite('nu6', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: z.object({ size: boardSize.default(9) }),
  server: ({ size }) => ({ size, variants: [{ language: serverLanguage }] }),
  clientSettings: z.object({}),
  client: () => ({ language: clientLanguage, stones, size: undefined }),
});
