import { z } from 'zod';
import { conformanceSuite } from '../../conformance/conformance-suite.ts';
import { readClauses } from '../../conformance/read-clauses.ts';
import { oneOf, wholeNumber } from '../../read-settings.ts';
import { VERSIONS, type Version } from '../protocol-version.ts';
import { clientAdapter, stones } from './client-dialogue-adapter.ts';
import { serverAdapter } from './server-dialogue-adapter.ts';

const variant = (version: Version) => ({ variant: version, adapter: serverAdapter(version) });

/** The clauses by which `tengen check` tests servers and clients of Gomokurs. */
export const conformance = conformanceSuite('gomokurs', {
  serverClauses: readClauses(new URL('./server-clauses.txt', import.meta.url)),
  clientClauses: readClauses(new URL('./client-clauses.txt', import.meta.url)),
  serverSettings: z.object({ version: oneOf(VERSIONS).optional() }),
  server({ version }) {
    const variants = [variant('0.1.0'), { ...variant('0.2.0'), note: 'the numbers of version 0.2.0' }];
    return { variants: version === undefined ? variants : [variant(version)] };
  },
  clientSettings: z.object({ size: wholeNumber(7, 255).default(20), version: oneOf(VERSIONS).default('0.1.0') }),
  client: ({ size, version }) => ({ variant: version, adapter: clientAdapter(version), stones, size }),
});
