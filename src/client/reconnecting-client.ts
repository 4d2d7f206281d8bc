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
type ConnectionEvent =
  | { readonly kind: 'connected' }
  /** The connection is lost; the next attempt is made after this many milliseconds. */
  | { readonly kind: 'connection-lost'; readonly text: string; readonly retryIn: number }
  /** The connection failed, or the server does not speak this protocol (after `protocol-error`). No further attempt is made. */
  | { readonly kind: 'connection-failed'; readonly text: string }
  /** The session is over, because we or the server ended it. */
  | { readonly kind: 'disconnected' };

export type ReconnectingClientEvent = ClientEvent | ConnectionEvent;

/** Milliseconds before the first new attempt. Each further pause is twice as long, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** With the pauses between them, these attempts take two and a half minutes. */
const MOST_ATTEMPTS = 10;
/** Milliseconds that a server has to answer our greeting. */
const GREETING_TIMEOUT = 10_000;

interface ReconnectingClientOptions {
  readonly dial: Dial;
  readonly protocol: ClientHalf;
  readonly open: OpenClientSession;
  readonly clock: Clock;
  /** Gets all events in order. Intents that it requests are carried out after all events. */
  readonly onEvent: (event: ReconnectingClientEvent) => void;
}

interface OpenConnection {
  readonly tcp: TcpConnection;
  session: ClientSession | undefined;
  hasEntered: boolean;
  /** Whether the server has sent a message of this protocol. */
  hasAnswered: boolean;
  /** The last text of the server for the user. */
  remark: string | undefined;
  /** Whether the session has ended. */
  isClosing: boolean;
}

