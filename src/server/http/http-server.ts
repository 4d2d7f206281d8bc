import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { connectionOf } from '../connection-id.ts';
import { FairScheduler } from '../hub/scheduling/fair-scheduler.ts';
import { makeApp } from './app.ts';
import { LargeAnswers } from './large-answers.ts';
import type { Offered } from './services.ts';
import { Visits } from './visits/visits.ts';
import { WebSocketServerOfVisits } from './web-socket.ts';

/** How long a connection may take, in milliseconds. */
export interface Limits {
  /** For the head of a request, and for the whole of it. */
  readonly head: number;
  readonly request: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** Without a byte in either direction; streams of events say something more often. */
  readonly idle: number;
}

const LIMITS: Limits = { head: 10_000, request: 60_000, keepAlive: 15_000, idle: 120_000 };
/** After so many requests a connection is made anew. */
const MOST_REQUESTS = 1000;
/** A client that asks for so much without waiting for an answer is dropped: browsers ask for one thing at a time. */
const MOST_UNANSWERED = 32;
/** Streams of events. */
const STREAMED = /\/events(?:\?|$)/;
/** Milliseconds from one look at what takes too long to the next. */
const LOOK_EVERY = 1_000;

/** Units of work of a request: one or two in a turn of the event loop, and players in between. */
const REQUEST = 20;
/** Milliseconds that a request is ahead of the time: it is never prompt, and the first to come is the first to be answered. */
const AHEAD = 1_000;

/** HTTP as spoken on sockets that somebody else has accepted. */
export interface HttpServer {
  /** Takes over a paused socket that has already said something. */
  serve(socket: Socket, said: Uint8Array): void;
  /** Answers what was asked, and nothing new. */
  stop(): void;
}

export function openHttpServer(offered: Offered, limits = LIMITS): HttpServer {
  const services = { ...offered, largeAnswers: new LargeAnswers() };
  const visits = new Visits(services);
  services.accounts?.onRevoked((name) => visits.review(name));
  const app = makeApp({ ...services, visits });
  const turns = new FairScheduler(services.clock);
  const inTurn = (...request: Parameters<typeof app.fetch>): Promise<Response> =>
    new Promise((resolve) => {
      turns.run(services.clock.now() + AHEAD, () => {
        turns.spend(REQUEST);
        resolve(app.fetch(...request));
      });
    });
  const gate = new WebSocketServerOfVisits(services, visits);
  const options = {
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(LOOK_EVERY, limits.head),
  };
  // HTTP/1.0, which health checks of proxies still speak, needs no Host.
  const answering = { overrideGlobalObjects: false, hostname: 'localhost' };
  const answer = getRequestListener(inTurn, answering);
  const unanswered = new WeakMap<Socket, number>();
  const streaming = new WeakSet<Socket>();
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const count = (more: number): number => (unanswered.get(socket) ?? 0) + more;
    if (count(1) > MOST_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count(1));
    if (STREAMED.test(request.url ?? '')) streaming.add(socket);
    response.once('close', () => {
      unanswered.set(socket, count(-1));
      streaming.delete(socket);
    });
    void answer(request, response);
  };
  const server = createServer(options, take);
  server.maxRequestsPerSocket = MOST_REQUESTS;
  // Who only says no more wants its answers. Node knows this setting, and does not tell of it.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = limits.idle;
  server.on('upgrade', (request, socket, head) => {
    gate.admit(request, socket, head).catch((error: Error) => {
      services.log.error({ connection: connectionOf(socket), error: error.message }, 'websocket.failed');
      socket.destroy();
    });
  });
  // This server never listens, but it watches over slow requests only from this event on.
  server.emit('listening');
  return {
    serve: (socket, said) => {
      // What has no end has one with whoever listens to it: a page that is closed says no more than that.
      socket.once('end', () => {
        if (streaming.has(socket)) socket.destroy();
      });
      socket.unshift(said);
      server.emit('connection', socket);
      socket.resume();
    },
    stop: () => {
      gate.stop();
      server.close();
    },
  };
}
