import type { ClientHalf, GameEndedEvent, Intent, NonMarkIntent } from '../client-session-types.ts';
import { configureClient } from '../read-settings.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { TurnTrackingClientSession } from '../turn-tracking-client-session.ts';
import {
  type ClientSessionSettings,
  clientSessionSettings,
  isName,
  isSize,
  NAME_FORM,
  SIZE_FORM,
} from './client-session-settings.ts';
import {
  CHAT_EXTENSION,
  type ClientMessage,
  coordinateOf,
  DEFAULT_SIZE,
  type GameoverReason,
  makeClientMessage,
  parseClientMessage,
  parseServerMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
import { carryName } from './name.ts';

type Received<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };

const REASONS: Readonly<Record<GameoverReason, GameEndedEvent['reason'] & string>> = {
  SURRENDER: 'resigned',
  DISCONNECT: 'left',
};

/** The client's side of one nu6 connection. */
class Nu6ClientSession extends TurnTrackingClientSession {
  readonly #settings: ClientSessionSettings;
  /** `greeting`: HELLO is sent and not answered. `nameless`: HELLO was refused. */
  #stage: 'greeting' | 'nameless' | 'present' = 'greeting';
  /**
   * The sizes of all seeks, in order. A later seek replaces an earlier one, but the server may have found an opponent for the
   * earlier one before.
   */
  #seekSizes: number[] = [];
  /** The last request of the chat extension. An error of this extension does not name the request that it answers. */
  #lastChatRequest: 'chat' | 'lobby' | undefined;
  /** A message that the server could not handle, and the time at which it is sent again. */
  #postponed: { readonly message: ClientMessage; readonly at: number } | undefined;

  constructor(settings: ClientSessionSettings, before: Nu6ClientSession | undefined) {
    super(before?.name ?? settings.name);
    this.#settings = settings;
  }

  protected override greet(): void {
    this.#hello();
  }

  protected override get due(): number | undefined {
    return this.#postponed?.at ?? this.turns.due;
  }

  protected override onDeadline(): void {
    const again = this.#postponed;
    if (again !== undefined && again.at <= this.now) {
      this.#postponed = undefined;
      this.#sendMessage(again.message);
    }
    this.requestMove();
  }

  protected override problemOf(intent: NonMarkIntent): string | undefined {
    switch (intent.kind) {
      case 'enter':
        if (this.#stage !== 'nameless') return 'the name is already set or requested';
        return isName(intent.name) ? undefined : `a name is ${NAME_FORM}`;
      case 'seek':
        return this.#problemOfSeek(intent);
      case 'cancel':
        return 'nu6 has no message for taking a seek back';
      case 'play':
        return this.turns.submitMove(intent.point);
      case 'pass':
        return this.turns.submitMove('pass');
      case 'resign':
        return this.turns.resign();
      case 'chat':
        return this.#problemOfChat() ?? problemOfText(intent);
      case 'lobby':
        return this.#problemOfChat();
      case 'leave':
        return undefined;
    }
  }

  #problemOfSeek({ size = this.#settings.size, opponent }: Intent & { kind: 'seek' }): string | undefined {
    if (this.#stage !== 'present') return 'the login is not complete';
    if (this.turns.seat !== undefined) return 'a game is under way';
    if (opponent !== undefined) return 'nu6 has no message for naming an opponent';
    return isSize(size) ? undefined : `a size is ${SIZE_FORM}`;
  }

  #problemOfChat(): string | undefined {
    if (this.#settings.chat === '0') return 'the setting chat=0 turns the extension off';
    return this.#stage === 'present' ? undefined : 'the login is not complete';
  }

  protected override execute(intent: NonMarkIntent): void {
    if (intent.kind === 'seek' || intent.kind === 'resign') this.#postponed = undefined;
    switch (intent.kind) {
      case 'enter':
        this.name = intent.name;
        this.#hello();
        return;
      case 'seek':
        this.#seek(intent.size ?? this.#settings.size);
        return;
      case 'play':
        this.#sendMessage({ kind: 'move', coordinate: coordinateOf(intent.point) });
        return;
      case 'pass':
        this.#sendMessage({ kind: 'pass' });
        return;
      case 'resign':
        this.#sendMessage({ kind: 'surrender' });
        return;
      case 'chat':
        this.#lastChatRequest = 'chat';
        this.#sendMessage({
          kind: 'message',
          text: intent.text,
          ...(intent.to !== undefined && { recipient: intent.to }),
        });
        return;
      case 'lobby':
        this.#lastChatRequest = 'lobby';
        this.#sendMessage({ kind: 'getlobby' });
        return;
      case 'leave':
        // Before the server's HELLO the client has no name and cannot say goodbye (ruling).
        if (this.#stage === 'present') this.#sendMessage({ kind: 'bye' });
        this.close();
        return;
      case 'cancel':
        throw new Error('a seek cannot be cancelled');
    }
  }

