import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { ClientClauses } from '../protocols/conformance/conformance-suite.ts';
import { ClientChecker } from './check-client.ts';
import type { CheckedClause } from './check-server.ts';
import type { DialogueTimeouts } from './runner/script.ts';

/** Milliseconds that a client has to close its side after us. */
const LINGER = 2_000;
/** Milliseconds after which a connection is looked at again that seems not to come from the client: its process may have just started. */
const SECOND_LOOK = 100;

export interface RunningClientCheck {
  /** The port that is listened on. */
  readonly port: number;
  readonly checked: Promise<readonly CheckedClause[]>;
  /** Connections of the client so far. */
  readonly connections: () => number;
  /** Connections so far that did not come from the client. */
  readonly refused: () => number;
  /** Ends the check early. */
  end(): void;
}

interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly clock: Clock;
  readonly patience: DialogueTimeouts;
  /** Whether a connection comes from the client; if undefined, each one does. Asked again a little later if the answer is no. */
  readonly isFromClient?: (socket: Socket) => boolean;
}

/** Listens for a client to check; rejects if the port cannot be used. */
export async function listenForClient(catalogue: ClientClauses, options: ListenOptions): Promise<RunningClientCheck> {
  const { host, port, clock, patience, isFromClient } = options;
  const { promise: checked, resolve } = Promise.withResolvers<readonly CheckedClause[]>();
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
  let refused = 0;
  const admit = (socket: Socket): void => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answer(socket, examination);
  };
  const lookAgain = (socket: Socket): void => {
    if (!socket.destroyed && isFromClient?.(socket) !== false) admit(socket);
    else {
      refused++;
      socket.destroy();
    }
  };
  const server = createServer((socket) => {
    // 'close' follows every error; without a listener the error would end the process.
    socket.on('error', () => {});
    if (isFromClient?.(socket) !== false) admit(socket);
    else setTimeout(() => lookAgain(socket), SECOND_LOOK).unref();
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
    end: () => examination.end(),
  };
}

function answer(socket: Socket, examination: ClientChecker): void {
  socket.setNoDelay(true);
  const connection = examination.answer({
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    close() {
      socket.end();
      socket.resume();
      setTimeout(() => socket.destroy(), LINGER).unref();
    },
  });
  socket.on('data', (bytes) => connection.received(bytes));
  socket.once('close', () => connection.closed());
}
