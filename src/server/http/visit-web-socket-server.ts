import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { opening } from '../../protocols/api/server-message-schema.ts';
import { hasTwoHosts, TWO_HOSTS, UNKNOWN_HOST } from './host-and-origin-check.ts';
import { readRequester, requesterAddress } from './read-requester.ts';
import type { Requester } from './requester.ts';
import type { RouteServices } from './route-services.ts';
import type { VisitEndReason, VisitHandle, VisitSubscriber } from './visits/visit.ts';
import type { Visits } from './visits/visits.ts';

const PATH = '/api/socket';
/** Bytes of the longest message of a client. */
const MAXIMUM_MESSAGE = 4096;
/** A socket with more bytes of unread output is closed. The limit is several states of the largest game. */
const MAXIMUM_UNREAD = 4 << 20;
/** Milliseconds between two pings. */
const PING_INTERVAL = 30_000;
/** Milliseconds within which the first message must arrive. */
const OPEN_TIMEOUT = 10_000;
/** Shorter messages are not compressed. */
const COMPRESSED_FROM = 2048;

/** Close codes of RFC 6455 section 7.4.1, and one from its private range. */
const CLOSE = {
  ended: 1000,
  'server-stopping': 1001,
  unsupported: 1003,
  malformed: 1008,
  full: 1013,
  're-authenticate': 4001,
} as const;

/** Statuses of refused upgrades. */
const REFUSALS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
} as const;

/** Accepts WebSockets. Each one is a subscriber of a visit, and sends the client's messages to this visit. */
export class VisitWebSocketServer {
  readonly #services: Omit<RouteServices, 'visits'>;
  readonly #visits: Visits;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: MAXIMUM_MESSAGE,
    perMessageDeflate: {
      threshold: COMPRESSED_FROM,
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      concurrencyLimit: 2,
    },
  });
  /** Clients that have sent nothing since the last ping. */
  readonly #quiet = new WeakSet<WebSocket>();
  #cancelPing: (() => void) | undefined;

  constructor(services: Omit<RouteServices, 'visits'>, visits: Visits) {
    this.#services = services;
    this.#visits = visits;
    this.#pingLater();
  }

  /** Handles the `upgrade` event of an HTTP server. */
  async admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    if (request.url?.split('?', 1)[0] !== PATH) return refuseUpgrade(socket, 404, 'not found');
    if (this.#services.bans?.isBanned(requesterAddress(request)))
      return refuseUpgrade(socket, 403, 'this address is banned');
    const { site } = this.#services;
    if (hasTwoHosts(request)) return refuseUpgrade(socket, 400, TWO_HOSTS);
    if (!site.isForThisServer(request)) return refuseUpgrade(socket, 421, UNKNOWN_HOST);
    if (!site.allowsPage(request)) return refuseUpgrade(socket, 403, 'requests from other sites are refused');
    const { revocations } = this.#visits;
    const requester = await readRequester(request, this.#services.accounts);
    if (!requester.ok) return refuseUpgrade(socket, 401, requester.problem);
    this.#server.handleUpgrade(request, socket, head, (client) => this.#accept(client, requester.value, revocations));
  }

  stop(): void {
    this.#cancelPing?.();
  }

  /** The first message opens or resumes a visit. All other messages go to the visit. `revocations`: their number at the request. */
  #accept(client: WebSocket, requester: Requester, revocations: number): void {
    const { clock } = this.#services;
    const cancelTimeout = clock.at(clock.now() + OPEN_TIMEOUT, () =>
      client.close(CLOSE.malformed, 'no open message in time'),
    );
    let visit: VisitHandle | undefined;
    const subscriber = new SocketSubscriber(client);
    const reply = (line: string | undefined): void => void (line !== undefined && subscriber.send(line));
    client.on('message', (data, isBinary) => {
      this.#quiet.delete(client);
      // Messages after our close are ignored.
      if (client.readyState !== client.OPEN) return;
      if (isBinary) return client.close(CLOSE.unsupported, 'messages must be text');
      if (visit !== undefined) return visit.send(data.toString(), reply);
      cancelTimeout();
      if (this.#visits.revocations !== revocations) return client.close(CLOSE['re-authenticate']);
      visit = this.#open(client, subscriber, requester, data.toString());
    });
    client.on('pong', () => this.#quiet.delete(client));
    client.on('close', () => {
      cancelTimeout();
      visit?.leave(subscriber);
    });
    client.on('error', () => {});
  }

  #open(client: WebSocket, subscriber: VisitSubscriber, requester: Requester, text: string): VisitHandle | undefined {
    const key = readKey(text);
    if (key === undefined) {
      client.close(CLOSE.malformed, 'the first message must be open');
      return undefined;
    }
    const { visit, ...opened } = this.#visits.open(requester, key);
    if (!visit.join(subscriber)) {
      client.close(CLOSE.full, 'too many sockets');
      return undefined;
    }
    subscriber.send(JSON.stringify({ kind: 'opened', ...opened, version: this.#services.version }));
    visit.send('{"kind":"sync"}', () => {});
    return visit;
  }

  #pingLater(): void {
    const { clock } = this.#services;
    this.#cancelPing = clock.at(clock.now() + PING_INTERVAL, () => {
      for (const client of this.#server.clients) {
        if (this.#quiet.has(client)) client.terminate();
        this.#quiet.add(client);
        client.ping();
      }
      this.#pingLater();
    });
  }
}

class SocketSubscriber implements VisitSubscriber {
  readonly #client: WebSocket;

  constructor(client: WebSocket) {
    this.#client = client;
  }

  send(line: string): void {
    this.#client.send(line);
    if (this.#client.bufferedAmount > MAXIMUM_UNREAD) this.#client.terminate();
  }

  end(why: VisitEndReason): void {
    this.#client.close(CLOSE[why]);
  }

  pause(paused: boolean): void {
    if (paused) this.#client.pause();
    else this.#client.resume();
  }
}

/** The key in an `open` message, empty if there is none; undefined if the message is not `open`. */
function readKey(text: string): string | undefined {
  try {
    const read = opening.safeParse(JSON.parse(text));
    return read.success ? (read.data.key ?? '') : undefined;
  } catch {
    return undefined;
  }
}

function refuseUpgrade(socket: Duplex, status: keyof typeof REFUSALS, error: string): void {
  const body = JSON.stringify({ error });
  socket.end(
    [
      `HTTP/1.1 ${status} ${REFUSALS[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
