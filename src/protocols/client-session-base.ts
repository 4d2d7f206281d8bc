import type { Intent, News, PlayerEffects, PlayerSession } from './client-session.ts';
import type { Read } from './server-session-base.ts';

const NOTHING = new Uint8Array(0);

/**
 * What the client's side of every conversation has in common: bytes are gathered until they make a message, messages are
 * taken one at a time and in order, and after the end nothing is said, told or taken any more.
 */
export abstract class ClientSessionBase<Message> implements PlayerSession {
  #inbox: Uint8Array = NOTHING;
  #send: Uint8Array[] = [];
  #news: News[] = [];
  #closed = false;
  #now = 0;

  /** What a client says first, if anything. */
  protected abstract greet(): void;
  /** Reads one message from the front of the bytes; what cannot be understood is a message too. */
  protected abstract read(bytes: Uint8Array): Read<Message>;
  protected abstract received(message: Message): void;
  protected abstract wanted(intent: Intent): void;
  /** When `rang` is to be called; never where nothing is waited for. */
  protected get due(): number | undefined {
    return undefined;
  }

  /** What was due has come. */
  protected rang(): void {}

  get deadline(): number | undefined {
    return this.#closed ? undefined : this.due;
  }

  open(now: number): PlayerEffects {
    this.#now = now;
    this.greet();
    return this.#takeEffects();
  }

  receive(bytes: Uint8Array, now: number): PlayerEffects {
    this.#now = now;
    this.#inbox = this.#inbox.length === 0 ? bytes : Buffer.concat([this.#inbox, bytes]);
    this.#takeMessages();
    return this.#takeEffects();
  }

  want(intent: Intent, now: number): PlayerEffects {
    this.#now = now;
    // The one thing that is told after the end, because somebody asks.
    if (this.#closed) this.#news.push({ kind: 'refused', what: intent.kind, words: 'the conversation is over' });
    else this.wanted(intent);
    return this.#takeEffects();
  }

  tick(now: number): PlayerEffects {
    this.#now = now;
    if (this.deadline !== undefined && this.deadline <= now) this.rang();
    return this.#takeEffects();
  }

  /** A lost connection is no end of a game: whoever drives this session knows that it must call again. */
  hungUp(now: number): PlayerEffects {
    this.#now = now;
    const cut = this.#inbox.length > 0 ? ' in the middle of a message' : '';
    this.tell({ kind: 'remark', words: `the server hung up${cut}` });
    this.close();
    return this.#takeEffects();
  }

  /** Milliseconds since the epoch, as of the call being served. */
  protected get now(): number {
    return this.#now;
  }

  protected send(bytes: Uint8Array): void {
    if (!this.#closed) this.#send.push(bytes);
  }

  protected tell(news: News): void {
    if (!this.#closed) this.#news.push(news);
  }

  protected refuse(what: Intent['kind'], words: string): void {
    this.tell({ kind: 'refused', what, words });
  }

  protected hasNoWords(what: Intent['kind']): void {
    this.refuse(what, 'this protocol has no words for that');
  }

  /** The server says what it cannot say now, or at all. */
  protected break(words: string): void {
    this.tell({ kind: 'broken', words });
    this.close();
  }

  /** Ends the conversation after what was sent; nothing is read or said any more. */
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
      this.received(read.message);
    }
    this.#inbox = this.#closed ? NOTHING : inbox.subarray(start);
  }

  #takeEffects(): PlayerEffects {
    const effects = { send: this.#send, news: this.#news, close: this.#closed };
    this.#send = [];
    this.#news = [];
    return effects;
  }
}
