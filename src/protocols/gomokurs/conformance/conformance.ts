import { z } from 'zod';
import { conformanceOf } from '../../conformance/conformance.ts';
import { oneOf, wholeNumber } from '../../read-settings.ts';
import { VERSIONS } from '../protocol-version.ts';
import { clientClauses } from './client-clauses.ts';
import { serverClauses } from './server-clauses.ts';

export const conformance = conformanceOf('gomokurs', {
  serverSettings: z.object({ version: oneOf(VERSIONS).optional() }),
  server({ version }) {
    const variants = [serverClauses('0.1.0'), { ...serverClauses('0.2.0'), note: 'the numbers of version 0.2.0' }];
    return { variants: version === undefined ? variants : [serverClauses(version)] };
  },
  clientSettings: z.object({ size: wholeNumber(7, 255).default(20), version: oneOf(VERSIONS).default('0.1.0') }),
  client: ({ size, version }) => ({ ...clientClauses(version), size }),
});
