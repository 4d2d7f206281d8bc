import type { Intent } from '../client-session-types.ts';
import type { ClientSessionSettings } from './client-session-settings.ts';
import type { ErrorName, ServerMessage } from './messages.ts';
import { isName, isWord, NAME_FORM } from './name.ts';
import { type QueuedRequest, RequestSender } from './request-sender.ts';

/**
 * `greeting`: HELO is not answered yet. `nameless`: HELO was refused. `returning`: PLAY was sent to find out whether an
 * earlier game continues. `joined`: JOIN was accepted, and no answer to PLAY has shown yet that a game has begun.
 */
export type ClientSessionStage =
  | 'greeting'
  | 'nameless'
  | 'free'
  | 'returning'
  | 'seeking'
  | 'joined'
  | 'waiting'
  | 'playing';

type Seek = Intent & { readonly kind: 'seek' };

/** Enters the server, and finds an opponent by LIST, JOIN and CREATE. */
export abstract class ClientOpponentFinder extends RequestSender {
  protected readonly settings: ClientSessionSettings;
  protected stage: ClientSessionStage = 'greeting';
  /** The wanted opponent, or the opponent for whom JOIN was accepted. */
  protected opponent: string | undefined;
  #name: string;

  constructor(settings: ClientSessionSettings, name: string) {
    super(settings.poll);
    this.settings = settings;
    this.#name = name;
  }

  /** Called when JOIN or CREATE was accepted. */
  protected abstract foundGame(how: 'joined' | 'waiting'): void;

  get name(): string {
    return this.#name;
  }

  protected get hasEntered(): boolean {
    return this.stage !== 'greeting' && this.stage !== 'nameless';
  }

  protected override greet(): void {
    this.sendRequest({ message: { kind: 'helo', name: this.#name }, intent: 'enter' });
  }

  protected enter(name: string): void {
    if (this.stage !== 'nameless') this.refuse('enter', 'the name is already set or requested');
    else if (!isName(name)) this.refuse('enter', `a name is ${NAME_FORM}`);
    else {
      this.#name = name;
      this.stage = 'greeting';
      this.greet();
    }
  }

  protected lobby(): void {
    if (this.hasEntered) this.sendRequest({ message: { kind: 'list' }, intent: 'lobby' });
    else this.refuse('lobby', 'the login is not complete');
  }

  /** The reason why a seek cannot be sent. Undefined: it can be sent. */
  protected problemOf({ size = this.settings.size, opponent }: Seek): string | undefined {
    if (!this.hasEntered) return 'the login is not complete';
    if (this.stage !== 'free') return 'a game is running, or the client waits for one';
    if (size !== this.settings.size) return `the size cannot be chosen; by the setting it is ${this.settings.size}`;
    return opponent === undefined || isName(opponent) ? undefined : `a name is ${NAME_FORM}`;
  }

  protected findGame(): void {
    this.stage = 'seeking';
    if (this.opponent === undefined) this.sendRequest({ message: { kind: 'list' }, intent: 'seek' });
    else this.#join(this.opponent);
  }

  /** Handles the answer to HELO, LIST, JOIN or CREATE. Returns `false` if it cannot be an answer to the request. */
  protected onFindAnswer({ message, intent = 'seek' }: QueuedRequest, answer: ServerMessage, line: string): boolean {
    if (answer.kind === 'error') return this.#onError(message.kind, intent, answer.error, line);
    switch (message.kind) {
      case 'helo':
        this.stage = 'free';
        if (answer.kind === 'ok') this.report({ kind: 'entered', name: this.#name });
        return answer.kind === 'ok';
      case 'list':
        if (answer.kind !== 'games') return false;
        if (intent === 'lobby') this.report({ kind: 'lobby', who: 'waiting', names: answer.names });
        // JOIN cannot contain all names.
        else this.#onSeekList(answer.names.filter(isWord));
        return true;
      case 'join':
        this.opponent = message.name;
        if (answer.kind === 'ok') this.foundGame('joined');
        return answer.kind === 'ok';
      case 'create':
        if (answer.kind !== 'ok') return false;
        this.foundGame('waiting');
        this.sendRequest({ message: { kind: 'list' }, intent: 'seek' });
        return true;
      default:
        return false;
    }
  }

  #onSeekList(names: readonly string[]): void {
    if (this.stage === 'waiting') this.#reconnectIfLater(names);
    else this.#joinOrCreate(names.find((name) => name !== this.#name));
  }

  #joinOrCreate(host: string | undefined): void {
    if (host === undefined) this.sendRequest({ message: { kind: 'create' }, intent: 'seek' });
    else this.#join(host);
  }

  /**
   * Another client may have sent CREATE between our LIST and our CREATE, and then both would wait forever. CREATE cannot be
   * withdrawn. Therefore the client that is later in the list disconnects, connects again and joins the other client.
   */
  #reconnectIfLater(names: readonly string[]): void {
    const others = names.slice(0, Math.max(0, names.indexOf(this.#name)));
    if (others.length === 0) return;
    this.report({ kind: 'remark', text: `${others[0]} is waiting, too: reconnecting` });
    this.close();
  }

  #join(name: string): void {
    this.sendRequest({ message: { kind: 'join', name }, intent: 'seek' });
  }

  /**
   * Handles an error. Each request has its own errors; any request may get -1, unknown. Returns `false` for any other error.
   */
  #onError(request: QueuedRequest['message']['kind'], intent: Intent['kind'], error: ErrorName, line: string): boolean {
    const hasNoSeek = request === 'join' && error === 'no-such-game';
    if (hasNoSeek && this.opponent === undefined) {
      // Another client was faster.
      this.#joinOrCreate(undefined);
      return true;
    }
    const isTaken = request === 'helo' && error === 'name-taken';
    const isPlaying = (request === 'join' || request === 'create') && error === 'in-game';
    if (!hasNoSeek && !isTaken && !isPlaying && error !== 'unknown') return false;
    if (request === 'helo') this.stage = 'nameless';
    else if (intent === 'seek') this.stage = 'free';
    this.refuse(intent, line);
    return true;
  }
}
