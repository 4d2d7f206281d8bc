import type { Command, CommandAnswer } from '../lobby/command.ts';
import type { Notice } from '../lobby/notice.ts';
import { joinBytes, type ReadResult } from './bytes.ts';
import type {
  ArchiveQuestion,
  ArchiveReply,
  Credentials,
  MessageObserver,
  ServerSession,
  ServerSessionOutput,
  SignInResult,
} from './server-session-types.ts';

const NO_BYTES = new Uint8Array(0);
const NONE: readonly never[] = [];
const NOTHING: ServerSessionOutput = { send: NONE, ask: NONE, close: false };

/**
 * The base class of server sessions. It collects bytes until they form a message, and handles one message at a time, in order.
 * If a message caused a command, the next message waits until the command is answered and its notices are sent. Otherwise the
 * session would act on a state that the command is about to change.
 */
export abstract class ServerSessionBase<Message, SentCommand extends Command = never> implements ServerSession {
  observer: MessageObserver | undefined;
  #inbox: Uint8Array = NO_BYTES;
  // To save the memory of thousands of idle sessions, an array exists only while it has elements. It begins with one element,
  // because an array that grows from empty gets room for sixteen more.
  /** The callbacks for the answers that are still missing, in order. */
  #unanswered: ((answer: CommandAnswer) => void)[] | undefined;
  /** The password that must be checked. `#onSignedIn` is the callback for the result. */
  #credentials: Credentials | undefined;
  #onSignedIn: ((result: SignInResult) => void) | undefined;
  #question: ArchiveQuestion | undefined;
  #onFound: ((reply: ArchiveReply) => void) | undefined;
  /** `proceed` has not been called since the last answer: notices may follow. */
  #awaitsProceed = false;
  #ask: Command[] | undefined;
  #send: Uint8Array[] | undefined;
  #remarks: string[] | undefined;
  #closed = false;
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  /** Called when the connection is open. In most protocols the client sends the first message. */
  protected greet(): void {}

  /** Reads one message from the front of the bytes. A malformed message is also a message. */
  protected abstract read(bytes: Uint8Array): ReadResult<Message>;
  protected abstract onMessage(message: Message): void;
  protected abstract onNotice(notice: Notice): void;
  /** Called when the answer to a command and all notices that follow from it have been handled. */
  protected onProceed(): void {}
  /** Called when the client has closed its sending side: answers a message that waits for something other than the lobby. */
  protected onInputEnded(): void {}
  /**
   * Whether a message must not be stored because of the conversation's state: in some protocols a password is an ordinary
   * line.
   */
  protected isSecret(_message: Message): boolean {
    return false;
  }

  /** When `tick` must be called; `undefined` if the protocol has no time limits. */
  get deadline(): number | undefined {
    return undefined;
  }

  protected onDeadline(): void {}

  get backlog(): number {
    return this.#inbox.length;
  }

  open(now: number): ServerSessionOutput {
    this.#now = now;
    this.greet();
    return this.#takeOutput();
  }

  receive(bytes: Uint8Array, now: number): ServerSessionOutput {
    this.#now = now;
    this.#inbox = this.#inbox.length === 0 ? bytes : joinBytes(this.#inbox, bytes);
    return this.#takeOutput();
  }

