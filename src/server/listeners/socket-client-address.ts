import type { Socket } from 'node:net';

/** The client behind a socket. */
interface Peer {
  /** The IP address, without the port. */
  readonly address: string;
  /** The address is a proxy's, because the proxy does not know the address of its client. */
  readonly isShared: boolean;
}

/** The clients of sockets for which `setClientAddress` was called. */
const clients = new WeakMap<Socket, Peer>();

/** An IPv4-mapped IPv6 address as IPv4. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** Sets the client behind a socket, in place of the socket's remote address. */
export const setClientAddress = (socket: Socket, peer: Peer): void => void clients.set(socket, peer);

/** The client behind a socket: the one that was set, or else the remote address. */
export const peerOf = (socket: Socket): Peer =>
  clients.get(socket) ?? { address: plainAddress(socket.remoteAddress ?? ''), isShared: false };

export const addressOf = (socket: Socket): string => peerOf(socket).address;
