import { connect, type NatsConnection, type Server } from '@nats-io/transport-node';
import { messageOf } from '../../result.ts';
import { type NatsLocation, NatsUnusable } from './nats-location.ts';

/** Milliseconds between two attempts to connect again. */
export const RECONNECT_PAUSE = 250;
/** Milliseconds between two pings. */
const PING_INTERVAL = 1_000;
/** After so many pings without an answer the connection is given up: before the node is declared dead. The library waits for up to 6 minutes. */
const MAX_UNANSWERED_PINGS = 2;
/** Milliseconds to wait for the greeting of a server. */
const CONNECT_TIMEOUT = 5_000;

/** A connection that is made again, as often as it is lost. Rejects with `NatsUnusable` if there is no server now. */
export async function connectNats({ servers }: NatsLocation): Promise<NatsConnection> {
  const options = {
    servers: [...servers],
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_PAUSE,
    pingInterval: PING_INTERVAL,
    maxPingOut: MAX_UNANSWERED_PINGS,
    timeout: CONNECT_TIMEOUT,
    // The library may begin with the server that it has just given up.
    reconnectToServer: (pool: readonly Server[]) => pool.toSorted(byLastConnect)[0] ?? null,
  };
  return await connect(options).catch((error: unknown) => {
    throw new NatsUnusable(`NATS at ${servers.join(', ')} cannot be reached: ${messageOf(error)}`, { cause: error });
  });
}

const byLastConnect = (one: Server, other: Server): number => one.lastConnect - other.lastConnect;