  answer(answer: CommandAnswer, now: number): ServerSessionOutput {
    this.#now = now;
    const onAnswer = this.#unanswered?.[0];
    if (this.#unanswered !== undefined && this.#unanswered.length > 1) this.#unanswered.shift();
    else this.#unanswered = undefined;
    if (onAnswer === undefined) throw new Error(`an answer without a command: ${answer.kind}`);
    this.#awaitsProceed = true;
    if (!this.#closed) onAnswer(answer);
    return this.#takeOutput();
  }

  signedIn(result: SignInResult, now: number): ServerSessionOutput {
    this.#now = now;
    const onSignedIn = this.#onSignedIn;
    this.#onSignedIn = undefined;
    if (!this.#closed) onSignedIn?.(result);
    return this.#takeOutput();
  }

  found(reply: ArchiveReply, now: number): ServerSessionOutput {
    this.#now = now;
    const onFound = this.#onFound;
    this.#onFound = undefined;
    if (!this.#closed) onFound?.(reply);
    return this.#takeOutput();
  }

  proceed(now: number): ServerSessionOutput {
    this.#now = now;
    this.#awaitsProceed = false;
    if (!this.#closed) this.onProceed();
    return this.#takeOutput();
  }

  notify(notice: Notice, now: number): ServerSessionOutput {
    this.#now = now;
    if (!this.#closed) this.onNotice(notice);
    return this.#takeOutput();
  }

  inputEnded(now: number): ServerSessionOutput {
    this.#now = now;
    if (!this.#closed) this.onInputEnded();
    return this.#takeOutput();
  }

  tick(now: number): ServerSessionOutput {
    this.#now = now;
    if (!this.#closed && this.deadline !== undefined && this.deadline <= now) this.onDeadline();
    return this.#takeOutput();
  }

  /** The time of the current call, in milliseconds since the epoch. */
  protected get now(): number {
    return this.#now;
  }

  protected send(bytes: Uint8Array): void {
    if (this.#closed) return;
    if (this.#send === undefined) this.#send = [bytes];
    else this.#send.push(bytes);
  }

  /** Sends a command to the lobby. After `close`, `onAnswer` is not called. */
  protected ask(command: Command, onAnswer: (answer: CommandAnswer) => void): void {
    if (this.#closed) return;
    if (this.#ask === undefined) this.#ask = [command];
    else this.#ask.push(command);
    if (this.#unanswered === undefined) this.#unanswered = [onAnswer];
    else this.#unanswered.push(onAnswer);
  }

  /** Sends a command to the lobby. `onAnswer` of the session handles the answer. */
  protected sendCommand(command: SentCommand): void {
    this.ask(command, (answer) => this.onAnswer(command, answer));
  }

  protected onAnswer(_command: SentCommand, _answer: CommandAnswer): void {}

  /** Requests a check of a password. The session reads no message before the result. */
  protected signIn(credentials: Credentials, onSignedIn: (result: SignInResult) => void): void {
    this.#credentials = credentials;
    this.#onSignedIn = onSignedIn;
  }

  /** Sends a question to the archive. The session reads no message before the reply. */
  protected lookUp(question: ArchiveQuestion, onFound: (reply: ArchiveReply) => void): void {
    this.#question = question;
    this.#onFound = onFound;
  }

  /** Adds a text of the client to the server's log. */
  protected remark(text: string): void {
    this.#remarks ??= [];
    this.#remarks.push(text);
  }

  /** Closes the session after everything that was sent before. Nothing is read or sent afterwards. */
  protected close(): void {
    this.#closed = true;
  }

  #takeOutput(): ServerSessionOutput {
    this.#takeMessages();
    const send = this.#send;
    const ask = this.#ask;
    const remarks = this.#remarks;
    this.#send = undefined;
    this.#ask = undefined;
    this.#remarks = undefined;
    const signIn = this.#credentials;
    this.#credentials = undefined;
    const lookUp = this.#question;
    this.#question = undefined;
    const isRare = remarks !== undefined || signIn !== undefined || lookUp !== undefined;
    if (send === undefined && ask === undefined && !isRare && !this.#closed) return NOTHING;
    const output = { send: send ?? NONE, ask: ask ?? NONE, close: this.#closed };
    if (!isRare) return output;
    return { ...output, ...(remarks && { remarks }), ...(signIn && { signIn }), ...(lookUp && { lookUp }) };
  }

  get #canRead(): boolean {
    const isWaiting = this.#unanswered !== undefined || this.#onSignedIn !== undefined || this.#onFound !== undefined;
    return !this.#closed && !this.#awaitsProceed && !isWaiting;
  }

  #takeMessages(): void {
    let start = 0;
    while (this.#canRead && start < this.#inbox.length) {
      const read = this.read(start === 0 ? this.#inbox : this.#inbox.subarray(start));
      if (read.kind === 'more') break;
      const end = read.kind === 'broken' ? this.#inbox.length : start + read.length;
      this.observer?.received(this.#inbox.subarray(start, end), this.#now, this.isSecret(read.message));
      start = end;
      this.onMessage(read.message);
    }
    // An empty subarray would keep the whole buffer in memory.
    if (this.#closed || start === this.#inbox.length) this.#inbox = NO_BYTES;
    else if (start > 0) this.#inbox = this.#inbox.subarray(start);
  }
}
