import { ok } from '../../result.ts';
import type { ClientHalf, GameEndedEvent, Intent, NonMarkIntent } from '../client-session-types.ts';
import { readSettings } from '../read-settings.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { TurnTrackingClientSession } from '../turn-tracking-client-session.ts';
import { type ClientSettings, clientSettings, isName, isSize, NAME_FORM, SIZE_FORM } from './client-settings.ts';
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

const HOW: Readonly<Record<GameoverReason, GameEndedEvent['how'] & string>> = {
  SURRENDER: 'resigned',
  DISCONNECT: 'left',
};

/** Our client's side of one nu6 connection: we are the client. */
class Nu6ClientSession extends TurnTrackingClientSession {
  readonly #settings: ClientSettings;
  /** `greeting`: HELLO is said and not answered. `nameless`: it was refused. */
  #stage: 'greeting' | 'nameless' | 'present' = 'greeting';
  /** Sizes of seeks in the order in which they were made: a seek that was replaced may have been granted before. */
  #seekSizes: number[] = [];
  /** The last request of the chat extension. An error of this extension does not name the request that it answers. */
  #chatted: 'chat' | 'lobby' | undefined;
  /** What the server could not do now, and when it is said again. */
  #again: { readonly message: ClientMessage; readonly at: number } | undefined;

  constructor(settings: ClientSettings, name = settings.name) {
    super(name);
    this.#settings = settings;
  }

  protected override greet(): void {
    this.#hello();
  }

  protected override get due(): number | undefined {
    return this.#again?.at ?? this.turns.due;
  }

  protected override onDeadline(): void {
    const again = this.#again;
    if (again !== undefined && again.at <= this.now) {
      this.#again = undefined;
      this.#ask(again.message);
    }
    this.requestMove();
  }

  protected override problemOf(intent: NonMarkIntent): string | undefined {
    switch (intent.kind) {
      case 'enter':
        if (this.#stage !== 'nameless') return 'a name is given already, or asked for';
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
    if (this.#stage !== 'present') return 'the server has not let us in';
    if (this.turns.seat !== undefined) return 'a game is under way';
    if (opponent !== undefined) return 'nu6 has no message for naming an opponent';
    return isSize(size) ? undefined : `a size is ${SIZE_FORM}`;
  }

  #problemOfChat(): string | undefined {
    if (this.#settings.chat === '0') return 'the setting chat=0 goes without the extension';
    return this.#stage === 'present' ? undefined : 'the server has not let us in';
  }

  protected override execute(intent: NonMarkIntent): void {
    if (intent.kind === 'seek' || intent.kind === 'resign') this.#again = undefined;
    switch (intent.kind) {
      case 'enter':
        this.name = intent.name;
        this.#hello();
        return;
      case 'seek':
        this.#seek(intent.size ?? this.#settings.size);
        return;
      case 'play':
        this.#ask({ kind: 'move', coordinate: coordinateOf(intent.point) });
        return;
      case 'pass':
        this.#ask({ kind: 'pass' });
        return;
      case 'resign':
        this.#ask({ kind: 'surrender' });
        return;
      case 'chat':
        this.#chatted = 'chat';
        this.#ask({ kind: 'message', text: intent.text, ...(intent.to !== undefined && { recipient: intent.to }) });
        return;
      case 'lobby':
        this.#chatted = 'lobby';
        this.#ask({ kind: 'getlobby' });
        return;
      case 'leave':
        // Before the server's HELLO the client has no name and cannot say goodbye (ruling).
        if (this.#stage === 'present') this.#ask({ kind: 'bye' });
        this.close();
        return;
      case 'cancel':
        throw new Error('a seek is never cancelled');
    }
  }

  #hello(): void {
    this.#stage = 'greeting';
    const extensions = this.#settings.chat === '1' ? [CHAT_EXTENSION] : [];
    this.#ask({ kind: 'hello', name: this.name, extensions });
  }

  /** No server answers a seek that waits, so `waiting` is reported as soon as the seek is made. */
  #seek(size: number): void {
    this.#seekSizes.push(size);
    this.#ask({ kind: 'newgame', size });
    this.report({ kind: 'waiting' });
  }

  protected override onLine(line: string): void {
    // "Ingame": in the examples GAMEOVER has no prefix, and there are servers that took them at their word.
    const prefixed = /^GAMEOVER(?![^\\~])/.test(line) ? `CORE.${line}` : line;
    const read = parseServerMessage(prefixed);
    if (read.ok) this.#take(read.value, line);
    else if (/^(?:CORE|CHAT)\./.test(prefixed)) this.abort(`${read.problem}: ${line}`);
    // "Introduction": every extension has a prefix of its own, and we have asked for none but chat.
    else if (line !== '') this.report({ kind: 'remark', words: line });
  }

  #take(message: ServerMessage, line: string): void {
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
        this.#failed(message, line);
        return;
      case 'gameover':
        this.#ended(message, line);
        return;
      case 'bye':
        this.report({ kind: 'remark', words: line });
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
        this.report({ kind: 'came', name: message.name });
        return;
      case 'left':
        this.report({ kind: 'went', name: message.name });
        return;
      case 'chat-error':
        this.refusedByServer(this.#chatted, line);
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
    this.#again = undefined;
    this.begin(color, opponent, size);
  }

  /** MOVE and PASS: whose they are follows from the turns before. */
  #moved(coordinate: number | 'pass', line: string): void {
    const { seat, toMove: color } = this.turns;
    const turn = coordinate === 'pass' || seat === undefined ? 'pass' : pointOf(seat.board, coordinate);
    const wrong = turn === 'off-board' ? 'that is off the board' : this.turns.receiveMove(turn, this.now);
    if (wrong !== undefined) this.abort(`${wrong}: ${line}`);
    else if (turn === 'pass') this.report({ kind: 'passed', color });
    else if (turn !== 'off-board') this.report({ kind: 'played', color, point: turn });
  }

  #failed({ error, info }: Received<'error'>, line: string): void {
    switch (error) {
      case 'NAMETAKEN':
        this.#refusedName(line);
        return;
      case 'PROTOCOL':
        this.#outOfPlace(info, line);
        return;
      case 'ILLEGAL':
        this.refusedByServer(this.turns.takeRefused(), line);
        return;
      case 'PATIENCE': {
        if (this.#isNotNow(info)) {
          this.report({ kind: 'remark', words: line });
          return;
        }
        const what = this.turns.takeRefused();
        // Every turn before this answer has been received: another try would get the same answer, for ever.
        if (this.turns.isOurs && (what === 'play' || what === 'pass')) this.abort(`it is our turn: ${line}`);
        else this.refusedByServer(what, line);
      }
    }
  }

