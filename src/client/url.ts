import type { OpenPlayer, PlayerProtocol } from '../protocols/player.ts';
import { PLAYERS, playerNamed } from '../protocols/players.ts';
import type { Settings } from '../protocols/protocol.ts';
import { parseProtocolUrl } from '../protocols/url.ts';
import { ok, problem, type Result } from '../result.ts';

/** Where a server is that is to be played on, and how. */
export interface ClientUrl {
  readonly protocol: PlayerProtocol;
  readonly open: OpenPlayer;
  readonly host: string;
  readonly port: number;
  readonly settings: Settings;
  /** For people: `nu6://127.0.0.1:1919`. */
  readonly text: string;
}

/** Where a server listens of which nothing else is said. */
const DEFAULT_PORT = 1919;

/**
 * Reads `protocol://host[:port]?setting=value&…`; the problem is one clear line. `defaults` are settings for those that
 * the URL does not give, as far as the protocol has them.
 */
export function parseClientUrl(text: string, defaults: Settings = {}): Result<ClientUrl> {
  const names = PLAYERS.map(({ name }) => name);
  const url = parseProtocolUrl(text, names);
  if (!url.ok) return url;
  const { host, port = DEFAULT_PORT } = url.value;
  const protocol = playerNamed(url.value.protocol);
  if (protocol === undefined) throw new Error('a protocol of the list is not found by its name');
  if (port === 0) return problem(`${JSON.stringify(text)}: nobody listens on port 0`);
  const settings = { ...defaults, ...url.value.settings };
  const open = protocol.configure(settings);
  if (!open.ok) return problem(`${JSON.stringify(text)}: ${open.problem}`);
  const at = host.includes(':') ? `[${host}]` : host;
  return ok({ protocol, open: open.value, host, port, settings, text: `${protocol.name}://${at}:${port}` });
}
