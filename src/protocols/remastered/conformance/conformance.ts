import { z } from 'zod';
import { conformanceOf } from '../../conformance/conformance.ts';
import { boardLines } from '../settings.ts';
import { clientClauses } from './client-clauses.ts';
import { serverClauses } from './server-clauses.ts';

export const conformance = conformanceOf('remastered', {
  serverSettings: z.object({}),
  server: () => ({ variants: [serverClauses] }),
  clientSettings: z.object({ size: boardLines.default(19) }),
  client: ({ size }) => ({ ...clientClauses, size }),
});
