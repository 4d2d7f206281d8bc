import type { Clock } from '../clock.ts';
import type {
  ClientEvent,
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  Intent,
  OpenClientSession,
} from '../protocols/client-session-types.ts';
import type { ConnectionHandlers, Dial, TcpConnection } from './tcp-connection.ts';

/** Events of the connection itself. */
type ConnectionNews =
  | { readonly kind: 'connected' }
  /** The connection is lost; the next attempt is made after this many milliseconds. */
  | { readonly kind: 'lost'; readonly words: string; readonly again: number }
  /** The connection failed, or the server does not speak this protocol (after `broken`). No further attempt is made. */
  | { readonly kind: 'failed'; readonly words: string }
  /** The session is over, because we or the server ended it. */
  | { readonly kind: 'parted' };

export type ClientNews = ClientEvent | ConnectionNews;

/** Milliseconds before the first new attempt. Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** With the pauses between them, these attempts take two and a half minutes. */
const MOST_REFUSALS = 10;
/** Milliseconds that a server has to answer our greeting. */
const LONGEST_GREETING = 10_000;

interface ReconnectingClientOptions {
  readonly dial: Dial;
  readonly protocol: ClientHalf;
  readonly open: OpenClientSession;
  readonly clock: Clock;
  /** Gets all events in order. Intents that it raises are carried out after all events. */
  readonly onNews: (heard: ClientNews) => void;
}

/** One connection and its session. */
interface OpenConnection {
  readonly wire: TcpConnection;
  session: ClientSession | undefined;
  entered: boolean;
  /** Whether the server has sent a message of this protocol. */
  heard: boolean;
  /** The last text of the server for people. */
  remark: string | undefined;
  /** Whether the session has ended. */
  closing: boolean;
}