  /** A line that comes back with PATIENCE is one for later (ruling): it is said again after a pause. */
  #isNotNow(said: string | undefined): boolean {
    const read = said === undefined ? undefined : parseClientMessage(said);
    const message = read?.ok ? read.value : undefined;
    if (message === undefined || !this.#isUnanswered(message)) return false;
    this.#again = { message, at: this.now + RETRY_PAUSE };
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

  /** The line that the server does not take comes back. */
  #outOfPlace(said: string | undefined, line: string): void {
    if (this.#stage === 'greeting') {
      this.#refusedName(line);
      return;
    }
    const read = said === undefined ? undefined : parseClientMessage(said);
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
    const asked = this.#stage === 'greeting';
    if (asked) this.#stage = 'nameless';
    this.refusedByServer(asked ? 'enter' : undefined, line);
  }

  #ended({ winner, black, white, reason }: Received<'gameover'>, line: string): void {
    if (this.turns.seat === undefined) {
      this.abort(`there is no game: ${line}`);
      return;
    }
    const counted = this.turns.isOver ? 'score' : undefined;
    const how = reason === undefined ? counted : HOW[reason];
    this.turns.end();
    this.#again = undefined;
    this.report({
      kind: 'ended',
      winner: winner === 'draw' ? 'nobody' : winner,
      ...(how !== undefined && { how }),
      score: { black, white },
      words: line,
    });
  }

  #ask(message: ClientMessage): void {
    this.sendLine(makeClientMessage(message));
  }
}

/** A chat message is for all clients, or for one client whose name is one field. */
function problemOfText({ text, to }: Intent & { kind: 'chat' }): string | undefined {
  if (text.trim() === '') return 'there is nothing to say';
  return to === undefined || (to !== '' && carryName(to) === to) ? undefined : 'nobody has such a name';
}

/** Our nu6 client: docs/protocols/nu6.md. */
export const nu6Client: ClientHalf = {
  name: 'nu6',
  game: 'go',
  intents: ['enter', 'seek', 'play', 'pass', 'resign', 'chat', 'lobby', 'leave'],
  rematch: 'same connection',
  configure(settings) {
    const read = readSettings('nu6', clientSettings, settings);
    if (!read.ok) return read;
    const wasCalled = (before: unknown): string | undefined =>
      before instanceof Nu6ClientSession ? before.name : undefined;
    return ok((before) => new Nu6ClientSession(read.value, wasCalled(before)));
  },
};
