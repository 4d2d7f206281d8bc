import type { OpenSession, Protocol } from '../../protocols/protocol.ts';

/** The way to a client, whatever carries it. */
export interface Link {
  /** Names the connection in the log; no two have the same. */
  readonly id: string;
  send(bytes: Uint8Array): void;
  /** What `say` sends goes as one, where that spares anything. */
  together?(say: () => void): void;
  /** Closes once everything is sent. */
  close(): void;
  /** Stops or goes on reading, so that what a client says faster than it can be answered waits at its own side. */
  pause(paused: boolean): void;
}

/** Who calls, and in which protocol. */
export interface Caller {
  readonly protocol: Pick<Protocol, 'name' | 'carryName' | 'proposes'>;
  readonly open: OpenSession;
  /** The listener as it was configured, `plain` for the plain port. */
  readonly listener: string;
  /** The IP address, without the port. */
  readonly address: string;
  /** The reserved name whose owner this is. */
  readonly owns?: string;
}

/** What a link does with its connection. */
export interface Connection {
  receive(bytes: Uint8Array): void;
  /** The client says no more: it is lost once everything that it said is answered. */
  finish(): void;
  /** The client is gone. */
  lost(): void;
}
