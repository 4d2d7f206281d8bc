import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type NatsLocation, NatsUnusable } from './nats-location.ts';

/** Milliseconds between two attempts to connect again. */
export const RECONNECT_PAUSE = 250;

/** A connection that is made again, as often as it is lost. Rejects with `NatsUnusable` if there is no server now. */
export async function connectNats({ servers }: NatsLocation): Promise<NatsConnection> {
  const options = { servers: [...servers], maxReconnectAttempts: -1, reconnectTimeWait: RECONNECT_PAUSE };
  return await connect(options).catch((error: unknown) => {
    throw new NatsUnusable(`NATS at ${servers.join(', ')} cannot be reached: ${messageOf(error)}`);
  });
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
