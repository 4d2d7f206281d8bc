import { z } from 'zod';
import { boardSize, conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { oneOf } from '../../read-settings.ts';
import { DIALECTS, type Dialect } from '../messages.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

/** Both dialects have WAITING. Only a server that has understood GO sends READY. */
const PROBE = 'two GO for one size are READY: colour, opponent, size';

const variant = (dialect: Dialect) => ({ variant: dialect, adapter: serverAdapter(dialect), probe: PROBE });

/** The clauses by which `tengen check` tests servers and clients of nedap. */
export const conformance = conformanceSuite('nedap', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: z.object({
    size: boardSize.default(9).refine((size) => size % 2 === 1, { error: 'is odd' }),
    dialect: oneOf(DIALECTS).optional(),
  }),
  server({ size, dialect }) {
    const variants = [variant('documented'), { ...variant('later'), note: 'the later dialect' }];
    return { size, variants: dialect === undefined ? variants : [variant(dialect)] };
  },
  clientSettings: z.object({ dialect: oneOf(DIALECTS).default('documented') }),
  client: ({ dialect }) => ({ variant: dialect, adapter: clientAdapter(dialect), stones, size: undefined }),
});
