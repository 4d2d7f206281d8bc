import type { Move } from '../../lobby/notice.ts';
import type { Intent } from '../client-session.ts';
import { LineClientSession } from '../line-client-session.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { type ClientMessage, makeClientMessage, parseServerMessage, type ServerMessage } from './messages.ts';

/** One line of ours, for which one line comes back. */
export interface Request {
  readonly message: ClientMessage;
  /** What it is said for, unless we look by ourselves how things stand. */
  readonly wanted?: Intent['kind'];
  /** What is taken if it is granted. */
  readonly turn?: Move;
  /** The turn was said before over a connection that was lost, and may stand already. */
  readonly again?: true;
}

/**
 * Whoever asks in DAIGO: it never speaks before its last line is answered, so that every answer is the next line, and at
 * times it looks by PLAY how things stand.
 */
export abstract class RequestSender extends LineClientSession {
  readonly #poll: number;
  #asked: Request | undefined;
  #queue: Request[] = [];
  #lookAt: number | undefined;
  /** What the server could not do now, and when it is asked again. */
  #again: { readonly request: Request; readonly at: number } | undefined;

  /** `poll`: milliseconds from an answer to the next PLAY. */
  constructor(poll: number) {
    super();
    this.#poll = poll;
  }

  /** Takes an answer in; `false` if it can be none to that request. */
  protected abstract answered(request: Request, answer: ServerMessage, line: string): boolean;

  /** Our turn that may have been taken without our having heard of it. */
  protected get doubt(): Move | undefined {
    return this.#asked?.turn ?? this.#queue.find(({ again }) => again)?.turn;
  }

  protected ask(request: Request): void {
    this.#queue.push(request);
    this.#askNext();
  }

  #askNext(): void {
    if (this.#asked !== undefined) return;
    this.#asked = this.#queue.shift();
    if (this.#asked !== undefined) this.say(makeClientMessage(this.#asked.message));
  }

  /** The server cannot do it now. */
  protected askAgain(request: Request): void {
    this.#again = { request, at: this.now + RETRY_PAUSE };
  }

  /** Whether something like that is asked, or is about to be. */
  protected isAsking(fits: (request: Request) => boolean): boolean {
    return [this.#asked, this.#again?.request, ...this.#queue].some(
      (request) => request !== undefined && fits(request),
    );
  }

  /** Takes back what is not said yet, or is to be said again. */
  protected takeBack(fits: (request: Request) => boolean): Request[] {
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

  /** When something is to be asked again, or to be looked at. */
  protected override get due(): number | undefined {
    return this.#asked === undefined ? (this.#again?.at ?? this.#lookAt) : undefined;
  }

  protected get isPostponed(): boolean {
    return this.#again !== undefined;
  }

  protected override rang(): void {
    const again = this.#again;
    this.#again = undefined;
    if (again === undefined) this.look();
    else this.ask(again.request);
  }

  protected override heard(line: string): void {
    const request = this.#asked;
    // No word of this protocol has a space in it, so that more of them between two say nothing.
    const read = parseServerMessage(line.replace(/ +/g, ' '));
    this.#asked = undefined;
    if (request === undefined) this.break(`the server says ${quote(line)} unasked`);
    else if (!read.ok || !this.answered(request, read.value, line)) {
      this.break(`the server answers ${quote(line)} to ${makeClientMessage(request.message)}`);
    }
    this.#askNext();
  }
}

const quote = (line: string): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
