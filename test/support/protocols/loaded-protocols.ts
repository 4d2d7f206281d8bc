import type { ClientHalf } from '../../../src/protocols/client-session-types.ts';
import { PROTOCOLS } from '../../../src/protocols/protocol-list.ts';
import { loadMessages, loadServers, type ServedProtocol } from '../../../src/protocols/protocol-module.ts';
import type { OpenServerSession } from '../../../src/protocols/server-session-types.ts';

/** The server's side of all protocols. */
export const SERVERS = await loadServers(PROTOCOLS);

/** The client's side of all protocols that have one. */
export const CLIENTS: readonly ClientHalf[] = await Promise.all(
  PROTOCOLS.flatMap(({ client }) => (client === undefined ? [] : [client()])),
);

export const messagesOf = await loadMessages(PROTOCOLS);
export const TAP_PROTOCOLS = { list: PROTOCOLS, messagesOf };

export const serverNamed = (name: string): ServedProtocol => named(SERVERS, name);
export const clientNamed = (name: string): ClientHalf => named(CLIENTS, name);

function named<Each extends { readonly name: string }>(all: readonly Each[], name: string): Each {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no protocol ${name}`);
  return found;
}

/** The protocol inside WebSockets. */
export function protocolOverHttp(): { protocol: ServedProtocol; open: OpenServerSession } {
  const protocol = SERVERS.find(({ isOverHttp }) => isOverHttp);
  const open = protocol?.configure({});
  if (protocol === undefined || !open?.ok) throw new Error('no protocol uses HTTP');
  return { protocol, open: open.value };
}
