import type { Intent } from '../client-session-types.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ErrorName, ServerMessage } from './messages.ts';
import { isName, isWord, NAME_FORM } from './name.ts';
import { type QueuedRequest, RequestSender } from './request-sender.ts';

/**
 * `greeting`: HELO is not answered yet; `nameless`: it was refused. `returning`: PLAY asks whether a game goes on.
 * `joined`: JOIN was granted, and no PLAY has said that a game began.
 */
export type ClientStage = 'greeting' | 'nameless' | 'free' | 'returning' | 'seeking' | 'joined' | 'waiting' | 'playing';

type Seek = Intent & { readonly kind: 'seek' };

/** Enters, looks at the list of seeks, and finds an opponent. */
export abstract class ClientOpponentFinder extends RequestSender {
  protected readonly settings: ClientSettings;
  protected stage: ClientStage = 'greeting';
  /** The opponent that is sought, or that JOIN was accepted for. */
  protected opponent: string | undefined;
  #name: string;

  constructor(settings: ClientSettings, name: string) {
    super(settings.poll);
    this.settings = settings;
    this.#name = name;
  }

  /** JOIN or CREATE was accepted. */
  protected abstract foundGame(how: 'joined' | 'waiting'): void;

  get name(): string {
    return this.#name;
  }

  protected get isIn(): boolean {
    return this.stage !== 'greeting' && this.stage !== 'nameless';
  }

  protected override greet(): void {
    this.ask({ message: { kind: 'helo', name: this.#name }, wanted: 'enter' });
  }

  protected enter(name: string): void {
    if (this.stage !== 'nameless') this.refuse('enter', 'a name is given already, or asked for');
    else if (!isName(name)) this.refuse('enter', `a name is ${NAME_FORM}`);
    else {
      this.#name = name;
      this.stage = 'greeting';
      this.greet();
    }
  }

  protected lobby(): void {
    if (this.isIn) this.ask({ message: { kind: 'list' }, wanted: 'lobby' });
    else this.refuse('lobby', 'the server has not let us in');
  }

  /** Why such a seek is not possible now. */
  protected problemOf({ size = this.settings.size, opponent }: Seek): string | undefined {
    if (!this.isIn) return 'the server has not let us in';
    if (this.stage !== 'free') return 'a game is under way, or looked for';
    if (size !== this.settings.size) return `no size can be asked for; by its setting it is ${this.settings.size}`;
    return opponent === undefined || isName(opponent) ? undefined : `a name is ${NAME_FORM}`;
  }

  protected findGame(): void {
    this.stage = 'seeking';
    if (this.opponent === undefined) this.ask({ message: { kind: 'list' }, wanted: 'seek' });
    else this.#join(this.opponent);
  }

  /** The answer to a request that finds a game. */
  protected met({ message, wanted = 'seek' }: QueuedRequest, answer: ServerMessage, line: string): boolean {
    if (answer.kind === 'error') return this.#turnedDown(message.kind, wanted, answer.error, line);
    switch (message.kind) {
      case 'helo':
        this.stage = 'free';
        if (answer.kind === 'ok') this.report({ kind: 'entered', name: this.#name });
        return answer.kind === 'ok';
      case 'list':
        if (answer.kind !== 'games') return false;
        if (wanted === 'lobby') this.report({ kind: 'lobby', who: 'waiting', names: answer.names });
        // Names that a request cannot contain cannot be joined.
        else this.#lookAround(answer.names.filter(isWord));
        return true;
      case 'join':
        this.opponent = message.name;
        if (answer.kind === 'ok') this.foundGame('joined');
        return answer.kind === 'ok';
      case 'create':
        if (answer.kind !== 'ok') return false;
        this.foundGame('waiting');
        this.ask({ message: { kind: 'list' }, wanted: 'seek' });
        return true;
      default:
        return false;
    }
  }

  #lookAround(names: readonly string[]): void {
    if (this.stage === 'waiting') this.#lookBack(names);
    else this.#choose(names.find((name) => name !== this.#name));
  }

  #choose(host: string | undefined): void {
    if (host === undefined) this.ask({ message: { kind: 'create' }, wanted: 'seek' });
    else this.#join(host);
  }

  /**
   * Another client may have sent CREATE between LIST and CREATE, and then both would wait forever. A CREATE cannot be
   * withdrawn except by leaving. Therefore the client that stands later in the list disconnects, connects again and
   * joins the other.
   */
  #lookBack(names: readonly string[]): void {
    const others = names.slice(0, Math.max(0, names.indexOf(this.#name)));
    if (others.length === 0) return;
    this.report({ kind: 'remark', words: `${others[0]} waits as well: coming again` });
    this.close();
  }

  #join(name: string): void {
    this.ask({ message: { kind: 'join', name }, wanted: 'seek' });
  }

  /** Each request has errors of its own, and -1 where the server does not know it. */
  #turnedDown(
    request: QueuedRequest['message']['kind'],
    wanted: Intent['kind'],
    error: ErrorName,
    line: string,
  ): boolean {
    const isGone = request === 'join' && error === 'no-such-game';
    if (isGone && this.opponent === undefined) {
      // Another client was faster.
      this.#choose(undefined);
      return true;
    }
    const isTaken = request === 'helo' && error === 'name-taken';
    const isPlaying = (request === 'join' || request === 'create') && error === 'in-game';
    if (!isGone && !isTaken && !isPlaying && error !== 'unknown') return false;
    if (request === 'helo') this.stage = 'nameless';
    else if (wanted === 'seek') this.stage = 'free';
    this.refuse(wanted, line);
    return true;
  }
}
