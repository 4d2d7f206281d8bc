import { PROTOCOLS } from '../protocols/list.ts';
import type { OpenPlayer, PlayerProtocol } from '../protocols/player.ts';
import type { Settings } from '../protocols/protocol.ts';
import { type ProtocolUrl, parseProtocolUrl } from '../protocols/url.ts';
import { ok, problem, type Result } from '../result.ts';

/** Where a server is that is to be played on, and how. */
export interface ClientUrl {
  readonly protocol: PlayerProtocol;
  readonly open: OpenPlayer;
  readonly host: string;
  readonly port: number;
  readonly settings: Settings;
  /** For people: the URL without its settings. */
  readonly text: string;
}

/** Where a server listens of which nothing else is said. */
const DEFAULT_PORT = 1919;

/** What the URL leaves open, as far as the protocol has it. */
export interface UrlDefaults {
  /** Carried by every protocol that has names once it is made plain. */
  readonly name: string;
  readonly size?: string;
}

/** Reads `protocol://host[:port]?setting=value&…`; the problem is one clear line. */
export async function parseClientUrl(text: string, defaults: UrlDefaults): Promise<Result<ClientUrl>> {
  const spoken = PROTOCOLS.flatMap(({ name, client }) => (client === undefined ? [] : { name, client }));
  const url = parseProtocolUrl(text, spoken);
  return url.ok ? configureClient({ ...url.value, protocol: await url.value.protocol.client() }, text, defaults) : url;
}

/** The same for a URL whose protocol is loaded. */
export function configureClient(
  url: ProtocolUrl<PlayerProtocol>,
  text: string,
  { name, size }: UrlDefaults,
): Result<ClientUrl> {
  const { protocol, host, port = DEFAULT_PORT } = url;
  if (port === 0) return problem(`${JSON.stringify(text)}: nobody listens on port 0`);
  const settings = {
    ...(protocol.intents.includes('enter') ? { name: plainName(name) } : {}),
    ...(size === undefined ? {} : { size }),
    ...url.settings,
  };
  const open = protocol.configure(settings);
  if (!open.ok) return problem(`${JSON.stringify(text)}: ${open.problem}`);
  const at = host.includes(':') ? `[${host}]` : host;
  return ok({ protocol, open: open.value, host, port, settings, text: `${protocol.name}://${at}:${port}` });
}

/** What every protocol with names can carry, a number after it included: small letters and digits, at most 18. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain.slice(0, 18) || 'player';
}
