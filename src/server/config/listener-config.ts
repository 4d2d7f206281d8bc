import type { RatingAnchor, ServedProtocol } from '../../protocols/protocol-module.ts';
import type { ProtocolSettings } from '../../protocols/protocol-settings.ts';
import { parseProtocolUrl } from '../../protocols/protocol-url.ts';
import type { OpenServerSession } from '../../protocols/server-session-types.ts';
import { ok, problem, type Result } from '../../result.ts';
import { version } from '../package-version.ts';

/** A listener for one protocol with its settings, as `--listen` describes it. */
export interface ListenerConfig {
  readonly protocol: ServedProtocol;
  readonly open: OpenServerSession;
  readonly host: string;
  readonly port: number;
  /** Identifies the listener, also after a restart and on another node: the protocol with its settings, or with `?listener=NAME`. */
  readonly name: string;
  readonly anchors: readonly RatingAnchor[];
}

/** The setting that gives a listener a name. */
const NAME_SETTING = 'listener';
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

/** Reads `protocol://host:port?setting=value&…`. A problem is described in one line. */
export function parseListenUrl(text: string, protocols: readonly ServedProtocol[]): Result<ListenerConfig> {
  const url = parseProtocolUrl(text, protocols);
  if (!url.ok) return url;
  const { protocol, host, port, settings: given } = url.value;
  const { [NAME_SETTING]: listenerName, ...settings } = given;
  if (listenerName !== undefined && !NAME.test(listenerName))
    return problem(`${JSON.stringify(text)}: listener must be 1 to 32 letters, digits, hyphens and underscores`);
  if (port === undefined) return problem(`${JSON.stringify(text)}: the port is missing`);
  const configured = protocol.configure(settings, version);
  if (!configured.ok) return problem(`${JSON.stringify(text)}: ${configured.problem}`);
  const name = nameOf(protocol.name, listenerName === undefined ? settings : { [NAME_SETTING]: listenerName });
  return ok({ protocol, open: configured.value, host, port, name, anchors: protocol.anchors?.(settings) ?? [] });
}

/** The name of a listener. The order of the settings does not change it. */
function nameOf(protocol: string, settings: ProtocolSettings): string {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  const query = sorted.map(([key, value]) => `${key}=${value}`).join('&');
  return query === '' ? protocol : `${protocol}?${query}`;
}

/** Whether the listener has a name of its own. Listeners with the same name count as one listener. */
export const isNamed = ({ name, protocol }: Pick<ListenerConfig, 'name' | 'protocol'>): boolean =>
  name.startsWith(`${protocol.name}?${NAME_SETTING}=`);
