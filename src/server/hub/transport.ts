import type { ConnectionProfile, VisitId } from '../../lobby/players/player.ts';
import type { ServedProtocol } from '../../protocols/protocol-module.ts';
import type { OpenServerSession, ServerSession } from '../../protocols/server-session-types.ts';

export interface Transport {
  /** The unique id of the connection in the log. */
  readonly id: string;
  send(bytes: Uint8Array): void;
  /** Calls `sendAll`, and combines all that it sends into one write. Absent if the transport cannot do this. */
  batch?(sendAll: () => void): void;
  /** Closes the connection after all bytes are sent. */
  close(): void;
  /** Stops or resumes reading. This slows down a client that sends faster than it is served. */
  pause(paused: boolean): void;
}

/** Calls `handle` for each item. All bytes that it sends are combined into one write, unless the session needs separate writes. */
export function inOneWrite<Item>(
  { transport, session }: { readonly transport: Transport; readonly session: ServerSession },
  items: readonly Item[],
  handle: (item: Item) => void,
): void {
  const handleAll = (): void => {
    for (const item of items) handle(item);
  };
  if (items.length < 2 || transport.batch === undefined || session.writesSingly) handleAll();
  else transport.batch(handleAll);
}

export interface ClientDescription {
  readonly protocol: Pick<ServedProtocol, 'name'>;
  readonly open: OpenServerSession;
  /** The listener as configured; `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The reserved name whose owner this is. */
  readonly ownedName?: string;
  /** The visit of a client of the page. */
  readonly visit?: VisitId;
}

export interface TransportCallbacks {
  receive(bytes: Uint8Array): void;
  /** The client sends no more. The connection counts as lost once all received messages are answered. */
  finish(): void;
  /** The connection is closed. */
  lost(): void;
}

/** The calls of a visit to the hub about its client. A visit may have several sockets, or none for a while. */
export interface VisitCallbacks extends TransportCallbacks {
  readonly isKnownToLobby: boolean;
  /** No socket of the client is open: the connection is lost at `until`, in milliseconds since the epoch. Undefined: one is open again. */
  away(until: number | undefined): void;
}

/** The facts about a client that the lobby needs. */
export function profileOf({ protocol, listener, address, ownedName, visit }: ClientDescription): ConnectionProfile {
  const profile = { protocol: protocol.name, listener, address };
  if (ownedName === undefined && visit === undefined) return profile;
  return { ...profile, ...(ownedName !== undefined && { ownedName }), ...(visit !== undefined && { visit }) };
}
