import type { Protocol, RatingAnchor } from '../../protocols/protocol-module.ts';
import type { Settings } from '../../protocols/protocol-settings.ts';
import { parseProtocolUrl } from '../../protocols/protocol-url.ts';
import type { OpenServerSession } from '../../protocols/server-session-types.ts';
import { ok, problem, type Result } from '../../result.ts';

/** A listener for one protocol with its settings, as in `--listen`. */
export interface ListenUrl {
  readonly protocol: Protocol;
  readonly open: OpenServerSession;
  readonly host: string;
  readonly port: number;
  /** Identifies the listener, also after a restart and on another node: the protocol with its settings, or with `?listener=NAME`. */
  readonly name: string;
  readonly anchors: readonly RatingAnchor[];
}

/** The setting by which a listener is named. */
const NAME_SETTING = 'listener';
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

/** Reads `protocol://host:port?setting=value&…`; the problem is one clear line. */
export function parseListenUrl(text: string, protocols: readonly Protocol[]): Result<ListenUrl> {
  const url = parseProtocolUrl(text, protocols);
  if (!url.ok) return url;
  const { protocol, host, port, settings: given } = url.value;
  const { [NAME_SETTING]: called, ...settings } = given;
  if (called !== undefined && !NAME.test(called))
    return problem(`${JSON.stringify(text)}: listener must be 1 to 32 letters, digits, hyphens and underscores`);
  if (port === undefined) return problem(`${JSON.stringify(text)}: the port is missing`);
  const configured = protocol.configure(settings);
  if (!configured.ok) return problem(`${JSON.stringify(text)}: ${configured.problem}`);
  const name = nameOf(protocol.name, called === undefined ? settings : { [NAME_SETTING]: called });
  return ok({ protocol, open: configured.value, host, port, name, anchors: protocol.anchors?.(settings) ?? [] });
}

/** The same name for the same settings, in whatever order they stand. */
function nameOf(protocol: string, settings: Settings): string {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  const query = sorted.map(([key, value]) => `${key}=${value}`).join('&');
  return query === '' ? protocol : `${protocol}?${query}`;
}

/** Whether the listener has a name of its own: others with that name count as the same listener. */
export const isNamed = ({ name, protocol }: Pick<ListenUrl, 'name' | 'protocol'>): boolean =>
  name.startsWith(`${protocol.name}?${NAME_SETTING}=`);
