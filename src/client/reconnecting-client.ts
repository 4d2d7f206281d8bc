import type { Clock } from '../clock.ts';
import type { Intent, News, OpenPlayer, PlayerEffects, PlayerProtocol, PlayerSession } from '../protocols/player.ts';
import type { ClientConnection, ConnectionListener, Dial } from './tcp-connection.ts';

/** What becomes of the connection itself. */
type ConnectionNews =
  | { readonly kind: 'connected' }
  /** There will be another try in so many milliseconds. */
  | { readonly kind: 'lost'; readonly words: string; readonly again: number }
  /** It never came about, or the server does not speak this protocol (after `broken`): there is no use in another try. */
  | { readonly kind: 'failed'; readonly words: string }
  /** It is over, because we or the server wanted it so. */
  | { readonly kind: 'parted' };

export type ClientNews = News | ConnectionNews;

/** Milliseconds before the first new try; each further one waits twice as long, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** With the pauses between them, two and a half minutes: then what is refused will not be had any more. */
const MOST_REFUSALS = 10;
/** Milliseconds that a server has to answer our greeting. */
const LONGEST_GREETING = 10_000;

interface ReconnectingClientOptions {
  readonly dial: Dial;
  readonly protocol: PlayerProtocol;
  readonly open: OpenPlayer;
  readonly clock: Clock;
  /** Hears everything in order; what it wants meanwhile is said after all of it. */
  readonly onNews: (heard: ClientNews) => void;
}

/** One connection, and the talk over it. */
interface OpenConnection {
  readonly wire: ClientConnection;
  session: PlayerSession | undefined;
  entered: boolean;
  /** The server has said something that belongs to this protocol. */
  heard: boolean;
  /** The last that it has said for people to read. */
  remark: string | undefined;
  /** The conversation has come to its end. */
  closing: boolean;
}

