import type { ClientHalf, OpenClientSession } from '../protocols/client-session-types.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import type { ProtocolSettings } from '../protocols/protocol-settings.ts';
import { addressText, DEFAULT_PORT, type ProtocolUrl, parseProtocolUrl } from '../protocols/protocol-url.ts';
import { ok, problem, type Result } from '../result.ts';

export interface ClientUrl {
  readonly protocol: ClientHalf;
  readonly open: OpenClientSession;
  readonly host: string;
  readonly port: number;
  readonly settings: ProtocolSettings;
  /** The URL without its settings, for messages. */
  readonly text: string;
}

/** Values for settings that the URL does not name, if the protocol has them. */
export interface UrlDefaults {
  /** Made valid for every protocol with names. */
  readonly name: string;
  readonly size?: string;
}

/** Reads `protocol://host[:port]?setting=value&…`. The problem is one line. */
export async function parseClientUrl(text: string, defaults: UrlDefaults): Promise<Result<ClientUrl>> {
  const spoken = PROTOCOLS.flatMap(({ name, client }) => (client === undefined ? [] : { name, client }));
  const url = parseProtocolUrl(text, spoken);
  return url.ok ? configureClient({ ...url.value, protocol: await url.value.protocol.client() }, text, defaults) : url;
}

/** Does the same as `parseClientUrl` for a URL whose protocol is loaded already. */
export function configureClient(
  url: ProtocolUrl<ClientHalf>,
  text: string,
  { name, size }: UrlDefaults,
): Result<ClientUrl> {
  const { protocol, host, port = DEFAULT_PORT } = url;
  if (port === 0) return problem(`${JSON.stringify(text)}: a server cannot have port 0`);
  const settings = {
    ...(protocol.intents.includes('enter') ? { name: plainName(name) } : {}),
    ...(size === undefined ? {} : { size }),
    ...url.settings,
  };
  const open = protocol.configure(settings);
  if (!open.ok) return problem(`${JSON.stringify(text)}: ${open.problem}`);
  const address = `${protocol.name}://${addressText(host, port)}`;
  return ok({ protocol, open: open.value, host, port, settings, text: address });
}

/** A name that is valid in every protocol, also with a number appended: at most 18 lower-case letters and digits. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain.slice(0, 18) || 'player';
}
