import type { Move } from '../../lobby/games/game-event.ts';
import type { Intent } from '../client-session-types.ts';
import { LineClientSession, quoteLine } from '../line-client-session.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { type ClientMessage, makeClientMessage, parseServerMessage, type ServerMessage } from './messages.ts';

/** A request. The server answers each request with exactly one line. */
export interface QueuedRequest {
  readonly message: ClientMessage;
  /** The intent that the request carries out. Absent for a poll. */
  readonly intent?: Intent['kind'];
  /** The move that counts as played if the request is accepted. */
  readonly move?: Move;
  /** The move was sent before, over a connection that was lost. It may have been accepted. */
  readonly isRepeated?: true;
}

/**
 * Sends requests one at a time: each line of the server is the answer to the last request. Between requests, it polls with
 * PLAY.
 */
export abstract class RequestSender extends LineClientSession {
  readonly #pollInterval: number;
  #sent: QueuedRequest | undefined;
  #queue: QueuedRequest[] = [];
  #pollAt: number | undefined;
  /** A request that the server could not carry out, and the time of its next attempt. */
  #postponed: { readonly request: QueuedRequest; readonly at: number } | undefined;

  /** `pollInterval`: milliseconds between the answer to PLAY and the next PLAY. */
  constructor(pollInterval: number) {
    super();
    this.#pollInterval = pollInterval;
  }

  /** Handles an answer. Returns `false` if it cannot be an answer to this request. */
  protected abstract onAnswer(request: QueuedRequest, answer: ServerMessage, line: string): boolean;

  /** Our move that may have been accepted without an answer. */
  protected get unansweredMove(): Move | undefined {
    return this.#sent?.move ?? this.#queue.find(({ isRepeated }) => isRepeated)?.move;
  }

  protected sendRequest(request: QueuedRequest): void {
    this.#queue.push(request);
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.#sent !== undefined) return;
    this.#sent = this.#queue.shift();
    if (this.#sent !== undefined) this.sendLine(makeClientMessage(this.#sent.message));
  }

  /** Sends the request again after a pause, because the server cannot carry it out now. */
  protected postpone(request: QueuedRequest): void {
    this.#postponed = { request, at: this.now + RETRY_PAUSE };
  }

  /** Whether such a request is sent or queued. */
  protected hasRequest(fits: (request: QueuedRequest) => boolean): boolean {
    return [this.#sent, this.#postponed?.request, ...this.#queue].some(
      (request) => request !== undefined && fits(request),
    );
  }

  /** Removes and returns the requests that are queued or postponed. */
  protected removeQueued(fits: (request: QueuedRequest) => boolean): QueuedRequest[] {
    const taken = this.#queue.filter(fits);
    if (this.#postponed !== undefined && fits(this.#postponed.request)) {
      taken.push(this.#postponed.request);
      this.#postponed = undefined;
    }
    this.#queue = this.#queue.filter((request) => !fits(request));
    return taken;
  }

  protected poll(): void {
    this.#pollAt = undefined;
    this.sendRequest({ message: { kind: 'play' } });
  }

  protected schedulePoll(): void {
    this.#pollAt = this.now + this.#pollInterval;
  }

  /** The time of the next attempt or poll. */
  protected override get due(): number | undefined {
    return this.#sent === undefined ? (this.#postponed?.at ?? this.#pollAt) : undefined;
  }

  protected get isPostponed(): boolean {
    return this.#postponed !== undefined;
  }

  protected override onDeadline(): void {
    const postponed = this.#postponed;
    this.#postponed = undefined;
    if (postponed === undefined) this.poll();
    else this.sendRequest(postponed.request);
  }

  protected override onLine(line: string): void {
    const request = this.#sent;
    // No word of this protocol contains a space, so several spaces count as one.
    const read = parseServerMessage(line.replace(/ +/g, ' '));
    this.#sent = undefined;
    if (request === undefined) this.abort(`the server says ${quoteLine(line)} without a request`);
    else if (!read.ok || !this.onAnswer(request, read.value, line)) {
      this.abort(`the server answers ${quoteLine(line)} to ${makeClientMessage(request.message)}`);
    }
    this.#sendNext();
  }
}
