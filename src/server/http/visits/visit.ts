import type { Clock } from '../../../clock.ts';
import { nextConnection } from '../../connection-id.ts';
import type { Transport, VisitConnection } from '../../hub/transport.ts';

/** A listener of a visit: the socket of a tab, or an event stream. */
export interface VisitListener {
  /** One message of the server as JSON. */
  hear(line: string): void;
  /** The visit is over, or the listener must authenticate again. */
  over(why: VisitEndReason): void;
  /** Stops or resumes reading. */
  pause(paused: boolean): void;
}

/** `stops`: the server stops. `again`: the listener must authenticate again, and may reconnect at once. */
export type VisitEndReason = 'stops' | 'ended' | 'again';

/** Gets the `done` or `refused` that answers a message; undefined if the visit ended before. */
export type ReplyCallback = (line: string | undefined) => void;

/** A visit as its listeners use it, wherever it lives. */
export interface VisitHandle {
  /** Its id in the log. */
  readonly connection: string;
  /** Whether it plays a game. */
  readonly isSeated: boolean;
  /** Messages without an answer. */
  readonly unanswered: number;
  /** False if there are too many listeners. */
  join(listener: VisitListener): boolean;
  leave(listener: VisitListener): void;
  /** Sends one message of the client, as JSON. */
  say(message: string, reply: ReplyCallback): void;
  /** Closes all listeners. They may authenticate again and reconnect. */
  dismiss(): void;
  /** Ends the visit, unless a listener uses it. */
  leaveBehind(): void;
  /** Ends the visit as a lost connection. */
  end(): void;
}

/** Listeners of one visit. */
const MAXIMUM_LISTENERS = 8;
/** Recent chat that each listener has received. A new listener makes the session repeat it for all listeners. */
const REMEMBERED_CHAT = 64;

/** Milliseconds after which a player whose last listener has left counts as away: a page that is loaded again takes less. */
const AWAY_AFTER = 3_000;

