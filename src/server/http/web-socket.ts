import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { opening } from '../../protocols/api/message.ts';
import { readRequester, requesterAddress } from './requester.ts';
import type { Requester, Services } from './services.ts';
import { NOT_MEANT, namesTwoHosts, TWO_HOSTS } from './site.ts';
import type { Over, Visit, VisitListener } from './visits/visit.ts';
import type { Visits } from './visits/visits.ts';

/** Where the WebSocket is. */
const PATH = '/api/socket';
/** Bytes of a client's message. */
const LONGEST_MESSAGE = 4096;
/** Bytes that a client may leave unread: the state of the largest games, several times over. */
const LONGEST_UNREAD = 4 << 20;
/** Milliseconds from one look whether a client is still there to the next. */
const PING_EVERY = 30_000;
/** Milliseconds that a client has to say who it was. */
const LONGEST_SILENCE = 10_000;
/** Bytes from which on it pays to compress a message. */
const WORTH_COMPRESSING = 2048;

/** Why a socket is closed: RFC 6455 section 7.4.1, and a number of our own from its private range. */
const CLOSE = { ended: 1000, stops: 1001, unsupported: 1003, malformed: 1008, full: 1013, again: 4001 } as const;

/** What a request for a WebSocket is told that cannot have one. */
const REFUSALS = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
} as const;

/** Lets WebSockets in, each an ear and a mouth of a visit. */
export class WebSocketServerOfVisits {
  readonly #services: Omit<Services, 'visits'>;
  readonly #visits: Visits;
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: {
      threshold: WORTH_COMPRESSING,
      serverNoContextTakeover: true,
      clientNoContextTakeover: true,
      concurrencyLimit: 2,
    },
  });
  /** Who has not been heard since the last look. */
  readonly #quiet = new WeakSet<WebSocket>();
  #cancelPing: (() => void) | undefined;

  constructor(services: Omit<Services, 'visits'>, visits: Visits) {
    this.#services = services;
    this.#visits = visits;
    this.#pingLater();
  }

  /** What a server of HTTP does with an `upgrade`. */
  async admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => {});
    if (request.url?.split('?', 1)[0] !== PATH) return turnAway(socket, 404, 'there is nothing here');
    if (this.#services.bans?.isBanned(requesterAddress(request)))
      return turnAway(socket, 403, 'this address is banned');
    const { site } = this.#services;
    if (namesTwoHosts(request)) return turnAway(socket, 400, TWO_HOSTS);
    if (!site.isMeant(request)) return turnAway(socket, 421, NOT_MEANT);
    if (!site.isAskedByFriend(request)) return turnAway(socket, 403, 'asked by another site');
    const { reviews } = this.#visits;
    const requester = await readRequester(request, this.#services.accounts);
    if (!requester.ok) return turnAway(socket, 401, requester.problem);
    this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, requester.value, reviews));
  }

  stop(): void {
    this.#cancelPing?.();
  }

  /** The first message says who it was; all others are the visit's. `reviews`: how many there had been by the request. */
  #welcome(client: WebSocket, requester: Requester, reviews: number): void {
    const { clock } = this.#services;
    const cancelSilence = clock.at(clock.now() + LONGEST_SILENCE, () => client.close(CLOSE.malformed, 'say open'));
    let visit: Visit | undefined;
    const ear = new SocketEar(client);
    const reply = (line: string | undefined): void => void (line !== undefined && ear.hear(line));
    client.on('message', (data, isBinary) => {
      this.#quiet.delete(client);
      // Whoever is told to go can talk on for as long as it likes, and nobody listens.
      if (client.readyState !== client.OPEN) return;
      if (isBinary) return client.close(CLOSE.unsupported, 'text only');
      if (visit !== undefined) return visit.say(data.toString(), reply);
      cancelSilence();
      if (this.#visits.reviews !== reviews) return client.close(CLOSE.again);
      visit = this.#open(client, ear, requester, data.toString());
    });
    client.on('pong', () => this.#quiet.delete(client));
    client.on('close', () => {
      cancelSilence();
      visit?.leave(ear);
    });
    client.on('error', () => {});
  }

  #open(client: WebSocket, ear: VisitListener, requester: Requester, said: string): Visit | undefined {
    const key = readKey(said);
    if (key === undefined) {
      client.close(CLOSE.malformed, 'the first message must be open');
      return undefined;
    }
    const { visit, ...opened } = this.#visits.open(requester, key);
    if (!visit.join(ear)) {
      client.close(CLOSE.full, 'too many sockets');
      return undefined;
    }
    ear.hear(JSON.stringify({ kind: 'opened', ...opened, version: this.#services.version }));
    visit.say('{"kind":"sync"}', () => {});
    return visit;
  }

  #pingLater(): void {
    const { clock } = this.#services;
    this.#cancelPing = clock.at(clock.now() + PING_EVERY, () => {
      for (const client of this.#server.clients) {
        if (this.#quiet.has(client)) client.terminate();
        this.#quiet.add(client);
        client.ping();
      }
      this.#pingLater();
    });
  }
}

class SocketEar implements VisitListener {
  readonly #client: WebSocket;

  constructor(client: WebSocket) {
    this.#client = client;
  }

  hear(line: string): void {
    this.#client.send(line);
    if (this.#client.bufferedAmount > LONGEST_UNREAD) this.#client.terminate();
  }

  over(why: Over): void {
    this.#client.close(CLOSE[why]);
  }

  pause(paused: boolean): void {
    if (paused) this.#client.pause();
    else this.#client.resume();
  }
}

/** The key of an `open`, empty where it has none; nothing where the message is something else. */
function readKey(said: string): string | undefined {
  try {
    const read = opening.safeParse(JSON.parse(said));
    return read.success ? (read.data.key ?? '') : undefined;
  } catch {
    return undefined;
  }
}

function turnAway(socket: Duplex, status: keyof typeof REFUSALS, error: string): void {
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
