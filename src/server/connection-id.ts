/** A random prefix, because several processes may write to one log. */
const PROCESS = Math.random().toString(36).slice(2, 8).padEnd(6, '0');

let last = 0;

/** The id of a new connection in the log: unique, short and increasing. */
export const nextConnection = (): string => `${PROCESS}-${(++last).toString(36)}`;

const ids = new WeakMap<object, string>();

/** Attaches the id to a socket that is handed over to another server. */
export const nameConnection = (socket: object, id: string): void => void ids.set(socket, id);

export const connectionOf = (socket: object): string | undefined => ids.get(socket);
