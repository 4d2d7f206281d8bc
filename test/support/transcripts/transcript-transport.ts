import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Connection, Transport } from '../../../src/server/hub/transport.ts';
import { serveSocket } from '../../../src/server/listeners/socket-transport.ts';
import type { InMemoryServer } from '../server/in-memory-server.ts';

/** One client of a transcript: what it has received and not expected yet. */
export interface TranscriptClient {
  received: Buffer;
  closed: boolean;
  /** The client's own doing: nobody expects to be told. */
  hasDisconnected: boolean;
  send(bytes: Buffer): Promise<void>;
  /** Says no more, and listens still. */
  finish(): void;
  disconnect(): void;
}

/** How the bytes of a transcript travel. */
export interface TranscriptTransport {
  connect(listener: string, address: string): Promise<TranscriptClient>;
  /** Everything said has arrived, and everything that follows from it too. */
  settle(): Promise<void>;
  /** The server's process is gone: nobody is told anything more by it. */
  crash(): Promise<void>;
}

/** How the bytes travel between clients and server. */
export const DELIVERY_MODES = ['whole', 'byte by byte', 'over TCP'] as const;
export type DeliveryMode = (typeof DELIVERY_MODES)[number];

export function transportFor(server: InMemoryServer, mode: DeliveryMode): TranscriptTransport {
  switch (mode) {
    case 'whole':
      return memoryTransport(server, Number.MAX_SAFE_INTEGER);
    case 'byte by byte':
      return memoryTransport(server, 1);
    case 'over TCP':
      return tcpTransport(server);
  }
}

/** In memory, in packets of `packet` bytes. */
export function memoryTransport(target: InMemoryServer, packet: number): TranscriptTransport {
  let running = { alive: true };
  const settle = (): Promise<void> => target.clock.settle();
  return {
    settle,
    async crash() {
      running.alive = false;
      running = { alive: true };
    },
    async connect(listener, address) {
      const process = running;
      const actor: TranscriptClient = {
        received: Buffer.alloc(0),
        closed: false,
        hasDisconnected: false,
        async send(bytes) {
          for (let start = 0; start < bytes.length && process.alive; start += packet) {
            connection.receive(bytes.subarray(start, start + packet));
            if (start + packet < bytes.length) await settle();
          }
        },
        finish() {
          if (process.alive) connection.finish();
        },
        disconnect() {
          actor.hasDisconnected = true;
          if (process.alive) connection.lost();
        },
      };
      const link: Transport = {
        id: listener,
        send(bytes) {
          if (process.alive && !actor.hasDisconnected) actor.received = Buffer.concat([actor.received, bytes]);
        },
        close() {
          if (process.alive) actor.closed = true;
        },
        pause() {},
      };
      const connection: Connection = target.reception(listener)(address, link);
      return actor;
    },
  };
}

/** Over real sockets on the loopback interface. */
function tcpTransport(target: InMemoryServer): TranscriptTransport {
  const servers: Server[] = [];
  let traffic: CountedTcpConnection[] = [];
  const settle = async (): Promise<void> => {
    do await target.clock.settle();
    while (traffic.some((each) => each.isUnderWay()));
  };
  return {
    settle,
    async crash() {
      for (const each of traffic) each.abandon();
      for (const server of servers.splice(0)) server.close();
      traffic = [];
    },
    async connect(listener, address) {
      const each = new CountedTcpConnection();
      const server = createServer({ allowHalfOpen: true }, (socket) => each.serve(socket, target, listener));
      servers.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const bound = server.address();
      if (bound === null || typeof bound === 'string') throw new Error('not a TCP port');
      const socket = connect({ host: '127.0.0.1', port: bound.port, localAddress: address });
      await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
      server.close();
      traffic.push(each);
      return each.enter(socket);
    },
  };
}

/** Counts the bytes that are on their way, so that silence can be told from slowness. */
class CountedTcpConnection {
  #toServer = 0;
  #toClient = 0;
  #isClosing = false;
  /** The client reads no more. */
  #hasDisconnected = false;
  #isAbandoned = false;
  #sockets: Socket[] = [];

  isUnderWay(): boolean {
    return !this.#isAbandoned && (this.#toServer > 0 || this.#toClient > 0 || this.#isClosing);
  }

  abandon(): void {
    this.#isAbandoned = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  serve(socket: Socket, target: InMemoryServer, listener: string): void {
    this.#sockets.push(socket);
    serveSocket(socket, listener, (address, link) => {
      const counted: Transport = {
        id: listener,
        send: (bytes) => {
          if (this.#isAbandoned) return;
          if (!this.#hasDisconnected) this.#toClient += bytes.length;
          link.send(bytes);
        },
        close: () => {
          if (!this.#isAbandoned) {
            this.#isClosing = true;
            link.close();
          }
        },
        pause: (paused) => link.pause(paused),
      };
      const connection = target.reception(listener)(address, counted);
      return {
        receive: (bytes) => {
          this.#toServer -= bytes.length;
          if (!this.#isAbandoned) connection.receive(bytes);
        },
        finish: () => {
          if (!this.#isAbandoned) connection.finish();
        },
        lost: () => {
          this.#toServer = 0;
          this.#isClosing = false;
          if (!this.#isAbandoned) connection.lost();
        },
      };
    });
  }

  enter(socket: Socket): TranscriptClient {
    this.#sockets.push(socket);
    const actor: TranscriptClient = {
      received: Buffer.alloc(0),
      closed: false,
      hasDisconnected: false,
      send: async (bytes) => {
        if (actor.closed) return;
        this.#toServer += bytes.length;
        socket.write(bytes);
      },
      finish: () => {
        if (actor.closed) return;
        this.#isClosing = true;
        socket.end();
      },
      disconnect: () => {
        actor.hasDisconnected = true;
        this.#hasDisconnected = true;
        this.#toClient = 0;
        this.#isClosing = !actor.closed;
        socket.destroy();
      },
    };
    socket.on('data', (bytes) => {
      this.#toClient -= bytes.length;
      actor.received = Buffer.concat([actor.received, bytes]);
    });
    socket.on('end', () => {
      if (!this.#isAbandoned) actor.closed = true;
    });
    socket.on('error', () => {});
    return actor;
  }
}
