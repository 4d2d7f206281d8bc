import type { Socket } from 'node:net';

/** Whose address a proxy has told, by the socket that they speak through. */
const told = new WeakMap<Socket, string>();

/** An IPv4 address that came through an IPv6 socket is the same address. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** From now on whoever speaks through `socket` comes from `address`, whatever is at its other end. */
export const speaksFor = (socket: Socket, address: string): void => void told.set(socket, address);

/** The IP address of whoever speaks through a socket: the other end of the connection, or whom a trusted proxy speaks for. */
export const addressOf = (socket: Socket): string => told.get(socket) ?? plainAddress(socket.remoteAddress ?? '');
