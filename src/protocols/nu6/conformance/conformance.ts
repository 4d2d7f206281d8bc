import { z } from 'zod';
import { boardSize, conformanceOf } from '../../conformance/conformance.ts';
import { clientClauses } from './client-clauses.ts';
import { serverClauses } from './server-clauses.ts';

export const conformance = conformanceOf('nu6', {
  serverSettings: z.object({ size: boardSize.default(9) }),
  server: ({ size }) => ({ size, variants: [serverClauses] }),
  clientSettings: z.object({}),
  client: () => ({ ...clientClauses, size: undefined }),
});
