import { joinBytes, type ReadResult } from './bytes.ts';
import {
  type ClientEvent,
  type ClientSession,
  type ClientSessionOutput,
  type Intent,
  isMarkIntent,
  type MarkIntent,
  type NonMarkIntent,
} from './client-session-types.ts';

const NOTHING = new Uint8Array(0);

/**
 * The base class of client sessions. It collects bytes until they form a message, and handles one message at a time, in
 * order. A closed session sends and reports nothing.
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

  /** Most protocols have no marking of dead stones, so the default refuses the intent. */
  protected onMarkIntent(intent: MarkIntent): void {
    this.refuseUnsupported(intent.kind);
  }

  /** The time at which `tick` must be called. */
  protected get due(): number | undefined {
    return undefined;
  }

  /** Called when the time `due` has come. */
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

  perform(intent: Intent, now: number): ClientSessionOutput {
    this.#now = now;
    // A closed session reports no other event. This one answers an intent.
    if (this.#closed) this.#events.push({ kind: 'refused', intent: intent.kind, text: 'the session is over' });
    else if (isMarkIntent(intent)) this.onMarkIntent(intent);
    else this.onIntent(intent);
    return this.#takeOutput();
  }

  tick(now: number): ClientSessionOutput {
    this.#now = now;
    if (this.deadline !== undefined && this.deadline <= now) this.onDeadline();
    return this.#takeOutput();
  }

  /** A lost connection does not end the game: the caller must connect again. */
  disconnected(now: number): ClientSessionOutput {
    this.#now = now;
    const cut = this.#inbox.length > 0 ? ' in the middle of a message' : '';
    this.report({ kind: 'remark', text: `the server closed the connection${cut}` });
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

  protected report(event: ClientEvent): void {
    if (!this.#closed) this.#events.push(event);
  }

  protected refuse(intent: Intent['kind'], text: string): void {
    this.report({ kind: 'refused', intent, text });
  }

  /** Reports a refusal by the server. A refusal that answers no request of ours may be late, so it is only shown. */
  protected refusedByServer(intent: Intent['kind'] | undefined, text: string): void {
    this.report(intent === undefined ? { kind: 'remark', text } : { kind: 'refused', intent, text });
  }

  /** Refuses an intent for which the protocol has no message. */
  protected refuseUnsupported(what: Intent['kind']): void {
    this.refuse(what, 'this protocol has no message for that');
  }

  /** Reports that the server has broken the protocol, and closes the session. */
  protected abort(text: string): void {
    this.report({ kind: 'protocol-error', text });
    this.close();
  }

  /** Closes the session after everything that was sent before. Nothing is read or sent afterwards. */
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
    const output = { send: this.#send, events: this.#events, close: this.#closed };
    this.#send = [];
    this.#events = [];
    return output;
  }
}
