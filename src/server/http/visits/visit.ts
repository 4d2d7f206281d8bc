import type { Clock } from '../../../clock.ts';
import { nextConnection } from '../../connection-id.ts';
import type { Transport, VisitConnection } from '../../hub/transport.ts';

/** A listener of a visit: the socket of a tab, or an event stream. */
export interface VisitListener {
  /** Sends one message of the server, as JSON. */
  send(line: string): void;
  /** The visit is over, or the listener must authenticate again. */
  end(why: VisitEndReason): void;
  /** Stops or resumes reading. */
  pause(paused: boolean): void;
}

/** `stops`: the server stops. `again`: the listener must authenticate again, and may reconnect at once. */
export type VisitEndReason = 'stops' | 'ended' | 'again';

/** Called with the `done` or `refused` message that answers a message; with undefined if the visit has ended before. */
export type ReplyCallback = (line: string | undefined) => void;

/** A visit, on this node or on another one. */
export interface VisitHandle {
  /** The id of the visit in the log. */
  readonly connection: string;
  /** Whether the client plays a game. */
  readonly isSeated: boolean;
  /** The number of unanswered messages. */
  readonly unanswered: number;
  /** Adds a listener. Returns false if there are too many listeners. */
  join(listener: VisitListener): boolean;
  leave(listener: VisitListener): void;
  /** Gives the session one message of the client, as JSON. */
  send(message: string, reply: ReplyCallback): void;
  /** Closes all listeners. They may authenticate again and reconnect. */
  dismiss(): void;
  /** Ends the visit, unless a listener uses it. */
  endIfUnused(): void;
  /** Ends the visit as a lost connection. */
  end(): void;
}

/** The maximum number of listeners of one visit. */
const MAXIMUM_LISTENERS = 8;
/** Recent chat messages that are remembered per listener. For a new listener the session repeats recent chat to all listeners. */
const MAXIMUM_RECENT_CHAT = 64;

/** Milliseconds after which a player without a listener counts as away. Loading the page again takes less time. */
const AWAY_AFTER = 3_000;

const MESSAGE_KIND = /^\{"kind":"([a-z]+)"/;

/**
 * One client of the lobby that may have several sockets, or none for a while. Several tabs of a browser share one seat, and a broken
 * socket is not a lost connection. An answer is sent only to the sender of the request, each other message to all listeners.
 */
export class Visit implements VisitHandle {
  /** The id of the visit in the log. The sockets have their own ids. */
  readonly connection = nextConnection();
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  /** The listeners, with the recent chat that each has received. */
  readonly #listeners = new Map<VisitListener, string[]>();
  /** The callbacks of unanswered messages, the oldest first. The session answers in order. */
  #pendingReplies: ReplyCallback[] = [];
  readonly #timeout: number;
  #connection: VisitConnection | undefined;
  #paused = false;
  #isSeated = false;
  #serverStops = false;
  #isOver = false;
  #cancelTimeout: (() => void) | undefined;
  #cancelAway: (() => void) | undefined;
  #isAway = false;
  /** The visit on another node that the listeners use now. */
  #successor: VisitHandle | undefined;

  /** `timeout`: milliseconds after which the visit ends without a listener; 0 if it ends with its only listener. */
  constructor(clock: Clock, timeout: number, connect: (link: Transport) => VisitConnection, whenLost: () => void) {
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

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether the client plays a game, according to the last `you` message. */
  get isSeated(): boolean {
    return this.#isSeated && !this.#isOver;
  }

  /** Whether the lobby knows the client. It does so from the first command on. */
  get isKnown(): boolean {
    return this.#connection?.isKnownToLobby === true;
  }

  /** The number of unanswered messages. */
  get unanswered(): number {
    return this.#pendingReplies.length;
  }

  join(listener: VisitListener): boolean {
    if (this.#isOver || this.#listeners.size >= MAXIMUM_LISTENERS) return false;
    this.#cancelTimeout?.();
    this.#setPresent();
    this.#listeners.set(listener, []);
    if (this.#paused) listener.pause(true);
    return true;
  }

  leave(listener: VisitListener): void {
    this.#successor?.leave(listener);
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
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
    if (!this.hasListeners) {
      this.#setPresent();
      this.#startTimeout();
    }
    this.#pendingReplies.push(reply);
    // Line ends in JSON are white space. An empty message is malformed, but must still be answered.
    const line = message.replace(/[\r\n]+/g, ' ').trim();
    this.#connection?.receive(Buffer.from(`${line === '' ? 'null' : line}\n`));
  }

  dismiss(): void {
    for (const listener of [...this.#listeners.keys()]) {
      this.leave(listener);
      listener.end('again');
    }
  }

  /** Ends this visit, whose client the lobby does not know. The listeners join another visit, which sends them the current state. */
  continueAs(successor: VisitHandle): void {
    this.#successor = successor;
    const listeners = [...this.#listeners.keys()];
    this.#listeners.clear();
    for (const listener of listeners) if (!successor.join(listener)) listener.end('ended');
    if (listeners.length > 0) successor.send('{"kind":"sync"}', () => {});
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
    for (const [listener, recentChat] of [...this.#listeners]) {
      if (kind === 'chat' && !addIfNew(line, recentChat)) continue;
      listener.send(line);
    }
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    for (const listener of this.#listeners.keys()) listener.pause(paused);
  }

  #startTimeout(): void {
    this.#cancelTimeout?.();
    if (this.#isOver) return;
    if (this.#timeout === 0) this.end();
    else this.#cancelTimeout = this.#clock.at(this.#clock.now() + this.#timeout, () => this.end());
  }

  /** The client has a listener or sends a request: it is not away any more. */
  #setPresent(): void {
    this.#cancelAway?.();
    if (this.#isAway) this.#connection?.away(undefined);
    this.#isAway = false;
  }

  endIfUnused(): void {
    if (!this.hasListeners) this.end();
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
    const listeners = [...this.#listeners.keys()];
    this.#listeners.clear();
    const asked = this.#pendingReplies;
    this.#pendingReplies = [];
    for (const reply of asked) reply(undefined);
    for (const listener of listeners) listener.end(this.#serverStops ? 'stops' : 'ended');
  }
}

function addIfNew(line: string, recentChat: string[]): boolean {
  if (recentChat.includes(line)) return false;
  recentChat.push(line);
  if (recentChat.length > MAXIMUM_RECENT_CHAT) recentChat.shift();
  return true;
}
