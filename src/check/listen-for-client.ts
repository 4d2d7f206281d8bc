import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance.ts';
import { ClientChecker } from './check-client.ts';
import type { Checked } from './check-server.ts';
import type { Patience } from './runner/script.ts';

/** Milliseconds that a client has to close its side after us. */
const LINGER = 2_000;

export interface ClientCheck {
  /** The port that is listened on. */
  readonly port: number;
  readonly checked: Promise<readonly Checked[]>;
  /** Connections so far. */
  readonly connections: () => number;
  /** Ends the check early. */
  end(): void;
}

/** Listens for a client to check; rejects if the port cannot be used. */
export async function listenForClient(
  catalogue: ClientClauses,
  { host, port, clock, patience }: { host: string; port: number; clock: Clock; patience: Patience },
): Promise<ClientCheck> {
  const { promise: checked, resolve } = Promise.withResolvers<readonly Checked[]>();
  const sockets = new Set<Socket>();
  const examination = new ClientChecker(catalogue, {
    clock,
    patience,
    done(all) {
      server.close();
      for (const socket of sockets) socket.destroySoon();
      resolve(all);
    },
  });
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answer(socket, examination);
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('a server that does not listen on a TCP port');
  return { port: bound.port, checked, connections: () => connections, end: () => examination.end() };
}

function answer(socket: Socket, examination: ClientChecker): void {
  socket.setNoDelay(true);
  // 'close' follows every error; without a listener the error would end the process.
  socket.on('error', () => {});
  const connection = examination.answer({
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    close() {
      socket.end();
      socket.resume();
      setTimeout(() => socket.destroy(), LINGER).unref();
    },
  });
  socket.on('data', (bytes) => connection.received(bytes));
  socket.once('close', () => connection.gone());
}
