import type { Move } from '../../lobby/games/game-event.ts';
import type { Intent } from '../client-session-types.ts';
import { LineClientSession } from '../line-client-session.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { type ClientMessage, makeClientMessage, parseServerMessage, type ServerMessage } from './messages.ts';

/** A request, which gets exactly one line as its answer. */
export interface QueuedRequest {
  readonly message: ClientMessage;
  /** The intent behind the request; absent for a poll. */
  readonly wanted?: Intent['kind'];
  /** The move that counts as played if the request is accepted. */
  readonly turn?: Move;
  /** The move was sent before over a connection that was lost, and may have been accepted. */
  readonly again?: true;
}

/**
 * Sends requests one at a time: the next line is always the answer to the last request. Polls with PLAY between them.
 */
export abstract class RequestSender extends LineClientSession {
  readonly #poll: number;
  #asked: QueuedRequest | undefined;
  #queue: QueuedRequest[] = [];
  #lookAt: number | undefined;
  /** A request that the server could not carry out, and the time of its next attempt. */
  #again: { readonly request: QueuedRequest; readonly at: number } | undefined;

  /** `poll`: milliseconds from an answer to the next PLAY. */
  constructor(poll: number) {
    super();
    this.#poll = poll;
  }

  /** Handles an answer; returns `false` if it cannot be the answer to that request. */
  protected abstract answered(request: QueuedRequest, answer: ServerMessage, line: string): boolean;

  /** Our move that may have been accepted without an answer. */
  protected get doubt(): Move | undefined {
    return this.#asked?.turn ?? this.#queue.find(({ again }) => again)?.turn;
  }

  protected ask(request: QueuedRequest): void {
    this.#queue.push(request);
    this.#askNext();
  }

  #askNext(): void {
    if (this.#asked !== undefined) return;
    this.#asked = this.#queue.shift();
    if (this.#asked !== undefined) this.sendLine(makeClientMessage(this.#asked.message));
  }

  /** The server cannot carry out the request now. */
  protected askAgain(request: QueuedRequest): void {
    this.#again = { request, at: this.now + RETRY_PAUSE };
  }

  /** Whether such a request is sent or queued. */
  protected isAsking(fits: (request: QueuedRequest) => boolean): boolean {
    return [this.#asked, this.#again?.request, ...this.#queue].some(
      (request) => request !== undefined && fits(request),
    );
  }

  /** Removes queued requests. */
  protected takeBack(fits: (request: QueuedRequest) => boolean): QueuedRequest[] {
    const taken = this.#queue.filter(fits);
    if (this.#again !== undefined && fits(this.#again.request)) {
      taken.push(this.#again.request);
      this.#again = undefined;
    }
    this.#queue = this.#queue.filter((request) => !fits(request));
    return taken;
  }

  protected look(): void {
    this.#lookAt = undefined;
    this.ask({ message: { kind: 'play' } });
  }

  protected lookLater(): void {
    this.#lookAt = this.now + this.#poll;
  }

  /** The time of the next attempt or poll. */
  protected override get due(): number | undefined {
    return this.#asked === undefined ? (this.#again?.at ?? this.#lookAt) : undefined;
  }

  protected get isPostponed(): boolean {
    return this.#again !== undefined;
  }

  protected override onDeadline(): void {
    const again = this.#again;
    this.#again = undefined;
    if (again === undefined) this.look();
    else this.ask(again.request);
  }

  protected override onLine(line: string): void {
    const request = this.#asked;
    // No word of this protocol contains a space, so that several spaces mean one.
    const read = parseServerMessage(line.replace(/ +/g, ' '));
    this.#asked = undefined;
    if (request === undefined) this.abort(`the server says ${quote(line)} unasked`);
    else if (!read.ok || !this.answered(request, read.value, line)) {
      this.abort(`the server answers ${quote(line)} to ${makeClientMessage(request.message)}`);
    }
    this.#askNext();
  }
}

const quote = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
