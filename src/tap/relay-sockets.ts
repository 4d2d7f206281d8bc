import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { TappedConnection } from './tapped-connection.ts';

/**
 * Hands on every byte between two sockets, made with `allowHalfOpen`, and reports them to `call`. A side that does not read is not
 * read for; the end of what one side says is passed on, and what breaks on one side ends the other.
 */
export function relaySockets(client: Socket, server: Socket, call: TappedConnection, clock: Clock): void {
  // The pipes are set up first, so that recording does not delay the bytes.
  client.pipe(server);
  server.pipe(client);
  client.on('data', (bytes) => call.clientSaid(bytes, clock.now()));
  server.on('data', (bytes) => call.serverSaid(bytes, clock.now()));
  client.on('end', () => call.clientFinished(clock.now()));
  server.on('end', () => call.serverFinished(clock.now()));
  client.on('error', () => {
    call.lost('client', clock.now());
    server.destroySoon();
  });
  server.on('error', () => {
    call.lost('server', clock.now());
    client.destroySoon();
  });
}
