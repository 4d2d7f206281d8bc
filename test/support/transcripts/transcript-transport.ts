import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Transport, TransportCallbacks } from '../../../src/server/hub/transport.ts';
import { serveSocket } from '../../../src/server/listeners/socket-transport.ts';
import type { InMemoryServer } from '../server/in-memory-server.ts';

/** One client of a transcript. */
export interface TranscriptClient {
  /** The bytes that it has received and that no statement has consumed. */
  received: Buffer;
  closed: boolean;
  /** Whether the client has disconnected by itself. */
  hasDisconnected: boolean;
  send(bytes: Buffer): Promise<void>;
  /** Closes the client's half of the connection. It can still receive. */
  finish(): void;
  disconnect(): void;
}

/** Connects the clients of a transcript with the server. */
export interface TranscriptTransport {
  connect(listener: string, address: string): Promise<TranscriptClient>;
  /** Waits until all bytes have arrived, and all their effects too. */
  settle(): Promise<void>;
  /** The server's process dies: clients receive nothing more from it. */
  crash(): Promise<void>;
}

/** How bytes are delivered between clients and server. */
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

/** Delivers bytes in memory, in packets of `packet` bytes. */
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
      const client: TranscriptClient = {
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
          client.hasDisconnected = true;
          if (process.alive) connection.lost();
        },
      };
      const link: Transport = {
        id: listener,
        send(bytes) {
          if (process.alive && !client.hasDisconnected) client.received = Buffer.concat([client.received, bytes]);
        },
        close() {
          if (process.alive) client.closed = true;
        },
        pause() {},
      };
      const connection: TransportCallbacks = target.reception(listener)(address, link);
      return client;
    },
  };
}

/** Delivers bytes over sockets of the loopback interface. */
function tcpTransport(target: InMemoryServer): TranscriptTransport {
  const servers: Server[] = [];
  let connections: CountedTcpConnection[] = [];
  const settle = async (): Promise<void> => {
    do await target.clock.settle();
    while (connections.some((each) => each.isUnderWay()));
  };
  return {
    settle,
    async crash() {
      for (const each of connections) each.abandon();
      for (const server of servers.splice(0)) server.close();
      connections = [];
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
      connections.push(each);
      return each.enter(socket);
    },
  };
}

/** A TCP connection that counts the bytes in flight, so that `settle` can wait for them. */
class CountedTcpConnection {
  #toServer = 0;
  #toClient = 0;
  #isClosing = false;
  /** The client has disconnected and reads no more. */
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
    const client: TranscriptClient = {
      received: Buffer.alloc(0),
      closed: false,
      hasDisconnected: false,
      send: async (bytes) => {
        if (client.closed) return;
        this.#toServer += bytes.length;
        socket.write(bytes);
      },
      finish: () => {
        if (client.closed) return;
        this.#isClosing = true;
        socket.end();
      },
      disconnect: () => {
        client.hasDisconnected = true;
        this.#hasDisconnected = true;
        this.#toClient = 0;
        this.#isClosing = !client.closed;
        socket.destroy();
      },
    };
    socket.on('data', (bytes) => {
      this.#toClient -= bytes.length;
      client.received = Buffer.concat([client.received, bytes]);
    });
    socket.on('end', () => {
      if (!this.#isAbandoned) client.closed = true;
    });
    socket.on('error', () => {});
    return client;
  }
}
