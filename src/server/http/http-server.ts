import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { connectionOf } from '../connection-id.ts';
import { FairScheduler } from '../hub/scheduling/fair-scheduler.ts';
import { makeApp } from './http-app.ts';
import { LargeResponseLimit } from './large-response-limit.ts';
import type { ServicesBeforeHttp } from './route-services.ts';
import { VisitWebSocketServer } from './visit-web-socket-server.ts';
import { Visits } from './visits/visits.ts';

/** Time limits of a connection in milliseconds. */
export interface HttpTimeLimits {
  /** For the head of a request. */
  readonly head: number;
  /** For a request with its body. */
  readonly request: number;
  /** Between two requests. */
  readonly keepAlive: number;
  /** Without a byte in either direction. Event streams send keep-alive comments more often. */
  readonly idle: number;
}

const LIMITS: HttpTimeLimits = { head: 10_000, request: 60_000, keepAlive: 15_000, idle: 120_000 };
/** A connection is closed after this many requests. */
const MAXIMUM_REQUESTS = 1000;
/** A connection with more unanswered requests is closed. Browsers send the next request after the answer. */
const MAXIMUM_UNANSWERED = 32;
/** The paths of event streams. */
const EVENT_STREAM_PATH = /\/events(?:\?|$)/;
/** Milliseconds between two checks of the time limits. */
const CHECK_INTERVAL = 1_000;

/** Units of work per request, so that one turn of the event loop serves one or two requests, and players are served in between. */
const REQUEST = 20;
/** Milliseconds after which a request is due. Therefore it is never prompt work, and requests are served in the order of arrival. */
const DUE_AFTER = 1_000;

/** Serves HTTP on sockets that a listener has accepted. */
export interface HttpServer {
  /** Takes over a paused socket. `firstBytes`: the bytes received so far. */
  serve(socket: Socket, firstBytes: Uint8Array): void;
  /** Answers pending requests and accepts no more. */
  stop(): void;
}

export function openHttpServer(servicesBeforeHttp: ServicesBeforeHttp, limits = LIMITS): HttpServer {
  const services = { ...servicesBeforeHttp, largeAnswers: new LargeResponseLimit() };
  const visits = new Visits(services);
  services.accounts?.onRevoked((name) => visits.review(name));
  services.accounts?.onRemoved((name) => visits.end(name));
  services.bans?.onBanned(({ name }) => (name === undefined ? visits.reviewAll() : visits.review(name)));
  const app = makeApp({ ...services, visits });
  const scheduler = new FairScheduler(services.clock);
  const fetchScheduled = (...request: Parameters<typeof app.fetch>): Promise<Response> =>
    new Promise((resolve) => {
      scheduler.run(services.clock.now() + DUE_AFTER, () => {
        scheduler.spend(REQUEST);
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
  // Requests in HTTP/1.0, such as the health checks of proxies, have no Host header.
  const answering = { overrideGlobalObjects: false, hostname: 'localhost' };
  const answer = getRequestListener(fetchScheduled, answering);
  const unanswered = new WeakMap<Socket, number>();
  const streaming = new WeakSet<Socket>();
  const handleRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    const count = (more: number): number => (unanswered.get(socket) ?? 0) + more;
    if (count(1) > MAXIMUM_UNANSWERED) {
      socket.destroy();
      return;
    }
    unanswered.set(socket, count(1));
    if (EVENT_STREAM_PATH.test(request.url ?? '')) streaming.add(socket);
    response.once('close', () => {
      unanswered.set(socket, count(-1));
      streaming.delete(socket);
    });
    void answer(request, response);
  };
  const server = createServer(options, handleRequest);
  server.maxRequestsPerSocket = MAXIMUM_REQUESTS;
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
    serve: (socket, firstBytes) => {
      // A browser whose page was closed only ends its sending side. Without this, its event stream would never end.
      socket.once('end', () => {
        if (streaming.has(socket)) socket.destroy();
      });
      socket.unshift(firstBytes);
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
