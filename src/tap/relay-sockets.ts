import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { TappedConnection } from './tapped-connection.ts';

/**
 * Forwards all bytes between two sockets with `allowHalfOpen`, and reports them to `connection`. If one side does not read,
 * the other side is not read either. The end of one side's bytes is passed on. An error on one side closes the other side.
 */
export function relaySockets(client: Socket, server: Socket, connection: TappedConnection, clock: Clock): void {
  // The pipes are set up first, so that the recording does not delay the bytes.
  client.pipe(server);
  server.pipe(client);
  client.on('data', (bytes) => connection.clientSent(bytes, clock.now()));
  server.on('data', (bytes) => connection.serverSent(bytes, clock.now()));
  client.on('end', () => connection.clientFinished(clock.now()));
  server.on('end', () => connection.serverFinished(clock.now()));
  client.on('error', () => {
    connection.lost('client', clock.now());
    server.destroySoon();
  });
  server.on('error', () => {
    connection.lost('server', clock.now());
    client.destroySoon();
  });
}
