import { ok, problem, type Result } from '../result.ts';
import type { ProtocolSettings } from './protocol-settings.ts';

/** The port of a server whose URL gives none. */
export const DEFAULT_PORT = 1919;

/** A parsed `protocol://host:port?setting=value&…`, the address of a listener or a server. */
export interface ProtocolUrl<Protocol> {
  readonly protocol: Protocol;
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number | undefined;
  readonly settings: ProtocolSettings;
}

/** Reads a URL of one of these protocols. The problem is one line. */
export function parseProtocolUrl<Protocol extends { readonly name: string }>(
  text: string,
  protocols: readonly Protocol[],
): Result<ProtocolUrl<Protocol>> {
  const url = URL.parse(text);
  if (url === null) return problem(`${quote(text)} is not a URL such as ${protocols[0]?.name}://127.0.0.1:1919`);
  const name = url.protocol.slice(0, -1);
  const protocol = protocols.find((each) => each.name === name);
  if (protocol === undefined) {
    const names = protocols.map((each) => each.name).join(', ');
    return problem(`${quote(text)}: unknown protocol ${quote(name)}; known protocols are ${names}`);
  }
  if (url.hostname === '') return problem(`${quote(text)}: the host is missing`);
  if (url.username !== '' || url.password !== '' || !['', '/'].includes(url.pathname) || url.hash !== '') {
    return problem(`${quote(text)}: only a host, a port and settings after ? can stand in it`);
  }
  const settings = Object.fromEntries(url.searchParams);
  if (Object.keys(settings).length < url.searchParams.size) return problem(`${quote(text)}: a setting is given twice`);
  const port = url.port === '' ? undefined : Number(url.port);
  return ok({ protocol, host: url.hostname.replace(/^\[|\]$/g, ''), port, settings });
}

/** `host:port`, with the brackets of an IPv6 address. */
export const addressText = (host: string, port: number): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

const quote = (text: string): string => JSON.stringify(text);
