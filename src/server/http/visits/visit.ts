import type { Clock } from '../../../clock.ts';
import { nextConnection } from '../../connection-id.ts';
import type { Transport, VisitCallbacks } from '../../hub/transport.ts';

/** A subscriber of a visit: the socket of a tab, or an event stream. */
export interface VisitSubscriber {
  /** Sends one message of the server, as JSON. */
  send(line: string): void;
  /** The visit is over, or the subscriber must authenticate again. */
  end(why: VisitEndReason): void;
  /** Stops or resumes reading. */
  pause(paused: boolean): void;
}

/** `server-stopping`: the server stops. `re-authenticate`: the subscriber must authenticate again, and may reconnect at once. */
export type VisitEndReason = 'server-stopping' | 'ended' | 're-authenticate';

/** Called with the `done` or `refused` message that answers a message; with undefined if the visit has ended before. */
export type ReplyCallback = (line: string | undefined) => void;

/** A visit, on this node or on another one. */
export interface VisitHandle {
  /** The id of the visit in the log. */
  readonly connection: string;
  /** Whether the client plays a game. */
  readonly isSeated: boolean;
  readonly unanswered: number;
  /** Adds a subscriber. Returns false if there are too many subscribers. */
  join(subscriber: VisitSubscriber): boolean;
  leave(subscriber: VisitSubscriber): void;
  /** Gives the session one message of the client, as JSON. */
  send(message: string, reply: ReplyCallback): void;
  /** Closes all subscribers. They may authenticate again and reconnect. */
  dismiss(): void;
  /** Ends the visit, unless a subscriber uses it. */
  endIfUnused(): void;
  /** Ends the visit as a lost connection. */
  end(): void;
}

/** The maximum number of subscribers of one visit. */
const MAXIMUM_SUBSCRIBERS = 8;
/** Recent chat messages that are remembered per subscriber. For a new subscriber the session repeats recent chat to all subscribers. */
const MAXIMUM_RECENT_CHAT = 64;

/** Milliseconds after which a player without a subscriber counts as away. Loading the page again takes less time. */
const AWAY_AFTER = 3_000;

