import { PROTOCOLS, protocolNamed } from '../../protocols/index.ts';
import type { OpenSession, Protocol } from '../../protocols/protocol.ts';
import { parseProtocolUrl } from '../../protocols/url.ts';
import { ok, problem, type Result } from '../../result.ts';

/** A listener that speaks one protocol with its settings, as `--listen` names it. */
export interface ListenUrl {
  readonly protocol: Protocol;
  readonly open: OpenSession;
  readonly host: string;
  readonly port: number;
  /**
   * Tells one listener from another, also after a restart: protocol, host and port, whatever the settings. Where the port
   * is any that is free it tells nothing, and the URL as it was written is the name.
   */
  readonly name: string;
}

/** Reads `protocol://host:port?setting=value&…`; the problem is one clear line. */
export function parseListenUrl(text: string): Result<ListenUrl> {
  const names = PROTOCOLS.map(({ name }) => name);
  const url = parseProtocolUrl(text, names);
  if (!url.ok) return url;
  const { host, port, settings } = url.value;
  const protocol = protocolNamed(url.value.protocol);
  if (protocol === undefined) throw new Error(`a protocol of the list is not found by its name`);
  if (port === undefined) return problem(`${JSON.stringify(text)}: the port is missing`);
  const configured = protocol.configure(settings);
  if (!configured.ok) return problem(`${JSON.stringify(text)}: ${configured.problem}`);
  const at = host.includes(':') ? `[${host}]` : host;
  const name = port === 0 ? text : `${protocol.name}://${at}:${port}`;
  return ok({ protocol, open: configured.value, host, port, name });
}
