import { connect, type NatsConnection, type Server } from '@nats-io/transport-node';
import { messageOf } from '../../result.ts';
import { type NatsSettings, NatsUnusable } from './nats-settings.ts';

/** Milliseconds between two attempts to connect again. */
export const RECONNECT_PAUSE = 250;
/** Milliseconds between two pings. */
const PING_INTERVAL = 1_000;
/**
 * After this many unanswered pings the connection counts as lost. This takes less time than declaring the node dead. By
 * default, the library waits for up to 6 minutes.
 */
const MAX_UNANSWERED_PINGS = 2;
/** Milliseconds to wait for the greeting of a server. */
const CONNECT_TIMEOUT = 5_000;

/**
 * Connects to NATS. The connection is restored each time it is lost. Rejects with `NatsUnusable` if no server can be reached
 * now.
 */
export async function connectNats({ servers }: NatsSettings): Promise<NatsConnection> {
  const options = {
    servers: [...servers],
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_PAUSE,
    pingInterval: PING_INTERVAL,
    maxPingOut: MAX_UNANSWERED_PINGS,
    timeout: CONNECT_TIMEOUT,
    // By default, the library may try the lost server first.
    reconnectToServer: (pool: readonly Server[]) => pool.toSorted(byLastConnect)[0] ?? null,
  };
  return await connect(options).catch((error: unknown) => {
    throw new NatsUnusable(`NATS at ${servers.join(', ')} cannot be reached: ${messageOf(error)}`, { cause: error });
  });
}

const byLastConnect = (a: Server, b: Server): number => a.lastConnect - b.lastConnect;