  #hello(): void {
    this.#stage = 'greeting';
    const extensions = this.#settings.chat === '1' ? [CHAT_EXTENSION] : [];
    this.#sendMessage({ kind: 'hello', name: this.name, extensions });
  }

  /** The server does not answer a seek that waits, so `waiting` is reported as soon as the seek is sent. */
  #seek(size: number): void {
    this.#seekSizes.push(size);
    this.#sendMessage({ kind: 'newgame', size });
    this.report({ kind: 'waiting' });
  }

  protected override onLine(line: string): void {
    // "Ingame": in the examples GAMEOVER has no prefix, and some servers send it like this.
    const prefixed = /^GAMEOVER(?![^\\~])/.test(line) ? `CORE.${line}` : line;
    const read = parseServerMessage(prefixed);
    if (read.ok) this.#handleMessage(read.value, line);
    else if (/^(?:CORE|CHAT)\./.test(prefixed)) this.abort(`${read.problem}: ${line}`);
    // "Introduction": every extension has its own prefix, and this client uses only the chat extension.
    else if (line !== '') this.report({ kind: 'remark', text: line });
  }

  #handleMessage(message: ServerMessage, line: string): void {
    switch (message.kind) {
      case 'hello':
        this.#welcomed(line);
        return;
      case 'match':
        this.#matched(message, line);
        return;
      case 'move':
        this.#moved(message.coordinate, line);
        return;
      case 'pass':
        this.#moved('pass', line);
        return;
      case 'error':
        this.#handleError(message, line);
        return;
      case 'gameover':
        this.#ended(message, line);
        return;
      case 'bye':
        this.report({ kind: 'remark', text: line });
        this.close();
        return;
      case 'message': {
        const { text, sender } = message;
        this.report({ kind: 'chat', text, ...(sender !== undefined && { from: sender }) });
        return;
      }
      case 'lobby':
        this.report({ kind: 'lobby', who: 'present', names: message.names });
        return;
      case 'entered':
        this.report({ kind: 'player-joined', name: message.name });
        return;
      case 'left':
        this.report({ kind: 'player-left', name: message.name });
        return;
      case 'chat-error':
        this.refusedByServer(this.#lastChatRequest, line);
    }
  }

  #welcomed(line: string): void {
    if (this.#stage === 'greeting') {
      this.#stage = 'present';
      this.report({ kind: 'entered', name: this.name });
    } else {
      this.abort(`no HELLO was sent: ${line}`);
    }
  }

  #matched({ color, size, opponent }: Received<'match'>, line: string): void {
    const granted = this.#seekSizes.indexOf(size);
    if (granted === -1 || this.turns.seat !== undefined) {
      this.abort(`no seek for this game was sent: ${line}`);
      return;
    }
    this.#seekSizes = this.#seekSizes.slice(granted + 1);
    this.#postponed = undefined;
    this.begin(color, opponent, size);
  }

  /** MOVE and PASS: their colour follows from the moves before. */
  #moved(coordinate: number | 'pass', line: string): void {
    const { seat, toMove: color } = this.turns;
    const move = coordinate === 'pass' || seat === undefined ? 'pass' : pointOf(seat.board, coordinate);
    const wrong = move === 'off-board' ? 'that is off the board' : this.turns.receiveMove(move, this.now);
    if (wrong !== undefined) this.abort(`${wrong}: ${line}`);
    else if (move === 'pass') this.report({ kind: 'passed', color });
    else if (move !== 'off-board') this.report({ kind: 'played', color, point: move });
  }

  #handleError({ error, info }: Received<'error'>, line: string): void {
    switch (error) {
      case 'NAMETAKEN':
        this.#refusedName(line);
        return;
      case 'PROTOCOL':
        this.#handleProtocolError(info, line);
        return;
      case 'ILLEGAL':
        this.refusedByServer(this.turns.takeRefused(), line);
        return;
      case 'PATIENCE': {
        if (this.#isNotNow(info)) {
          this.report({ kind: 'remark', text: line });
          return;
        }
        const what = this.turns.takeRefused();
        // All moves before this answer have been received, so the server would always give the same answer again.
        if (this.turns.isOurs && (what === 'play' || what === 'pass')) this.abort(`it is our turn: ${line}`);
        else this.refusedByServer(what, line);
      }
    }
  }

  /** If PATIENCE repeats our line, the server may accept the line later (ruling): it is sent again after a pause. */
  #isNotNow(repeated: string | undefined): boolean {
    const read = repeated === undefined ? undefined : parseClientMessage(repeated);
    const message = read?.ok ? read.value : undefined;
    if (message === undefined || !this.#isUnanswered(message)) return false;
    this.#postponed = { message, at: this.now + RETRY_PAUSE };
    return true;
  }

  #isUnanswered(message: ClientMessage): boolean {
    const { pendingMove } = this.turns;
    if (message.kind === 'newgame') return this.#seekSizes.includes(message.size ?? DEFAULT_SIZE);
    if (message.kind === 'pass') return pendingMove === 'pass';
    return (
      message.kind === 'move' &&
      pendingMove !== undefined &&
      pendingMove !== 'pass' &&
      message.coordinate === coordinateOf(pendingMove)
    );
  }

  /** Handles a PROTOCOL error, which repeats the line that the server has not accepted. */
  #handleProtocolError(repeated: string | undefined, line: string): void {
    if (this.#stage === 'greeting') {
      this.#refusedName(line);
      return;
    }
    const read = repeated === undefined ? undefined : parseClientMessage(repeated);
    const message = read?.ok ? read.value : undefined;
    if (message?.kind === 'newgame') {
      const refused = this.#seekSizes.lastIndexOf(message.size ?? DEFAULT_SIZE);
      this.#seekSizes = this.#seekSizes.filter((_, index) => index !== refused);
      this.refuse('seek', line);
    } else if (message?.kind === 'message' || message?.kind === 'getlobby') {
      this.refuse(message.kind === 'message' ? 'chat' : 'lobby', line);
    } else {
      this.refusedByServer(this.turns.takeRefused(), line);
    }
  }

  #refusedName(line: string): void {
    const isGreeting = this.#stage === 'greeting';
    if (isGreeting) this.#stage = 'nameless';
    this.refusedByServer(isGreeting ? 'enter' : undefined, line);
  }

  #ended({ winner, black, white, reason: sentReason }: Received<'gameover'>, line: string): void {
    if (this.turns.seat === undefined) {
      this.abort(`there is no game: ${line}`);
      return;
    }
    const counted = this.turns.isOver ? 'score' : undefined;
    const reason = sentReason === undefined ? counted : REASONS[sentReason];
    this.turns.end();
    this.#postponed = undefined;
    this.report({
      kind: 'game-ended',
      winner,
      ...(reason !== undefined && { reason }),
      score: { black, white },
      text: line,
    });
  }

  #sendMessage(message: ClientMessage): void {
    this.sendLine(makeClientMessage(message));
  }
}

/** The reason why a chat message cannot be sent. A recipient's name must fit in one field. */
function problemOfText({ text, to }: Intent & { kind: 'chat' }): string | undefined {
  if (text.trim() === '') return 'the text is empty';
  return to === undefined || (to !== '' && carryName(to) === to) ? undefined : 'no player has this name';
}

/** The client's half of nu6: docs/protocols/nu6.md. */
export const nu6Client: ClientHalf = {
  name: 'nu6',
  game: 'go',
  intents: ['enter', 'seek', 'play', 'pass', 'resign', 'chat', 'lobby', 'leave'],
  rematch: 'same connection',
  configure: configureClient('nu6', clientSessionSettings, Nu6ClientSession),
};
