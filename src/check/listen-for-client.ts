import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { writerOf } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance-suite.ts';
import { ClientChecker } from './check-client.ts';
import type { CheckedClause } from './check-server.ts';
import type { DialogueTimeouts } from './runner/script.ts';

/**
 * A connection that seems not to come from the client is checked again after so many milliseconds: the client's process
 * may have just started.
 */
const RECHECK_DELAY = 100;

export interface RunningClientCheck {
  /** The port that accepts connections. */
  readonly port: number;
  readonly checked: Promise<readonly CheckedClause[]>;
  /** The number of connections of the client so far. */
  readonly connections: () => number;
  /** The number of refused connections so far: they did not come from the client. */
  readonly refused: () => number;
  /** Ends the check early. */
  end(): void;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly timeouts: DialogueTimeouts;
  /**
   * Whether a connection comes from the client. Undefined: every connection does. Called a second time if the first
   * answer is no.
   */
  readonly isFromClient?: (socket: Socket) => boolean;
}

/** Listens for the connections of a client and checks the client. Rejects if the port cannot be used. */
export async function listenForClient(catalogue: ClientClauses, options: ListenOptions): Promise<RunningClientCheck> {
  const { host, port, clock, timeouts, isFromClient } = options;
  const { promise: checked, resolve } = Promise.withResolvers<readonly CheckedClause[]>();
  const sockets = new Set<Socket>();
  const checker = new ClientChecker(catalogue, {
    clock,
    timeouts,
    done(clauses) {
      server.close();
      for (const socket of sockets) socket.destroySoon();
      resolve(clauses);
    },
  });
  let connections = 0;
  let refused = 0;
  const admit = (socket: Socket): void => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    startConversation(socket, checker);
  };
  const recheck = (socket: Socket): void => {
    if (!socket.destroyed && isFromClient?.(socket) !== false) admit(socket);
    else {
      refused++;
      socket.destroy();
    }
  };
  const server = createServer((socket) => {
    // Without a listener, an error would end the process. 'close' follows every error.
    socket.on('error', () => {});
    if (isFromClient?.(socket) !== false) admit(socket);
    else setTimeout(() => recheck(socket), RECHECK_DELAY).unref();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('a server that does not listen on a TCP port');
  return {
    port: bound.port,
    checked,
    connections: () => connections,
    refused: () => refused,
    end: () => checker.end(),
  };
}

function startConversation(socket: Socket, checker: ClientChecker): void {
  socket.setNoDelay(true);
  const handlers = checker.accept(writerOf(socket));
  socket.on('data', (bytes) => handlers.received(bytes));
  socket.once('close', () => handlers.closed());
}