const MESSAGE_KIND = /^\{"kind":"([a-z]+)"/;

/**
 * One client of the lobby that may have several sockets, or none for a while. Several tabs of a browser share one seat, and a broken
 * socket is not a lost connection. An answer is sent only to the sender of the request, each other message to all subscribers.
 */
export class Visit implements VisitHandle {
  /** The id of the visit in the log. The sockets have their own ids. */
  readonly connection = nextConnection();
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  /** The subscribers, with the recent chat that each has received. */
  readonly #subscribers = new Map<VisitSubscriber, string[]>();
  /** The callbacks of unanswered messages, the oldest first. The session answers in order. */
  #pendingReplies: ReplyCallback[] = [];
  readonly #timeout: number;
  #connection: VisitCallbacks | undefined;
  #paused = false;
  #isSeated = false;
  #serverStops = false;
  #isOver = false;
  #cancelTimeout: (() => void) | undefined;
  #cancelAway: (() => void) | undefined;
  #isAway = false;
  /** The visit on another node that the subscribers use now. */
  #successor: VisitHandle | undefined;

  /** `timeout`: milliseconds after which the visit ends without a subscriber; 0 if it ends with its only subscriber. */
  constructor(clock: Clock, timeout: number, connect: (link: Transport) => VisitCallbacks, whenLost: () => void) {
    this.#clock = clock;
    this.#timeout = timeout;
    this.#onEnd = whenLost;
    this.#connection = connect({
      id: this.connection,
      send: (bytes) => this.#broadcast(bytes),
      close: () => this.#end(),
      pause: (paused) => this.#pause(paused),
    });
    if (timeout > 0) this.#startTimeout();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get hasSubscribers(): boolean {
    return this.#subscribers.size > 0;
  }

  /** Whether the client plays a game, according to the last `you` message. */
  get isSeated(): boolean {
    return this.#isSeated && !this.#isOver;
  }

  /** Whether the lobby knows the client. It does so from the first command on. */
  get isKnown(): boolean {
    return this.#connection?.isKnownToLobby === true;
  }

  get unanswered(): number {
    return this.#pendingReplies.length;
  }

  join(subscriber: VisitSubscriber): boolean {
    if (this.#isOver || this.#subscribers.size >= MAXIMUM_SUBSCRIBERS) return false;
    this.#cancelTimeout?.();
    this.#setPresent();
    this.#subscribers.set(subscriber, []);
    if (this.#paused) subscriber.pause(true);
    return true;
  }

  leave(subscriber: VisitSubscriber): void {
    this.#successor?.leave(subscriber);
    if (!this.#subscribers.delete(subscriber) || this.#subscribers.size > 0) return;
    this.#startTimeout();
    if (this.#isOver) return;
    const now = this.#clock.now();
    this.#cancelAway = this.#clock.at(now + AWAY_AFTER, () => {
      this.#isAway = true;
      this.#connection?.away(now + this.#timeout);
    });
  }

  send(message: string, reply: ReplyCallback): void {
    if (this.#isOver) {
      if (this.#successor === undefined) reply(undefined);
      else this.#successor.send(message, reply);
      return;
    }
    if (!this.hasSubscribers) {
      this.#setPresent();
      this.#startTimeout();
    }
    this.#pendingReplies.push(reply);
    // Line ends in JSON are white space. An empty message is malformed, but must still be answered.
    const line = message.replace(/[\r\n]+/g, ' ').trim();
    this.#connection?.receive(Buffer.from(`${line === '' ? 'null' : line}\n`));
  }

  dismiss(): void {
    for (const subscriber of [...this.#subscribers.keys()]) {
      this.leave(subscriber);
      subscriber.end('re-authenticate');
    }
  }

  /** Ends this visit, whose client the lobby does not know. The subscribers join another visit, which sends them the current state. */
  continueAs(successor: VisitHandle): void {
    this.#successor = successor;
    const subscribers = [...this.#subscribers.keys()];
    this.#subscribers.clear();
    for (const subscriber of subscribers) if (!successor.join(subscriber)) subscriber.end('ended');
    if (subscribers.length > 0) successor.send('{"kind":"sync"}', () => {});
    this.end();
  }

  #broadcast(bytes: Uint8Array): void {
    for (const line of Buffer.from(bytes).toString().split('\n')) {
      if (line !== '') this.#broadcastLine(line);
    }
  }

  #broadcastLine(line: string): void {
    const kind = MESSAGE_KIND.exec(line)?.[1];
    if (kind === 'done' || kind === 'refused') {
      this.#pendingReplies.shift()?.(line);
      return;
    }
    if (kind === 'you') this.#isSeated = 'seat' in (JSON.parse(line) as object);
    if (kind === 'goodbye') this.#serverStops = line.includes('"why":"stops"');
    for (const [subscriber, recentChat] of [...this.#subscribers]) {
      if (kind === 'chat' && !addIfNew(line, recentChat)) continue;
      subscriber.send(line);
    }
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    for (const subscriber of this.#subscribers.keys()) subscriber.pause(paused);
  }

  #startTimeout(): void {
    this.#cancelTimeout?.();
    if (this.#isOver) return;
    if (this.#timeout === 0) this.end();
    else this.#cancelTimeout = this.#clock.at(this.#clock.now() + this.#timeout, () => this.end());
  }

  /** The client has a subscriber or sends a request: it is not away any more. */
  #setPresent(): void {
    this.#cancelAway?.();
    if (this.#isAway) this.#connection?.away(undefined);
    this.#isAway = false;
  }

  endIfUnused(): void {
    if (!this.hasSubscribers) this.end();
  }

  end(): void {
    this.#connection?.lost();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimeout?.();
    this.#cancelAway?.();
    this.#onEnd();
    const subscribers = [...this.#subscribers.keys()];
    this.#subscribers.clear();
    const asked = this.#pendingReplies;
    this.#pendingReplies = [];
    for (const reply of asked) reply(undefined);
    for (const subscriber of subscribers) subscriber.end(this.#serverStops ? 'server-stopping' : 'ended');
  }
}

function addIfNew(line: string, recentChat: string[]): boolean {
  if (recentChat.includes(line)) return false;
  recentChat.push(line);
  if (recentChat.length > MAXIMUM_RECENT_CHAT) recentChat.shift();
  return true;
}
