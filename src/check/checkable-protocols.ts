import type { ConformanceSuite } from '../protocols/conformance/conformance-suite.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import type { ProtocolSettings } from '../protocols/protocol-settings.ts';
import { ok, problem, type Result } from '../result.ts';

export interface CheckableProtocol {
  readonly name: string;
  readonly conformance: () => Promise<ConformanceSuite>;
}

export const CHECKABLE_PROTOCOLS: readonly CheckableProtocol[] = PROTOCOLS.flatMap(({ name, conformance }) =>
  conformance === undefined ? [] : { name, conformance },
);

/** Parses `PROTOCOL?setting=value`. A problem is one line. */
export function parseCheckableProtocol(
  text: string,
): Result<{ protocol: CheckableProtocol; settings: ProtocolSettings }> {
  const [name = '', query = ''] = text.split('?', 2);
  const protocol = CHECKABLE_PROTOCOLS.find((each) => each.name === name);
  if (protocol !== undefined) return ok({ protocol, settings: Object.fromEntries(new URLSearchParams(query)) });
  const known = CHECKABLE_PROTOCOLS.map((each) => each.name).join(', ');
  return problem(`unknown protocol ${JSON.stringify(name)}; known protocols are ${known}`);
}
