import { PROTOCOLS, protocolNamed } from '../protocols/index.ts';
import type { OpenSession, Protocol } from '../protocols/protocol.ts';
import { ok, problem, type Result } from '../result.ts';

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
  const url = URL.parse(text);
  if (url === null) return problem(`${quote(text)} is no URL like nu6://127.0.0.1:1919`);
  const protocol = protocolNamed(url.protocol.slice(0, -1));
  if (protocol === undefined) {
    const names = PROTOCOLS.map(({ name }) => name).join(', ');
    return problem(`${quote(text)}: no protocol ${quote(url.protocol.slice(0, -1))}; there are ${names}`);
  }
  if (url.hostname === '') return problem(`${quote(text)}: the host is missing`);
  if (url.port === '') return problem(`${quote(text)}: the port is missing`);
  if (url.username !== '' || url.password !== '' || !['', '/'].includes(url.pathname) || url.hash !== '') {
    return problem(`${quote(text)}: only a host, a port and settings after ? can stand in it`);
  }
  const settings = Object.fromEntries(url.searchParams);
  if (Object.keys(settings).length < url.searchParams.size) {
    return problem(`${quote(text)}: a setting is given twice`);
  }
  const configured = protocol.configure(settings);
  if (!configured.ok) return problem(`${quote(text)}: ${configured.problem}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port);
  const name = port === 0 ? text : `${protocol.name}://${url.host}`;
  return ok({ protocol, open: configured.value, host, port, name });
}

const quote = (text: string): string => JSON.stringify(text);