/**
 * A client whose session with the server survives lost connections. It connects, greets the server, and sends the seek.
 * After a lost connection it connects again, with growing pauses, and sends the same seek, so that the game continues if
 * the server allows this.
 */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  #current: OpenConnection | undefined;
  /** The session of the lost connection, until its seek is accepted again. */
  #lostSession: ClientSession | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelDeadline: (() => void) | undefined;
  #backoff = FIRST_PAUSE;
  /** Refusals in a row after a lost connection. */
  #refusals = 0;
  /** Whether the server has accepted us before, so that it is a server of this protocol. */
  #isServerKnown = false;
  #isLeaving = false;
  #isOver = true;
  #isPlaying = false;
  /** The seek, until its game has ended or the seek is cancelled. */
  #seek: (Intent & { kind: 'seek' }) | undefined;
  #pendingIntents: Intent[] = [];
  #isReporting = false;

  constructor(options: ReconnectingClientOptions) {
    this.#options = options;
  }

  /** Connects, and sends the seek after entering. May be called again after `disconnected`, for another game. */
  connect(seek?: Intent & { kind: 'seek' }): void {
    if (!this.#isOver) throw new Error('the client is already connected');
    this.#isOver = false;
    this.#isLeaving = false;
    this.#seek = seek;
    this.#lostSession = undefined;
    this.#dial();
  }

  perform(intent: Intent): void {
    if (intent.kind === 'seek') this.#seek = intent;
    if (intent.kind === 'cancel') this.#seek = undefined;
    if (intent.kind === 'leave') this.#isLeaving = true;
    this.#pendingIntents.push(intent);
    if (!this.#isReporting) this.#sendPendingIntents();
  }

  #sendPendingIntents(): void {
    for (let intent = this.#pendingIntents.shift(); intent !== undefined; intent = this.#pendingIntents.shift()) {
      const session = this.#current?.session;
      if (session !== undefined) this.#carryOut(session.perform(intent, this.#options.clock.now()));
      else if (intent.kind === 'leave') this.#end({ kind: 'disconnected' });
      // The seek and the name are sent when the connection is open.
      else if (intent.kind !== 'seek' && intent.kind !== 'enter') {
        this.#report([{ kind: 'refused', intent: intent.kind, text: 'there is no connection to the server' }]);
      }
    }
  }

  #dial(): void {
    this.#cancelTimer = undefined;
    const ifCurrent = (run: () => void): void => {
      if (this.#current === connection) run();
    };
    const handlers: ConnectionHandlers = {
      connected: () => ifCurrent(() => this.#connected(connection)),
      received: (bytes) =>
        ifCurrent(() => {
          const effects = connection.session?.receive(bytes, this.#options.clock.now());
          if (effects?.events.some(({ kind }) => kind !== 'remark' && kind !== 'protocol-error'))
            connection.hasAnswered = true;
          this.#carryOut(effects);
        }),
      closed: (problem) => ifCurrent(() => this.#onClosed(connection, problem)),
    };
    const connection: OpenConnection = {
      tcp: this.#options.dial(handlers),
      session: undefined,
      hasEntered: false,
      hasAnswered: false,
      remark: undefined,
      isClosing: false,
    };
    this.#current = connection;
  }

  #connected(connection: OpenConnection): void {
    const { clock, open } = this.#options;
    const session = open(this.#lostSession);
    connection.session = session;
    this.#cancelTimer = clock.at(clock.now() + GREETING_TIMEOUT, () => this.#onSilence(connection));
    this.#report([{ kind: 'connected' }]);
    this.#carryOut(session.open(clock.now()));
  }

  /** Carries out the effects of the session, then the intents that `onEvent` has requested. */
  #carryOut(effects: ClientSessionOutput | undefined): void {
    const connection = this.#current;
    if (effects === undefined || connection === undefined) return;
    for (const bytes of effects.send) connection.tcp.send(bytes);
    for (const event of effects.events) this.#track(connection, event);
    const refusal = effects.events.find(
      (event) => event.kind === 'refused' && ['enter', 'seek'].includes(event.intent),
    );
    if (this.#lostSession !== undefined && refusal !== undefined && ++this.#refusals < MOST_ATTEMPTS) {
      // The server may not have noticed that our old connection is lost, which then still has the seat.
      this.#retry(connection, 'the server does not accept the player back yet');
      return;
    }
    this.#report(effects.events);
    if (this.#current !== connection) return;
    const protocolError = effects.events.find((event) => event.kind === 'protocol-error');
    if (protocolError !== undefined) this.#end({ kind: 'connection-failed', text: protocolError.text });
    else if (effects.close) {
      connection.isClosing = true;
      connection.tcp.close();
      // The game continues over another connection.
      if (this.#isOpen && !this.#isLeaving) this.#onClosed(connection, undefined);
    }
    this.#setDeadlineTimer();
  }

  #track(connection: OpenConnection, event: ClientEvent): void {
    switch (event.kind) {
      case 'entered':
        connection.hasEntered = true;
        // In some protocols, entering has no answer. Then only the answer to the seek shows that the server is there.
        if (connection.hasAnswered || this.#seek === undefined) this.#confirmProtocol();
        // In some protocols, connecting is the seek, and there is no message for a seek.
        if (this.#seek !== undefined && this.#options.protocol.intents.includes('seek'))
          this.#pendingIntents.push(this.#seek);
        break;
      case 'game-started':
        this.#confirmProtocol();
        this.#isPlaying = true;
        // If a game starts when the client enters, the pending seek is not needed any more.
        this.#pendingIntents = this.#pendingIntents.filter(({ kind }) => kind !== 'seek');
        this.#resetRetries();
        break;
      case 'waiting':
        this.#confirmProtocol();
        this.#resetRetries();
        break;
      case 'game-ended':
        this.#isPlaying = false;
        this.#seek = undefined;
        break;
      case 'refused':
        // The server understands the protocol, but not this message; wait for the next one.
        if (connection.hasAnswered) this.#confirmProtocol();
        break;
      case 'remark':
        connection.remark = event.text;
        break;
      default:
    }
  }

  /** Notes that the server speaks the protocol. */
  #confirmProtocol(): void {
    this.#isServerKnown = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  /** Resets pause and refusals, and drops the lost session. Called when the session is restored or a new one has begun. */
  #resetRetries(): void {
    this.#lostSession = undefined;
    this.#backoff = FIRST_PAUSE;
    this.#refusals = 0;
  }

  #setDeadlineTimer(): void {
    this.#cancelDeadline?.();
    this.#cancelDeadline = undefined;
    const connection = this.#current;
    const deadline = connection?.session?.deadline;
    if (connection === undefined || deadline === undefined) return;
    const { clock } = this.#options;
    this.#cancelDeadline = clock.at(deadline, () => {
      this.#cancelDeadline = undefined;
      if (this.#current === connection) this.#carryOut(connection.session?.tick(clock.now()));
    });
  }

  #onSilence(connection: OpenConnection): void {
    this.#cancelTimer = undefined;
    if (this.#current !== connection) return;
    if (this.#isServerKnown) this.#retry(connection, 'the server does not answer');
    else this.#end({ kind: 'connection-failed', text: `the server does not answer${remarkText(connection)}` });
  }

  #onClosed(connection: OpenConnection, problem: string | undefined): void {
    const events = connection.session?.disconnected(this.#options.clock.now()).events ?? [];
    // The remarks are dropped, because the next event reports the end of the connection.
    const reported = events.filter(({ kind }) => kind !== 'remark');
    for (const each of reported) this.#track(connection, each);
    this.#report(reported);
    if (this.#current !== connection) return;
    if (this.#isLeaving || (this.#isServerKnown && !this.#isOpen && connection.isClosing))
      this.#end({ kind: 'disconnected' });
    else if (!this.#isServerKnown)
      this.#end({
        kind: 'connection-failed',
        text: problem ?? `the server closed the connection before the login${remarkText(connection)}`,
      });
    else this.#retry(connection, problem ?? 'the server closed the connection');
  }

  /** Whether a game runs or a seek is open. */
  get #isOpen(): boolean {
    return this.#isPlaying || this.#seek !== undefined;
  }

  #retry(connection: OpenConnection, text: string): void {
    this.#cancelTimers();
    this.#current = undefined;
    connection.tcp.close();
    if (connection.hasEntered && this.#lostSession === undefined) this.#lostSession = connection.session;
    const { clock } = this.#options;
    const retryIn = this.#backoff;
    this.#backoff = Math.min(2 * this.#backoff, LONGEST_PAUSE);
    this.#cancelTimer = clock.at(clock.now() + retryIn, () => this.#dial());
    this.#report([{ kind: 'connection-lost', text, retryIn }]);
  }

  #end(last: ConnectionEvent): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimers();
    this.#current?.tcp.close();
    this.#current = undefined;
    this.#pendingIntents = [];
    this.#report([last]);
  }

  #cancelTimers(): void {
    this.#cancelTimer?.();
    this.#cancelDeadline?.();
    this.#cancelTimer = undefined;
    this.#cancelDeadline = undefined;
  }

  #report(all: readonly ReconnectingClientEvent[]): void {
    const nested = this.#isReporting;
    this.#isReporting = true;
    for (const event of all) this.#options.onEvent(event);
    this.#isReporting = nested;
    if (!nested) this.#sendPendingIntents();
  }
}

const remarkText = ({ remark }: OpenConnection): string =>
  remark === undefined ? '' : ` (its last message: ${remark})`;
