import { z } from 'zod';
import { boardSize, conformanceOf } from '../../conformance/conformance.ts';
import { oneOf } from '../../read-settings.ts';
import { DIALECTS } from '../messages.ts';
import { clientClauses } from './client-clauses.ts';
import { serverClauses } from './server-clauses.ts';

export const conformance = conformanceOf('nedap', {
  serverSettings: z.object({
    size: boardSize.default(9).refine((size) => size % 2 === 1, { error: 'is odd' }),
    dialect: oneOf(DIALECTS).optional(),
  }),
  server({ size, dialect }) {
    const variants = [serverClauses('documented'), { ...serverClauses('later'), note: 'the later dialect' }];
    return { size, variants: dialect === undefined ? variants : [serverClauses(dialect)] };
  },
  clientSettings: z.object({ dialect: oneOf(DIALECTS).default('documented') }),
  client: ({ dialect }) => ({ ...clientClauses(dialect), size: undefined }),
});
