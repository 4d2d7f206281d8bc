import { z } from 'zod';
import { conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { wholeNumber } from '../../read-settings.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

/** The board: at least 7 lines, so that the dialogues have room, and at most 19, as graphical clients draw it. */
const settings = z.object({ size: wholeNumber(7, 19).default(9) });

/** The clauses by which `tengen check` tests servers and clients of IGS. */
export const conformance = conformanceSuite('igs', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: settings,
  server: ({ size }) => ({ size, variants: [{ adapter: serverAdapter(size) }] }),
  clientSettings: settings,
  client: ({ size }) => ({ adapter: clientAdapter, stones, size }),
});
