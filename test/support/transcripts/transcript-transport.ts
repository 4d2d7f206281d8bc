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
  gone: boolean;
  say(bytes: Buffer): Promise<void>;
  /** Says no more, and listens still. */
  finish(): void;
  disconnect(): void;
}

/** How the bytes of a transcript travel. */
export interface TranscriptTransport {
  enter(listener: string, address: string): Promise<TranscriptClient>;
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
      return memoryStage(server, Number.MAX_SAFE_INTEGER);
    case 'byte by byte':
      return memoryStage(server, 1);
    case 'over TCP':
      return tcpStage(server);
  }
}

/** In memory, in packets of `packet` bytes. */
export function memoryStage(target: InMemoryServer, packet: number): TranscriptTransport {
  let running = { alive: true };
  const settle = (): Promise<void> => target.clock.settle();
  return {
    settle,
    async crash() {
      running.alive = false;
      running = { alive: true };
    },
    async enter(listener, address) {
      const process = running;
      const actor: TranscriptClient = {
        received: Buffer.alloc(0),
        closed: false,
        gone: false,
        async say(bytes) {
          for (let start = 0; start < bytes.length && process.alive; start += packet) {
            connection.receive(bytes.subarray(start, start + packet));
            if (start + packet < bytes.length) await settle();
          }
        },
        finish() {
          if (process.alive) connection.finish();
        },
        disconnect() {
          actor.gone = true;
          if (process.alive) connection.lost();
        },
      };
      const link: Transport = {
        id: listener,
        send(bytes) {
          if (process.alive && !actor.gone) actor.received = Buffer.concat([actor.received, bytes]);
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
function tcpStage(target: InMemoryServer): TranscriptTransport {
  const servers: Server[] = [];
  let traffic: Traffic[] = [];
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
    async enter(listener, address) {
      const each = new Traffic();
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
class Traffic {
  #toServer = 0;
  #toClient = 0;
  #ending = false;
  /** The client reads no more. */
  #deaf = false;
  #abandoned = false;
  #sockets: Socket[] = [];

  isUnderWay(): boolean {
    return !this.#abandoned && (this.#toServer > 0 || this.#toClient > 0 || this.#ending);
  }

  abandon(): void {
    this.#abandoned = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  serve(socket: Socket, target: InMemoryServer, listener: string): void {
    this.#sockets.push(socket);
    serveSocket(socket, listener, (address, link) => {
      const counted: Transport = {
        id: listener,
        send: (bytes) => {
          if (this.#abandoned) return;
          if (!this.#deaf) this.#toClient += bytes.length;
          link.send(bytes);
        },
        close: () => {
          if (!this.#abandoned) {
            this.#ending = true;
            link.close();
          }
        },
        pause: (paused) => link.pause(paused),
      };
      const connection = target.reception(listener)(address, counted);
      return {
        receive: (bytes) => {
          this.#toServer -= bytes.length;
          if (!this.#abandoned) connection.receive(bytes);
        },
        finish: () => {
          if (!this.#abandoned) connection.finish();
        },
        lost: () => {
          this.#toServer = 0;
          this.#ending = false;
          if (!this.#abandoned) connection.lost();
        },
      };
    });
  }

  enter(socket: Socket): TranscriptClient {
    this.#sockets.push(socket);
    const actor: TranscriptClient = {
      received: Buffer.alloc(0),
      closed: false,
      gone: false,
      say: async (bytes) => {
        if (actor.closed) return;
        this.#toServer += bytes.length;
        socket.write(bytes);
      },
      finish: () => {
        if (actor.closed) return;
        this.#ending = true;
        socket.end();
      },
      disconnect: () => {
        actor.gone = true;
        this.#deaf = true;
        this.#toClient = 0;
        this.#ending = !actor.closed;
        socket.destroy();
      },
    };
    socket.on('data', (bytes) => {
      this.#toClient -= bytes.length;
      actor.received = Buffer.concat([actor.received, bytes]);
    });
    socket.on('end', () => {
      if (!this.#abandoned) actor.closed = true;
    });
    socket.on('error', () => {});
    return actor;
  }
}
