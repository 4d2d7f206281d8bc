import type { Socket } from 'node:net';

/** Who speaks through a socket. */
interface Peer {
  /** The IP address, without the port. */
  readonly address: string;
  /** It is the address of a proxy that cannot tell for whom it speaks. */
  readonly isShared: boolean;
}

/** What a proxy has told. */
const told = new WeakMap<Socket, Peer>();

/** An IPv4 address that came through an IPv6 socket is the same address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** From now on this is who speaks through `socket`, whatever is at its other end. */
export const speaksFor = (socket: Socket, peer: Peer): void => void told.set(socket, peer);

/** The other end of the connection, or whom a trusted proxy speaks for. */
export const peerOf = (socket: Socket): Peer =>
  told.get(socket) ?? { address: plainAddress(socket.remoteAddress ?? ''), isShared: false };

/** The IP address of whoever speaks through a socket. */
export const addressOf = (socket: Socket): string => peerOf(socket).address;
