import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { connectionOf } from '../connection-id.ts';
import { FairScheduler } from '../hub/scheduling/fair-scheduler.ts';
import { makeApp } from './http-app.ts';
import { LargeResponseLimit } from './large-response-limit.ts';
import type { ServicesBeforeHttp } from './route-services.ts';
import { Visits } from './visits/visits.ts';
import { VisitWebSocketServer } from './web-socket.ts';

/** Time limits of a connection in milliseconds. */
export interface HttpTimeLimits {
  /** For the head of a request, and for the whole request. */
  readonly head: number;
  readonly request: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** Without a byte in either direction. Event streams send keep-alives more often. */
  readonly idle: number;
}

const LIMITS: HttpTimeLimits = { head: 10_000, request: 60_000, keepAlive: 15_000, idle: 120_000 };
/** A connection is closed after so many requests. */
const MOST_REQUESTS = 1000;
/** A connection with more pipelined requests is closed. Browsers do not pipeline. */
const MOST_UNANSWERED = 32;
/** Paths of event streams. */
const STREAMED = /\/events(?:\?|$)/;
/** Milliseconds between two checks of the time limits. */
const CHECK_INTERVAL = 1_000;

/** Units of work per request: one or two requests are served in one turn of the event loop, with players in between. */
const REQUEST = 20;
/** Milliseconds that a request is due ahead of the time. It is never prompt work, and requests are served in the order of arrival. */
const AHEAD = 1_000;

/** HTTP on sockets that a listener has accepted. */
export interface HttpServer {
  /** Takes over a paused socket. `said`: the bytes that were already received. */
  serve(socket: Socket, said: Uint8Array): void;
  /** Answers pending requests and accepts no more. */
  stop(): void;
}

export function openHttpServer(offered: ServicesBeforeHttp, limits = LIMITS): HttpServer {
  const services = { ...offered, largeAnswers: new LargeResponseLimit() };
  const visits = new Visits(services);
  services.accounts?.onRevoked((name) => visits.review(name));
  services.accounts?.onRemoved((name) => visits.end(name));
  services.bans?.onBanned(({ name }) => (name === undefined ? visits.reviewAll() : visits.review(name)));
  const app = makeApp({ ...services, visits });
  const turns = new FairScheduler(services.clock);
  const inTurn = (...request: Parameters<typeof app.fetch>): Promise<Response> =>
    new Promise((resolve) => {
      turns.run(services.clock.now() + AHEAD, () => {
        turns.spend(REQUEST);
        resolve(app.fetch(...request));
      });
    });
  const webSockets = new VisitWebSocketServer(services, visits);
  const options = {
    headersTimeout: limits.head,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL, limits.head),
  };
  // HTTP/1.0, which health checks of proxies use, has no Host.
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
  // A client that closes only its sending side still gets its answers. This setting of Node is undocumented.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.timeout = limits.idle;
  server.on('upgrade', (request, socket, head) => {
    webSockets.admit(request, socket, head).catch((error: Error) => {
      services.log.error({ connection: connectionOf(socket), error: error.message }, 'websocket.failed');
      socket.destroy();
    });
  });
  // This server never listens. Node starts to check the time limits at this event.
  server.emit('listening');
  return {
    serve: (socket, said) => {
      // A page that is closed only ends its sending side. Its event stream would never end.
      socket.once('end', () => {
        if (streaming.has(socket)) socket.destroy();
      });
      socket.unshift(said);
      server.emit('connection', socket);
      socket.resume();
    },
    stop: () => {
      webSockets.stop();
      visits.stop();
      server.close();
    },
  };
}
