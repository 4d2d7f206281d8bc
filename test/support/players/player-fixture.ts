import assert from 'node:assert/strict';
import type {
  ClientEvent,
  ClientHalf,
  ClientSession,
  ClientSessionOutput,
  OpenClientSession,
} from '../../../src/protocols/client-session-types.ts';
import { DeadlineTimer } from '../../../src/server/hub/deadline-timer.ts';
import type { Connection } from '../../../src/server/hub/transport.ts';
import type { InMemoryServer } from '../server/in-memory-server.ts';
import { formatClientEvent, parseIntent } from './client-event-text.ts';

interface PlayerFixtureOptions {
  readonly server: InMemoryServer;
  readonly protocol: ClientHalf;
  /** Of the player: `name=anne&size=9`. */
  readonly settings?: string;
  /** As a transcript writes it: `plain`, or `daigo?size=9`. */
  readonly listener: string;
  readonly address?: string;
  /** So many bytes reach the player at a time. */
  readonly packet?: number;
}

/** One call: what it has said and been told belongs to it alone. */
interface FixtureConnection {
  readonly session: ClientSession;
  readonly connection: Connection;
  readonly timer: DeadlineTimer;
  open: boolean;
}

/** A player session at a whole server in memory: what is wanted goes in, and what is told comes out, as lines. */
export class PlayerFixture {
  readonly #options: PlayerFixtureOptions;
  readonly #open: OpenClientSession;
  #current: FixtureConnection | undefined;
  #news: string[] = [];
  /** Of the game that it sits at or sat at last. */
  #size = 19;

  constructor(options: PlayerFixtureOptions) {
    const { protocol, settings = '' } = options;
    const open = protocol.configure(Object.fromEntries(new URLSearchParams(settings)));
    assert(open.ok, open.ok ? '' : open.problem);
    this.#options = options;
    this.#open = open.value;
  }

  /** Calls the server, once more if it has done so before: then the new session knows the one before. */
  async connect(): Promise<string[]> {
    const { server, listener, address = '127.0.0.1' } = this.#options;
    assert(!this.isConnected, 'it is connected');
    const session = this.#open(this.#current?.session);
    const line: FixtureConnection = {
      session,
      connection: server.reception(listener)(address, {
        id: address,
        send: (bytes) => server.clock.soon(() => this.#receive(line, bytes)),
        close: () => server.clock.soon(() => this.#hungUp(line)),
        pause: () => {},
      }),
      timer: new DeadlineTimer(
        server.clock,
        () => session.deadline,
        () => this.#take(line, session.tick(server.clock.now())),
      ),
      open: true,
    };
    this.#current = line;
    this.#take(line, session.open(server.clock.now()));
    return await this.takeNews();
  }

  get isConnected(): boolean {
    return this.#current?.open === true;
  }

  /** Wants something, in the words of `intentIn`; what is told after it. */
  async want(words: string): Promise<string[]> {
    const line = this.#current;
    assert(line !== undefined, 'it has not called yet');
    this.#take(line, line.session.want(parseIntent(words, this.#size), this.#now));
    return await this.takeNews();
  }

  /** What was told since it was asked last, in the words of `inWords`, once everybody has said everything. */
  async takeNews(): Promise<string[]> {
    await this.#options.server.clock.settle();
    return this.#news.splice(0);
  }

  /** The connection is lost, and both sides notice. */
  async disconnect(): Promise<string[]> {
    const line = this.#current;
    assert(line?.open === true, 'it is not connected');
    line.connection.lost();
    this.#hungUp(line);
    return await this.takeNews();
  }

  /** The server's process is gone: the player alone notices. */
  crash(): void {
    if (this.#current?.open === true) this.#hungUp(this.#current);
  }

  get #now(): number {
    return this.#options.server.clock.now();
  }

  #receive(line: FixtureConnection, bytes: Uint8Array): void {
    const { packet = bytes.length } = this.#options;
    for (let start = 0; start < bytes.length && line.open; start += packet) {
      this.#take(line, line.session.receive(bytes.subarray(start, start + packet), this.#now));
    }
  }

  #hungUp(line: FixtureConnection): void {
    if (!line.open) return;
    line.open = false;
    line.timer.stop();
    this.#take(line, line.session.hungUp(this.#now));
  }

  #take(line: FixtureConnection, { send, news, close }: ClientSessionOutput): void {
    for (const each of news) this.#addNews(each);
    if (!line.open) return;
    for (const bytes of send) line.connection.receive(bytes);
    line.timer.adjust();
    if (!close) return;
    line.open = false;
    line.timer.stop();
    // The bytes before are on their way: the server reads them first.
    line.connection.finish();
  }

  #addNews(news: ClientEvent): void {
    if (news.kind === 'begun') this.#size = news.size;
    this.#news.push(formatClientEvent(news, this.#size));
  }
}
