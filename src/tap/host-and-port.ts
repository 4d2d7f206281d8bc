import { ok, problem, type Result } from '../result.ts';

export interface HostAndPort {
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

const HIGHEST_PORT = 65_535;

/** Reads `HOST:PORT` or, if there is a `defaultHost`, `PORT` alone. The problem is one line. */
export function parseAddress(text: string, defaultHost?: string): Result<HostAndPort> {
  const [, bracketed, name, digits = ''] = /^(?:(?:\[([^[\]]+)\]|([^\s:/[\]]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? name ?? defaultHost;
  if (digits === '' || host === undefined || Number(digits) > HIGHEST_PORT) {
    const example = defaultHost === undefined ? '127.0.0.1:1919' : '2020';
    return problem(`${JSON.stringify(text)} is not an address such as ${example}`);
  }
  return ok({ host, port: Number(digits) });
}
