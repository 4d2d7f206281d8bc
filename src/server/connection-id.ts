/** No two processes that write to one log begin alike. */
const PROCESS = Math.random().toString(36).slice(2, 8).padEnd(6, '0');

let last = 0;

/** A connection's name in the log: unique, short, and in the order in which they came. */
export const nextConnection = (): string => `${PROCESS}-${(++last).toString(36)}`;

const carried = new WeakMap<object, string>();

/** Remembers the name of the connection that a socket carries, for whoever takes the socket over. */
export const nameConnection = (socket: object, id: string): void => void carried.set(socket, id);

export const connectionOf = (socket: object): string | undefined => carried.get(socket);
