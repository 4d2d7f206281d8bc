import type { OpenSession } from '../../protocols/protocol.ts';
import type { Protocol } from '../../protocols/protocol-module.ts';
import { parseProtocolUrl } from '../../protocols/protocol-url.ts';
import { ok, problem, type Result } from '../../result.ts';

/** A listener for one protocol with its settings, as in `--listen`. */
export interface ListenUrl {
  readonly protocol: Protocol;
  readonly open: OpenSession;
  readonly host: string;
  readonly port: number;
  /** Identifies the listener, also after a restart: protocol, host and port without settings, or the whole URL if the port is 0. */
  readonly name: string;
}

/** Reads `protocol://host:port?setting=value&…`; the problem is one clear line. */
export function parseListenUrl(text: string, protocols: readonly Protocol[]): Result<ListenUrl> {
  const url = parseProtocolUrl(text, protocols);
  if (!url.ok) return url;
  const { protocol, host, port, settings } = url.value;
  if (port === undefined) return problem(`${JSON.stringify(text)}: the port is missing`);
  const configured = protocol.configure(settings);
  if (!configured.ok) return problem(`${JSON.stringify(text)}: ${configured.problem}`);
  const at = host.includes(':') ? `[${host}]` : host;
  const name = port === 0 ? text : `${protocol.name}://${at}:${port}`;
  return ok({ protocol, open: configured.value, host, port, name });
}