/**
 * Keeps up a conversation with a server through lost connections: dials, greets, makes the wish, and after a loss dials
 * again with growing pauses and makes the same wish, so that a game goes on where the server allows it.
 */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  #call: OpenConnection | undefined;
  /** The session whose connection was lost, until its wish is granted again. */
  #before: PlayerSession | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelDeadline: (() => void) | undefined;
  #backoff = FIRST_PAUSE;
  /** So often in a row we were not taken back. */
  #refusals = 0;
  /** This server has let us in before: it is what it should be. */
  #known = false;
  /** We have said goodbye: there is no coming back. */
  #leaving = false;
  #over = true;
  #playing = false;
  /** As long as it is neither fulfilled to the end nor given up. */
  #wish: (Intent & { kind: 'seek' }) | undefined;
  #wanted: Intent[] = [];
  #telling = false;

  constructor(options: ReconnectingClientOptions) {
    this.#options = options;
  }

  /** Dials, with a wish to make as soon as it is let in; also once more after it has parted, for another game. */
  connect(wish?: Intent & { kind: 'seek' }): void {
    if (!this.#over) throw new Error('there is a call already');
    this.#over = false;
    this.#leaving = false;
    this.#wish = wish;
    this.#before = undefined;
    this.#dial();
  }

  want(intent: Intent): void {
    if (intent.kind === 'seek') this.#wish = intent;
    if (intent.kind === 'cancel') this.#wish = undefined;
    if (intent.kind === 'leave') this.#leaving = true;
    this.#wanted.push(intent);
    if (!this.#telling) this.#sayWanted();
  }

  #sayWanted(): void {
    for (let intent = this.#wanted.shift(); intent !== undefined; intent = this.#wanted.shift()) {
      const session = this.#call?.session;
      if (session !== undefined) this.#do(session.want(intent, this.#options.clock.now()));
      else if (intent.kind === 'leave') this.#end({ kind: 'parted' });
      // A wish is made, and a name is said, as soon as there is a connection.
      else if (intent.kind !== 'seek' && intent.kind !== 'enter') {
        this.#tell([{ kind: 'refused', what: intent.kind, words: 'there is no connection' }]);
      }
    }
  }

  #dial(): void {
    this.#cancelTimer = undefined;
    const mine = (hear: () => void): void => {
      if (this.#call === call) hear();
    };
    const ear: ConnectionListener = {
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
      wire: this.#options.dial(ear),
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
    this.#tell([{ kind: 'connected' }]);
    this.#do(session.open(clock.now()));
  }

  /** Carries out what the session wants, and then what whoever hears it wants. */
  #do(effects: PlayerEffects | undefined): void {
    const call = this.#call;
    if (effects === undefined || call === undefined) return;
    for (const bytes of effects.send) call.wire.send(bytes);
    for (const news of effects.news) this.#note(call, news);
    const refusal = effects.news.find((news) => news.kind === 'refused' && ['enter', 'seek'].includes(news.what));
    if (this.#before !== undefined && refusal !== undefined && ++this.#refusals < MOST_REFUSALS) {
      // Our own lost connection may still stand in the way; it will not for ever.
      this.#retry(call, 'the server does not take us back yet');
      return;
    }
    this.#tell(effects.news);
    if (this.#call !== call) return;
    const broken = effects.news.find((news) => news.kind === 'broken');
    if (broken !== undefined) this.#end({ kind: 'failed', words: broken.words });
    else if (effects.close) {
      call.closing = true;
      call.wire.close();
      // What goes on, goes on over another connection.
      if (this.#isOpen && !this.#leaving) this.#gone(call, undefined);
    }
    this.#watch();
  }

  #note(call: OpenConnection, news: News): void {
    switch (news.kind) {
      case 'entered':
        call.entered = true;
        // Some protocols let us in without a word; then what the wish is answered with shows who is there.
        if (call.heard || this.#wish === undefined) this.#know();
        // Where connecting is the wish, there is none to make.
        if (this.#wish !== undefined && this.#options.protocol.intents.includes('seek')) this.#wanted.push(this.#wish);
        break;
      case 'begun':
        this.#know();
        this.#playing = true;
        this.#settled();
        break;
      case 'waiting':
        this.#know();
        this.#settled();
        break;
      case 'ended':
        this.#playing = false;
        this.#wish = undefined;
        break;
      case 'refused':
        // It knows what it refuses, and waits for something better.
        if (call.heard) this.#know();
        break;
      case 'remark':
        call.remark = news.words;
        break;
      default:
    }
  }

  /** This server speaks the protocol. */
  #know(): void {
    this.#known = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** What was lost is made good, or a new beginning. */
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
    // That it hung up is told by what follows.
    const news = heard.filter(({ kind }) => kind !== 'remark');
    for (const each of news) this.#note(call, each);
    this.#tell(news);
    if (this.#call !== call) return;
    if (this.#leaving || (this.#known && !this.#isOpen && call.closing)) this.#end({ kind: 'parted' });
    else if (!this.#known)
      this.#end({ kind: 'failed', words: problem ?? `it hung up before it let us in${said(call)}` });
    else this.#retry(call, problem ?? 'the server hung up');
  }

  /** There is a game, or the wish for one. */
  get #isOpen(): boolean {
    return this.#playing || this.#wish !== undefined;
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
    this.#tell([{ kind: 'lost', words, again }]);
  }

  #end(last: ConnectionNews): void {
    if (this.#over) return;
    this.#over = true;
    this.#hush();
    this.#call?.wire.close();
    this.#call = undefined;
    this.#wanted = [];
    this.#tell([last]);
  }

  #hush(): void {
    this.#cancelTimer?.();
    this.#cancelDeadline?.();
    this.#cancelTimer = undefined;
    this.#cancelDeadline = undefined;
  }

  #tell(all: readonly ClientNews[]): void {
    const nested = this.#telling;
    this.#telling = true;
    for (const heard of all) this.#options.onNews(heard);
    this.#telling = nested;
    if (!nested) this.#sayWanted();
  }
}

const said = ({ remark }: OpenConnection): string => (remark === undefined ? '' : ` (it said: ${remark})`);