const SPOKEN_KIND = /^\{"kind":"([a-z]+)"/;

/**
 * One client of the lobby that outlives its sockets: several tabs share one seat, and a broken socket is not a lost connection.
 * Each message of the server goes to all listeners, an answer only to the sender of the request.
 */
export class Visit implements VisitHandle {
  /** The id in the log. Its sockets have ids of their own. */
  readonly connection = nextConnection();
  readonly #clock: Clock;
  readonly #whenLost: () => void;
  /** The listeners, with the recent chat that each has received. */
  readonly #listeners = new Map<VisitListener, string[]>();
  /** Replies of unanswered messages, the oldest first. The session answers in order. */
  #asked: ReplyCallback[] = [];
  readonly #lingers: number;
  #line: VisitConnection | undefined;
  #paused = false;
  #isSeated = false;
  #stops = false;
  #isOver = false;
  #cancelLoss: (() => void) | undefined;
  #cancelAway: (() => void) | undefined;
  #isAway = false;
  /** The visit at another node that its listeners use now. */
  #successor: VisitHandle | undefined;

  /** `lingers`: milliseconds that it lasts without a listener; 0 if it ends with its only listener. */
  constructor(clock: Clock, lingers: number, connect: (link: Transport) => VisitConnection, whenLost: () => void) {
    this.#clock = clock;
    this.#lingers = lingers;
    this.#whenLost = whenLost;
    this.#line = connect({
      id: this.connection,
      send: (bytes) => this.#tell(bytes),
      close: () => this.#end(),
      pause: (paused) => this.#pause(paused),
    });
    if (lingers > 0) this.#linger();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether it plays a game, according to the last `you` message. */
  get isSeated(): boolean {
    return this.#isSeated && !this.#isOver;
  }

  /** Whether the lobby knows its client, because of a first command. */
  get isKnown(): boolean {
    return this.#line?.isKnownToLobby === true;
  }

  /** Messages without an answer. */
  get unanswered(): number {
    return this.#asked.length;
  }

  /** False if there are too many listeners. */
  join(listener: VisitListener): boolean {
    if (this.#isOver || this.#listeners.size >= MAXIMUM_LISTENERS) return false;
    this.#cancelLoss?.();
    this.#comeBack();
    this.#listeners.set(listener, []);
    if (this.#paused) listener.pause(true);
    return true;
  }

  leave(listener: VisitListener): void {
    this.#successor?.leave(listener);
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
    this.#linger();
    if (this.#isOver) return;
    const now = this.#clock.now();
    this.#cancelAway = this.#clock.at(now + AWAY_AFTER, () => {
      this.#isAway = true;
      this.#line?.away(now + this.#lingers);
    });
  }

  /** Sends one message of the client, as JSON. */
  say(message: string, reply: ReplyCallback): void {
    if (this.#isOver) {
      if (this.#successor === undefined) reply(undefined);
      else this.#successor.say(message, reply);
      return;
    }
    if (!this.isHeard) {
      this.#comeBack();
      this.#linger();
    }
    this.#asked.push(reply);
    // Line ends in JSON are only white space. An empty message is malformed, and must still be answered.
    const line = message.replace(/[\r\n]+/g, ' ').trim();
    this.#line?.receive(Buffer.from(`${line === '' ? 'null' : line}\n`));
  }

  /** Closes all listeners. They may authenticate again and reconnect. */
  dismiss(): void {
    for (const listener of [...this.#listeners.keys()]) {
      this.leave(listener);
      listener.over('again');
    }
  }

  /** Ends this visit, of which the lobby knows nothing. Its listeners go on with another one, which tells them the whole state. */
  continueAs(successor: VisitHandle): void {
    this.#successor = successor;
    const listeners = [...this.#listeners.keys()];
    this.#listeners.clear();
    for (const listener of listeners) if (!successor.join(listener)) listener.over('ended');
    if (listeners.length > 0) successor.say('{"kind":"sync"}', () => {});
    this.end();
  }

  #tell(bytes: Uint8Array): void {
    for (const line of Buffer.from(bytes).toString().split('\n')) {
      if (line !== '') this.#tellLine(line);
    }
  }

  #tellLine(line: string): void {
    const kind = SPOKEN_KIND.exec(line)?.[1];
    if (kind === 'done' || kind === 'refused') {
      this.#asked.shift()?.(line);
      return;
    }
    if (kind === 'you') this.#isSeated = 'seat' in (JSON.parse(line) as object);
    if (kind === 'goodbye') this.#stops = line.includes('"why":"stops"');
    for (const [listener, heard] of [...this.#listeners]) {
      if (kind === 'chat' && !isNew(line, heard)) continue;
      listener.hear(line);
    }
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    for (const listener of this.#listeners.keys()) listener.pause(paused);
  }

  #linger(): void {
    this.#cancelLoss?.();
    if (this.#isOver) return;
    if (this.#lingers === 0) this.end();
    else this.#cancelLoss = this.#clock.at(this.#clock.now() + this.#lingers, () => this.end());
  }

  /** A client that sends requests without listening is not away. */
  #comeBack(): void {
    this.#cancelAway?.();
    if (this.#isAway) this.#line?.away(undefined);
    this.#isAway = false;
  }

  leaveBehind(): void {
    if (!this.isHeard) this.end();
  }

  /** Ends the visit as a lost connection. */
  end(): void {
    this.#line?.lost();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelLoss?.();
    this.#cancelAway?.();
    this.#whenLost();
    const listeners = [...this.#listeners.keys()];
    this.#listeners.clear();
    const asked = this.#asked;
    this.#asked = [];
    for (const reply of asked) reply(undefined);
    for (const listener of listeners) listener.over(this.#stops ? 'stops' : 'ended');
  }
}

function isNew(line: string, heard: string[]): boolean {
  if (heard.includes(line)) return false;
  heard.push(line);
  if (heard.length > REMEMBERED_CHAT) heard.shift();
  return true;
}
