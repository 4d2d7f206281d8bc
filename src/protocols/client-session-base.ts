import { joinBytes } from './bytes.ts';
import {
  type ClientEvent,
  type ClientSession,
  type ClientSessionOutput,
  type Intent,
  isMarkIntent,
  type MarkIntent,
  type NonMarkIntent,
} from './client-session-types.ts';
import type { ReadResult } from './message-read-result.ts';

const NOTHING = new Uint8Array(0);

/**
 * The base class of client sessions. It collects bytes until they form a message and handles one message at a time, in
 * order. After the end it sends and reports nothing.
 */
export abstract class ClientSessionBase<Message> implements ClientSession {
  #inbox: Uint8Array = NOTHING;
  #send: Uint8Array[] = [];
  #events: ClientEvent[] = [];
  #closed = false;
  #now = 0;

  /** Sends the first message, if the client speaks first. */
  protected abstract greet(): void;
  /** Reads one message from the front of the bytes. A malformed message is a message, too. */
  protected abstract read(bytes: Uint8Array): ReadResult<Message>;
  protected abstract onMessage(message: Message): void;
  protected abstract onIntent(intent: NonMarkIntent): void;

  /** Dead stones are marked in few protocols. */
  protected onMarkIntent(intent: MarkIntent): void {
    this.refuseUnsupported(intent.kind);
  }

  /** The time at which `rang` must be called. */
  protected get due(): number | undefined {
    return undefined;
  }

  /** The due time has come. */
  protected onDeadline(): void {}

  get deadline(): number | undefined {
    return this.#closed ? undefined : this.due;
  }

  open(now: number): ClientSessionOutput {
    this.#now = now;
    this.greet();
    return this.#takeOutput();
  }

  receive(bytes: Uint8Array, now: number): ClientSessionOutput {
    this.#now = now;
    this.#inbox = this.#inbox.length === 0 ? bytes : joinBytes(this.#inbox, bytes);
    this.#takeMessages();
    return this.#takeOutput();
  }

  want(intent: Intent, now: number): ClientSessionOutput {
    this.#now = now;
    // The only event after the end, because it answers an intent.
    if (this.#closed) this.#events.push({ kind: 'refused', what: intent.kind, words: 'the conversation is over' });
    else if (isMarkIntent(intent)) this.onMarkIntent(intent);
    else this.onIntent(intent);
    return this.#takeOutput();
  }

  tick(now: number): ClientSessionOutput {
    this.#now = now;
    if (this.deadline !== undefined && this.deadline <= now) this.onDeadline();
    return this.#takeOutput();
  }

  /** A lost connection is not the end of a game: the caller must connect again. */
  hungUp(now: number): ClientSessionOutput {
    this.#now = now;
    const cut = this.#inbox.length > 0 ? ' in the middle of a message' : '';
    this.report({ kind: 'remark', words: `the server hung up${cut}` });
    this.close();
    return this.#takeOutput();
  }

  /** The time of the current call, in milliseconds since the epoch. */
  protected get now(): number {
    return this.#now;
  }

  protected send(bytes: Uint8Array): void {
    if (!this.#closed) this.#send.push(bytes);
  }

  protected report(news: ClientEvent): void {
    if (!this.#closed) this.#events.push(news);
  }

  protected refuse(what: Intent['kind'], words: string): void {
    this.report({ kind: 'refused', what, words });
  }

  /** Reports a refusal of the server. If it answers no request of ours, it may be late, and is only shown. */
  protected refusedByServer(what: Intent['kind'] | undefined, words: string): void {
    this.report(what === undefined ? { kind: 'remark', words } : { kind: 'refused', what, words });
  }

  protected refuseUnsupported(what: Intent['kind']): void {
    this.refuse(what, 'this protocol has no words for that');
  }

  /** The server has sent an impossible message. */
  protected abort(words: string): void {
    this.report({ kind: 'broken', words });
    this.close();
  }

  /** Ends the session after everything that was sent; nothing is read or sent any more. */
  protected close(): void {
    this.#closed = true;
    this.#inbox = NOTHING;
  }

  #takeMessages(): void {
    let start = 0;
    const inbox = this.#inbox;
    while (!this.#closed && start < inbox.length) {
      const read = this.read(inbox.subarray(start));
      if (read.kind === 'more') break;
      start = read.kind === 'broken' ? inbox.length : start + read.length;
      this.onMessage(read.message);
    }
    this.#inbox = this.#closed ? NOTHING : inbox.subarray(start);
  }

  #takeOutput(): ClientSessionOutput {
    const effects = { send: this.#send, news: this.#events, close: this.#closed };
    this.#send = [];
    this.#events = [];
    return effects;
  }
}