/**
 * Keeps up a session with a server over lost connections: connects, greets, and sends the seek. After a loss it
 * connects again with growing pauses and sends the same seek, so that the game continues if the server allows it.
 */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  #call: OpenConnection | undefined;
  /** The session of the lost connection, until its seek is accepted again. */
  #before: ClientSession | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelDeadline: (() => void) | undefined;
  #backoff = FIRST_PAUSE;
  /** Refusals in a row after a lost connection. */
  #refusals = 0;
  /** Whether the server has accepted us before, so that it is a server of this protocol. */
  #known = false;
  /** Whether we have said goodbye. */
  #leaving = false;
  #over = true;
  #playing = false;
  /** The seek, until its game has ended or it is withdrawn. */
  #seek: (Intent & { kind: 'seek' }) | undefined;
  #wanted: Intent[] = [];
  #telling = false;

  constructor(options: ReconnectingClientOptions) {
    this.#options = options;
  }

  /** Connects, and sends the seek after entering. May be called again after `parted`, for another game. */
  connect(seek?: Intent & { kind: 'seek' }): void {
    if (!this.#over) throw new Error('there is a call already');
    this.#over = false;
    this.#leaving = false;
    this.#seek = seek;
    this.#before = undefined;
    this.#dial();
  }

  want(intent: Intent): void {
    if (intent.kind === 'seek') this.#seek = intent;
    if (intent.kind === 'cancel') this.#seek = undefined;
    if (intent.kind === 'leave') this.#leaving = true;
    this.#wanted.push(intent);
    if (!this.#telling) this.#sayWanted();
  }

  #sayWanted(): void {
    for (let intent = this.#wanted.shift(); intent !== undefined; intent = this.#wanted.shift()) {
      const session = this.#call?.session;
      if (session !== undefined) this.#do(session.want(intent, this.#options.clock.now()));
      else if (intent.kind === 'leave') this.#end({ kind: 'parted' });
      // The seek and the name are sent when the connection is open.
      else if (intent.kind !== 'seek' && intent.kind !== 'enter') {
        this.#report([{ kind: 'refused', what: intent.kind, words: 'there is no connection' }]);
      }
    }
  }

  #dial(): void {
    this.#cancelTimer = undefined;
    const mine = (hear: () => void): void => {
      if (this.#call === call) hear();
    };
    const listener: ConnectionHandlers = {
      connected: () => mine(() => this.#connected(call)),
      received: (bytes) =>
        mine(() => {
          const effects = call.session?.receive(bytes, this.#options.clock.now());
          if (effects?.news.some(({ kind }) => kind !== 'remark' && kind !== 'broken')) call.heard = true;
          this.#do(effects);
        }),
      gone: (problem) => mine(() => this.#gone(call, problem)),
    };
    const call: OpenConnection = {
      wire: this.#options.dial(listener),
      session: undefined,
      entered: false,
      heard: false,
      remark: undefined,
      closing: false,
    };
    this.#call = call;
  }

  #connected(call: OpenConnection): void {
    const { clock, open } = this.#options;
    const session = open(this.#before);
    call.session = session;
    this.#cancelTimer = clock.at(clock.now() + LONGEST_GREETING, () => this.#silence(call));
    this.#report([{ kind: 'connected' }]);
    this.#do(session.open(clock.now()));
  }

  /** Carries out the effects of the session, then the intents of the event listener. */
  #do(effects: ClientSessionOutput | undefined): void {
    const call = this.#call;
    if (effects === undefined || call === undefined) return;
    for (const bytes of effects.send) call.wire.send(bytes);
    for (const news of effects.news) this.#note(call, news);
    const refusal = effects.news.find((news) => news.kind === 'refused' && ['enter', 'seek'].includes(news.what));
    if (this.#before !== undefined && refusal !== undefined && ++this.#refusals < MOST_REFUSALS) {
      // Our own lost connection may still occupy the seat; it will be released.
      this.#retry(call, 'the server does not take us back yet');
      return;
    }
    this.#report(effects.news);
    if (this.#call !== call) return;
    const broken = effects.news.find((news) => news.kind === 'broken');
    if (broken !== undefined) this.#end({ kind: 'failed', words: broken.words });
    else if (effects.close) {
      call.closing = true;
      call.wire.close();
      // The game continues over another connection.
      if (this.#isOpen && !this.#leaving) this.#gone(call, undefined);
    }
    this.#watch();
  }

  #note(call: OpenConnection, news: ClientEvent): void {
    switch (news.kind) {
      case 'entered':
        call.entered = true;
        // Some protocols send nothing when a client enters; then the answer to the seek shows that the server is there.
        if (call.heard || this.#seek === undefined) this.#know();
        // In some protocols connecting is the seek.
        if (this.#seek !== undefined && this.#options.protocol.intents.includes('seek')) this.#wanted.push(this.#seek);
        break;
      case 'begun':
        this.#know();
        this.#playing = true;
        // A game that comes with the sign-in answers the seek before it is sent.
        this.#wanted = this.#wanted.filter(({ kind }) => kind !== 'seek');
        this.#settled();
        break;
      case 'waiting':
        this.#know();
        this.#settled();
        break;
      case 'ended':
        this.#playing = false;
        this.#seek = undefined;
        break;
      case 'refused':
        // The server understands the protocol, but not this message; wait for the next one.
        if (call.heard) this.#know();
        break;
      case 'remark':
        call.remark = news.words;
        break;
      default:
    }
  }

  /** The server speaks the protocol. */
  #know(): void {
    this.#known = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** The session is restored, or a new one has begun. */
  #settled(): void {
    this.#before = undefined;
    this.#backoff = FIRST_PAUSE;
    this.#refusals = 0;
  }

  #watch(): void {
    this.#cancelDeadline?.();
    this.#cancelDeadline = undefined;
    const call = this.#call;
    const deadline = call?.session?.deadline;
    if (call === undefined || deadline === undefined) return;
    const { clock } = this.#options;
    this.#cancelDeadline = clock.at(deadline, () => {
      this.#cancelDeadline = undefined;
      if (this.#call === call) this.#do(call.session?.tick(clock.now()));
    });
  }

  #silence(call: OpenConnection): void {
    this.#cancelTimer = undefined;
    if (this.#call !== call) return;
    if (this.#known) this.#retry(call, 'the server does not answer');
    else this.#end({ kind: 'failed', words: `it does not answer${said(call)}` });
  }

  #gone(call: OpenConnection, problem: string | undefined): void {
    const heard = call.session?.hungUp(this.#options.clock.now()).news ?? [];
    // What follows reports the end of the connection.
    const news = heard.filter(({ kind }) => kind !== 'remark');
    for (const each of news) this.#note(call, each);
    this.#report(news);
    if (this.#call !== call) return;
    if (this.#leaving || (this.#known && !this.#isOpen && call.closing)) this.#end({ kind: 'parted' });
    else if (!this.#known)
      this.#end({ kind: 'failed', words: problem ?? `it hung up before it let us in${said(call)}` });
    else this.#retry(call, problem ?? 'the server hung up');
  }

  /** A game runs or a seek is open. */
  get #isOpen(): boolean {
    return this.#playing || this.#seek !== undefined;
  }

  #retry(call: OpenConnection, words: string): void {
    this.#hush();
    this.#call = undefined;
    call.wire.close();
    if (call.entered && this.#before === undefined) this.#before = call.session;
    const { clock } = this.#options;
    const again = this.#backoff;
    this.#backoff = Math.min(2 * this.#backoff, LONGEST_PAUSE);
    this.#cancelTimer = clock.at(clock.now() + again, () => this.#dial());
    this.#report([{ kind: 'lost', words, again }]);
  }

  #end(last: ConnectionNews): void {
    if (this.#over) return;
    this.#over = true;
    this.#hush();
    this.#call?.wire.close();
    this.#call = undefined;
    this.#wanted = [];
    this.#report([last]);
  }

  #hush(): void {
    this.#cancelTimer?.();
    this.#cancelDeadline?.();
    this.#cancelTimer = undefined;
    this.#cancelDeadline = undefined;
  }

  #report(all: readonly ClientNews[]): void {
    const nested = this.#telling;
    this.#telling = true;
    for (const heard of all) this.#options.onNews(heard);
    this.#telling = nested;
    if (!nested) this.#sayWanted();
  }
}

const said = ({ remark }: OpenConnection): string => (remark === undefined ? '' : ` (it said: ${remark})`);
