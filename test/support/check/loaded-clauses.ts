import type { ClientClauses, ServerClauses } from '../../../src/protocols/conformance/conformance-suite.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import type { ProtocolSettings } from '../../../src/protocols/protocol-settings.ts';
import { problem, type Result } from '../../../src/result.ts';

const loaded = new Map(
  await Promise.all(
    PROTOCOLS.flatMap(({ name, conformance }) =>
      conformance === undefined ? [] : [conformance().then((each) => [name, each] as const)],
    ),
  ),
);

/** The protocols that have clauses. */
export const CHECKED_PROTOCOLS: readonly string[] = [...loaded.keys()];

export const serverClausesOf = (protocol: string, settings: ProtocolSettings): Result<ServerClauses> =>
  loaded.get(protocol)?.server(settings) ?? problem(`there are no clauses for ${protocol}`);

export const clientClausesOf = (protocol: string, settings: ProtocolSettings): Result<ClientClauses> =>
  loaded.get(protocol)?.client(settings) ?? problem(`there are no clauses for ${protocol}`);
