import type { Clock } from '../../../clock.ts';
import { nextConnection } from '../../connection-id.ts';
import type { Connection, Link } from '../../hub/link.ts';

/** Somebody who listens to a visit: a tab's socket, a stream of events. */
export interface VisitListener {
  /** One message, as JSON. */
  hear(line: string): void;
  /** The visit is over, or this listener has to show again who it is. */
  over(why: Over): void;
  /** Reads no more, or reads on. */
  pause(paused: boolean): void;
}

/** `stops`: the server goes, and comes again. `again`: whoever still may can come back at once. */
export type Over = 'stops' | 'ended' | 'again';

/** Gets the `done` or `refused` that answers a message; nothing where the visit ended before. */
export type Reply = (line: string | undefined) => void;

/** So many sockets and streams may listen to one visit. */
const MOST_EARS = 8;
/** A message that was heard lately is not told again: who comes back makes the session repeat itself to everyone. */
const CHAT_REMEMBERED = 64;

const SPOKEN_KIND = /^\{"kind":"([a-z]+)"/;

/**
 * One client of the web protocol, which outlives its sockets: any number of tabs share one seat, and a cut line is no
 * lost connection. Every message of the server goes to all who listen, an answer only to who asked.
 */
export class Visit {
  /** Its name in the log; its sockets have names of their own. */
  readonly connection = nextConnection();
  readonly #clock: Clock;
  readonly #whenLost: () => void;
  /** Everybody who listens, with what chat each has heard lately. */
  readonly #ears = new Map<VisitListener, string[]>();
  /** Whose messages are not answered yet, the oldest first: the session answers each, in order. */
  #asked: Reply[] = [];
  readonly #lingers: number;
  #line: Connection | undefined;
  #paused = false;
  #isSeated = false;
  #stops = false;
  #isOver = false;
  #cancelLoss: (() => void) | undefined;

  /** `lingers`: milliseconds that it lasts without anybody who listens; 0 for one that ends with its only listener. */
  constructor(clock: Clock, lingers: number, connect: (link: Link) => Connection, whenLost: () => void) {
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
    return this.#ears.size > 0;
  }

  /** It plays, by what the server has said last of who it is. */
  get isSeated(): boolean {
    return this.#isSeated && !this.#isOver;
  }

  /** How many messages wait for an answer. */
  get unanswered(): number {
    return this.#asked.length;
  }

  /** Refused (false) where too many listen. */
  join(ear: VisitListener): boolean {
    if (this.#isOver || this.#ears.size >= MOST_EARS) return false;
    this.#cancelLoss?.();
    this.#ears.set(ear, []);
    if (this.#paused) ear.pause(true);
    return true;
  }

  leave(ear: VisitListener): void {
    if (this.#ears.delete(ear) && this.#ears.size === 0) this.#linger();
  }

  /** Says one message, as JSON. */
  say(message: string, reply: Reply): void {
    if (this.#isOver) {
      reply(undefined);
      return;
    }
    if (!this.isHeard) this.#linger();
    this.#asked.push(reply);
    // JSON has line ends only between its words. An empty message is none, and must still be answered.
    const line = message.replace(/[\r\n]+/g, ' ').trim();
    this.#line?.receive(Buffer.from(`${line === '' ? 'null' : line}\n`));
  }

  /** Sends everybody away who listens; whoever still may can come back. */
  dismiss(): void {
    for (const ear of [...this.#ears.keys()]) {
      this.leave(ear);
      ear.over('again');
    }
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
    for (const [ear, heard] of [...this.#ears]) {
      if (kind === 'chat' && !isNew(line, heard)) continue;
      ear.hear(line);
    }
  }

  #pause(paused: boolean): void {
    this.#paused = paused;
    for (const ear of this.#ears.keys()) ear.pause(paused);
  }

  #linger(): void {
    this.#cancelLoss?.();
    if (this.#isOver) return;
    if (this.#lingers === 0) this.end();
    else this.#cancelLoss = this.#clock.at(this.#clock.now() + this.#lingers, () => this.end());
  }

  /** To everybody else this client has lost its connection. */
  end(): void {
    this.#line?.lost();
    this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelLoss?.();
    this.#whenLost();
    const ears = [...this.#ears.keys()];
    this.#ears.clear();
    const asked = this.#asked;
    this.#asked = [];
    for (const reply of asked) reply(undefined);
    for (const ear of ears) ear.over(this.#stops ? 'stops' : 'ended');
  }
}

function isNew(line: string, heard: string[]): boolean {
  if (heard.includes(line)) return false;
  heard.push(line);
  if (heard.length > CHAT_REMEMBERED) heard.shift();
  return true;
}
