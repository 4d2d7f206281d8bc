import assert from 'node:assert/strict';
import type {
  ClientEvent,
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  OpenClientSession,
} from '../../../src/protocols/client-session-types.ts';
import { DeadlineTimer } from '../../../src/server/hub/deadline-timer.ts';
import type { TransportCallbacks } from '../../../src/server/hub/transport.ts';
import type { InMemoryServer } from '../server/in-memory-server.ts';
import { formatClientEvent, parseIntent } from './client-event-text.ts';

interface ClientSessionFixtureOptions {
  readonly server: InMemoryServer;
  readonly protocol: ClientHalf;
  /** The settings of the client session, such as `name=anne&size=9`. */
  readonly settings?: string;
  /** In the form of transcripts, such as `plain` or `daigo?size=9`. */
  readonly listener: string;
  readonly address?: string;
  /** The number of bytes that the session receives at a time. */
  readonly packet?: number;
}

/** One connection with its session. */
interface FixtureConnection {
  readonly session: ClientSession;
  readonly connection: TransportCallbacks;
  readonly timer: DeadlineTimer;
  open: boolean;
}

/** A client session that is connected to a whole server in memory. Intents go in and events come out, as lines of text. */
export class ClientSessionFixture {
  readonly #options: ClientSessionFixtureOptions;
  readonly #open: OpenClientSession;
  #current: FixtureConnection | undefined;
  #events: string[] = [];
  /** The board size of its running or last game. */
  #size = 19;

  constructor(options: ClientSessionFixtureOptions) {
    const { protocol, settings = '' } = options;
    const open = protocol.configure(Object.fromEntries(new URLSearchParams(settings)));
    assert(open.ok, open.ok ? '' : open.problem);
    this.#options = options;
    this.#open = open.value;
  }

  /** Connects to the server. After a reconnect, the new session knows the earlier one. Returns the events. */
  async connect(): Promise<string[]> {
    const { server, listener, address = '127.0.0.1' } = this.#options;
    assert(!this.isConnected, 'it is connected');
    const session = this.#open(this.#current?.session);
    const link: FixtureConnection = {
      session,
      connection: server.reception(listener)(address, {
        id: address,
        send: (bytes) => server.clock.soon(() => this.#receive(link, bytes)),
        close: () => server.clock.soon(() => this.#hungUp(link)),
        pause: () => {},
      }),
      timer: new DeadlineTimer(
        server.clock,
        () => session.deadline,
        () => this.#take(link, session.tick(server.clock.now())),
      ),
      open: true,
    };
    this.#current = link;
    this.#take(link, session.open(server.clock.now()));
    return await this.takeEvents();
  }

  get isConnected(): boolean {
    return this.#current?.open === true;
  }

  /** Gives the session an intent, as `parseIntent` reads it. Returns the events after it. */
  async perform(text: string): Promise<string[]> {
    const link = this.#current;
    assert(link !== undefined, 'it has not connected yet');
    this.#take(link, link.session.perform(parseIntent(text, this.#size), this.#now));
    return await this.takeEvents();
  }

  /** Delivers all waiting messages, and returns the events since the last call, as `formatClientEvent` writes it. */
  async takeEvents(): Promise<string[]> {
    await this.#options.server.clock.settle();
    return this.#events.splice(0);
  }

  /** The connection is lost, and both sides notice it. */
  async disconnect(): Promise<string[]> {
    const link = this.#current;
    assert(link?.open === true, 'it is not connected');
    link.connection.lost();
    this.#hungUp(link);
    return await this.takeEvents();
  }

  /** The server's process has died: only the client notices it. */
  crash(): void {
    if (this.#current?.open === true) this.#hungUp(this.#current);
  }

  get #now(): number {
    return this.#options.server.clock.now();
  }

  #receive(link: FixtureConnection, bytes: Uint8Array): void {
    const { packet = bytes.length } = this.#options;
    for (let start = 0; start < bytes.length && link.open; start += packet) {
      this.#take(link, link.session.receive(bytes.subarray(start, start + packet), this.#now));
    }
  }

  #hungUp(link: FixtureConnection): void {
    if (!link.open) return;
    link.open = false;
    link.timer.stop();
    this.#take(link, link.session.disconnected(this.#now));
  }

  #take(link: FixtureConnection, { send, events, close }: ClientSessionOutput): void {
    for (const each of events) this.#addEvent(each);
    if (!link.open) return;
    for (const bytes of send) link.connection.receive(bytes);
    link.timer.adjust();
    if (!close) return;
    link.open = false;
    link.timer.stop();
    // The server reads the bytes that were sent before the close first.
    link.connection.finish();
  }

  #addEvent(event: ClientEvent): void {
    if (event.kind === 'game-started') this.#size = event.size;
    this.#events.push(formatClientEvent(event, this.#size));
  }
}
