import type { ClientProfile, VisitId } from '../../lobby/players/player.ts';
import type { Protocol } from '../../protocols/protocol-module.ts';
import type { OpenServerSession, ServerSession } from '../../protocols/server-session-types.ts';

/** The transport to a client. */
export interface Transport {
  /** The unique id of the connection in the log. */
  readonly id: string;
  send(bytes: Uint8Array): void;
  /** Combines everything that `say` sends into one write, where the transport can. */
  together?(say: () => void): void;
  /** Closes after everything was sent. */
  close(): void;
  /** Stops or resumes reading, so that a client that sends faster than it is served is slowed down. */
  pause(paused: boolean): void;
}

/** Handles each item, and combines what that sends over the link into one write, unless the session forbids it. */
export function inOneWrite<Item>(
  { link, session }: { readonly link: Transport; readonly session: ServerSession },
  items: readonly Item[],
  handle: (item: Item) => void,
): void {
  const handleAll = (): void => {
    for (const item of items) handle(item);
  };
  if (items.length < 2 || link.together === undefined || session.writesSingly) handleAll();
  else link.together(handleAll);
}

/** A new client and its protocol. */
export interface ClientDescription {
  readonly protocol: Pick<Protocol, 'name'>;
  readonly open: OpenServerSession;
  /** The listener as configured; `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The reserved name whose owner this is. */
  readonly ownedName?: string;
  /** That of a client of the page. */
  readonly visit?: VisitId;
}

/** What a transport reports to the hub. */
export interface Connection {
  receive(bytes: Uint8Array): void;
  /** The client sends no more. The connection counts as lost once everything received is answered. */
  finish(): void;
  /** The connection is broken. */
  lost(): void;
}

/** A client of the page outlives its sockets. */
export interface VisitConnection extends Connection {
  /** The lobby knows the client. */
  readonly introduced: boolean;
  /** No page of the client is connected; the connection is lost at that time, in milliseconds since the epoch. Undefined: one is again. */
  away(until: number | undefined): void;
}

/** What the lobby has to know of a client. */
export function profileOf({ protocol, listener, address, ownedName, visit }: ClientDescription): ClientProfile {
  const profile = { protocol: protocol.name, listener, address };
  if (ownedName === undefined && visit === undefined) return profile;
  return { ...profile, ...(ownedName !== undefined && { ownedName }), ...(visit !== undefined && { visit }) };
}
