import type { Socket } from 'node:net';

/** The client behind a socket. */
interface Peer {
  /** The IP address, without the port. */
  readonly address: string;
  /** The address is that of a proxy that does not know its client's. */
  readonly isShared: boolean;
}

/** Clients that proxies have named. */
const named = new WeakMap<Socket, Peer>();

/** An IPv4-mapped IPv6 address as IPv4. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** Sets the client behind a socket, whatever its remote address is. */
export const setClientAddress = (socket: Socket, peer: Peer): void => void named.set(socket, peer);

/** The remote end of the connection, or the client that a trusted proxy has named. */
export const peerOf = (socket: Socket): Peer =>
  named.get(socket) ?? { address: plainAddress(socket.remoteAddress ?? ''), isShared: false };

/** The IP address of the client behind a socket. */
export const addressOf = (socket: Socket): string => peerOf(socket).address;
