import { opposite } from '../../rules/color.ts';
import { coordinates, pointAt } from '../../rules/point.ts';
import type { ClientHalf, GameEndedEvent, Intent, NonMarkIntent } from '../client-session-types.ts';
import { configureClient } from '../read-settings.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { TurnTrackingClientSession } from '../turn-tracking-client-session.ts';
import {
  type ClientSessionSettings,
  clientSessionSettings,
  isSize,
  NAME_FORM,
  SIZE_FORM,
} from './client-session-settings.ts';
import { endFromEnd, endFromTableflipped, type InvalidOpponentMove } from './end-from-messages.ts';
import { type ClientMessage, makeClientMessage, parseServerMessage, type ServerMessage } from './messages.ts';
import { isName } from './name.ts';

type Received<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['WAITING', 'READY', 'VALID', 'INVALID', 'PASSED', 'TABLEFLIPPED', 'CHAT', 'WARNING', 'END'],
]);

/** Milliseconds after which PLAYER, which has no answer, counts as accepted. */
const CONSENT_PAUSE = 100;

/** The client's side of one connection, in either dialect. */
class NedapClientSession extends TurnTrackingClientSession {
  readonly #settings: ClientSessionSettings;
  /** `asked`: GO is sent and not answered. */
  #seek: 'none' | 'asked' | 'waiting' = 'none';
  /** `introduced`: PLAYER is sent. `known`: the server has accepted the name, because it has answered GO. */
  #stage: 'introduced' | 'nameless' | 'entered' | 'known' = 'nameless';
  #consentAt = 0;
  /** A GO was sent after a name that was refused. The warning about this GO has not arrived yet. */
  #isWarningDue = false;
  /** CHAT is sent. It has an answer only if it fails. */
  #isChatUnanswered = false;
  /** The game ended by TABLEFLIPPED. An END may follow. */
  #flipped = false;
  /** Set if the opponent's last move was illegal: an END without a winner follows. */
  #invalidOpponentMove: InvalidOpponentMove | undefined;
  /** The last GO, MOVE or PASS that was sent. */
  #lastRequest: ClientMessage | undefined;
  /** The time at which `#lastRequest` is sent again, because the server could not accept it. */
  #retryAt: number | undefined;

  constructor(settings: ClientSessionSettings, before: NedapClientSession | undefined) {
    super(before?.name ?? settings.name);
    this.#settings = settings;
  }

  protected override greet(): void {
    this.#enter();
  }

  protected override get due(): number | undefined {
    return this.#stage === 'introduced' ? this.#consentAt : (this.#retryAt ?? this.turns.due);
  }

  protected override onDeadline(): void {
    if (this.#retryAt !== undefined && this.#retryAt <= this.now && this.#lastRequest !== undefined)
      this.#sendMessage(this.#lastRequest);
    if (this.#stage === 'introduced') this.#entered();
    this.requestMove();
  }

  protected override problemOf(intent: NonMarkIntent): string | undefined {
    switch (intent.kind) {
      case 'enter':
        if (this.#stage === 'introduced' || this.#stage === 'known' || this.#seek !== 'none') {
          return 'the name is already set or requested';
        }
        return isName(intent.name) ? undefined : `a name is ${NAME_FORM}`;
      case 'seek':
        return this.#problemOfSeek(intent);
      case 'cancel':
        return this.#seek === 'none' ? 'there is no open seek' : undefined;
      case 'play':
        return this.turns.submitMove(intent.point);
      case 'pass':
        return this.turns.submitMove('pass');
      case 'resign':
        return this.turns.resign();
      case 'chat':
        if (intent.to !== undefined) return 'nedap has no message for one player';
        return intent.text.trim() === '' ? 'the text is empty' : undefined;
      case 'lobby':
        return 'nedap has no message that asks for the players';
      case 'leave':
        return undefined;
    }
  }

  #problemOfSeek({ size, opponent }: Intent & { kind: 'seek' }): string | undefined {
    if (this.#stage === 'introduced' || this.#stage === 'nameless') return 'the login is not complete';
    if (this.turns.seat !== undefined) return 'a game is under way';
    if (size !== undefined && !isSize(size)) return `a size is ${SIZE_FORM}`;
    return opponent === undefined || isName(opponent) ? undefined : `a name is ${NAME_FORM}`;
  }

  protected override execute(intent: NonMarkIntent): void {
    switch (intent.kind) {
      case 'enter':
        this.name = intent.name;
        this.#enter();
        return;
      case 'seek':
        this.#go(intent);
        return;
      case 'cancel':
        this.#sendMessage({ kind: 'cancel' });
        // "Wachten": CANCEL ends the connection.
        this.close();
        return;
      case 'play':
        if (this.turns.seat !== undefined) {
          this.#sendMessage({ kind: 'move', ...coordinates(this.turns.seat.board, intent.point) });
        }
        return;
      case 'pass':
        this.#pass();
        return;
      case 'resign':
        this.#sendMessage({ kind: 'tableflip' });
        return;
      case 'chat':
        this.#isChatUnanswered = true;
        this.#sendMessage({ kind: 'chat', text: intent.text });
        return;
      case 'leave':
        this.#leave();
        return;
      case 'lobby':
        throw new Error('a nedap client has no message that asks for the lobby');
    }
  }

  /** In the document's dialect GO has the name. In the later dialect PLAYER has it, and an accepted PLAYER has no answer. */
  #enter(): void {
    if (this.#settings.dialect === 'documented') {
      this.#entered();
      return;
    }
    this.#stage = 'introduced';
    this.#consentAt = this.now + CONSENT_PAUSE;
    this.#sendMessage({ kind: 'player', name: this.name });
  }

  #entered(): void {
    this.#stage = 'entered';
    this.report({ kind: 'entered', name: this.name });
  }

  #go({ size = this.#settings.size, opponent = this.#settings.opponent }: Intent & { kind: 'seek' }): void {
    const named = this.#settings.dialect === 'documented' && { name: this.name };
    this.#seek = 'asked';
    this.#sendMessage({ kind: 'go', ...named, size, ...(opponent !== undefined && { opponent }) });
  }

  /** "Passen": PASS has a colour in the document's dialect, and none in the later one. */
  #pass(): void {
    const { seat } = this.turns;
    const colored = this.#settings.dialect === 'documented' && seat !== undefined && { color: seat.color };
    this.#sendMessage({ kind: 'pass', ...colored });
  }

  #leave(): void {
    if (this.#settings.dialect === 'later') this.#sendMessage({ kind: 'exit' });
    else if (this.#seek !== 'none') this.#sendMessage({ kind: 'cancel' });
    this.close();
  }

  protected override onLine(line: string): void {
    const exact = parseServerMessage(line, this.#settings.dialect);
    // Several spaces in a row have a meaning only in chat.
    const read = exact.ok ? exact : parseServerMessage(line.replace(/ +/g, ' '), this.#settings.dialect);
    if (read.ok) this.#handleMessage(read.value, line);
    else if (KEYWORDS.has(line.split(' ', 1)[0] ?? '')) this.abort(`${read.problem}: ${line}`);
    // "Ongeldige keywords": unknown keywords may be ignored.
    else if (line !== '') this.report({ kind: 'remark', text: line });
  }

  #handleMessage(message: ServerMessage, line: string): void {
    switch (message.kind) {
      case 'waiting':
        this.#onWaiting(line);
        return;
      case 'ready':
        this.#ready(message, line);
        return;
      case 'valid':
      case 'passed':
        this.#moved(message, line);
        return;
      case 'invalid':
        this.#invalid(message, line);
        return;
      case 'tableflipped':
        this.#end(endFromTableflipped(message, this.turns.seat?.color, this.#settings.dialect, line));
        this.#flipped = true;
        return;
      case 'chat': {
        const { from, text } = message;
        this.report({ kind: 'chat', text, ...(from !== undefined && { from }) });
        return;
      }
      case 'warning':
        this.#onWarning(line);
        return;
      case 'end':
        // The winner is known already, and END has no score ("Vragen aan coaches", the last question).
        if (this.#flipped) this.#flipped = false;
        else
          this.#end(
            endFromEnd(message, { isCounted: this.turns.isOver, opponentMove: this.#invalidOpponentMove }, line),
          );
    }
  }

  #onWaiting(line: string): void {
    if (this.#seek === 'none') {
      this.abort(`no seek was sent: ${line}`);
      return;
    }
    this.#accepted();
    this.#seek = 'waiting';
    this.report({ kind: 'waiting' });
  }

  #ready({ color, opponent, size }: Received<'ready'>, line: string): void {
    if (this.#seek === 'none') {
      this.abort(`no seek was sent: ${line}`);
    } else if (!isSize(size)) {
      // The server may choose another size than that of the seek ("Opstarten").
      this.abort(`a size is ${SIZE_FORM}: ${line}`);
    } else {
      this.#accepted();
      this.#seek = 'none';
      this.#flipped = false;
      this.#invalidOpponentMove = undefined;
      this.begin(color, opponent, size);
    }
  }

  /** The server has accepted the name and answered all earlier messages. */
  #accepted(): void {
    this.#stage = 'known';
    this.#isWarningDue = false;
    this.#isChatUnanswered = false;
  }

  #moved(message: Received<'valid'> | Received<'passed'>, line: string): void {
    const { seat, toMove } = this.turns;
    const { color } = message;
    const point =
      message.kind === 'valid' && seat !== undefined ? pointAt(seat.board, message.x, message.y) : undefined;
    if (seat !== undefined && color !== toMove) {
      this.abort(`it is not the turn of ${color}: ${line}`);
    } else if (seat !== undefined && message.kind === 'valid' && point === undefined) {
      this.abort(`that is off the board: ${line}`);
    } else {
      this.#invalidOpponentMove = undefined;
      const wrong = this.turns.receiveMove(point ?? 'pass', this.now);
      if (color === seat?.color) this.#isChatUnanswered = false;
      if (wrong !== undefined) this.abort(`${wrong}: ${line}`);
      else this.report(point === undefined ? { kind: 'passed', color } : { kind: 'played', color, point });
    }
  }

  /** "Ongeldige zet": a player who makes an illegal move has lost and is disconnected. */
  #invalid({ color }: Received<'invalid'>, line: string): void {
    const { seat } = this.turns;
    if (seat !== undefined && color === opposite(seat.color)) {
      // Some servers do not disconnect the player: the game ends with END.
      this.#invalidOpponentMove = { winner: seat.color, line };
      this.report({ kind: 'remark', text: line });
      return;
    }
    const what = this.turns.takeRefused();
    if (seat !== undefined && what === undefined) {
      this.abort(`no move was sent: ${line}`);
      return;
    }
    this.refusedByServer(what, line);
    if (seat !== undefined) this.#end({ winner: opposite(seat.color), reason: 'left', text: line });
    this.close();
  }

  /** A warning does not name the message that it answers. It counts as the answer to the oldest unanswered message. */
  #onWarning(line: string): void {
    if (this.#isNotNow(line)) {
      this.#retryAt = this.now + RETRY_PAUSE;
      this.report({ kind: 'remark', text: line });
      return;
    }
    const what = this.#firstUnanswered(line);
    this.refusedByServer(what, line);
    if (what === 'enter') this.#onNameRefused(line);
    if (what === 'seek') this.#seek = 'none';
  }

  /** Only the text of the warning shows that the server may accept the message later (ruling). */
  #isNotNow(line: string): boolean {
    const isUnanswered = this.#seek === 'asked' || this.turns.pendingMove !== undefined;
    return isUnanswered && this.#lastRequest !== undefined && /\btry again\b/i.test(line);
  }

  #firstUnanswered(line: string): Intent['kind'] | undefined {
    // Accepted chat has no answer, so only the text of the warning shows that it is about chat.
    if (this.#isChatUnanswered && /\bchat\b/i.test(line)) {
      this.#isChatUnanswered = false;
      return 'chat';
    }
    if (this.#isWarningDue) {
      this.#isWarningDue = false;
      return undefined;
    }
    const isUnsure = this.#settings.dialect === 'later' && this.#stage === 'entered';
    if (this.#stage === 'introduced' || isUnsure) return 'enter';
    return this.#seek === 'asked' ? 'seek' : this.turns.takeRefused();
  }

  /** PLAYER has failed, perhaps late. A GO that was sent after PLAYER has failed, too. */
  #onNameRefused(line: string): void {
    this.#stage = 'nameless';
    if (this.#seek === 'none') return;
    this.#seek = 'none';
    this.#isWarningDue = true;
    this.refuse('seek', line);
  }

  #end(over: Omit<GameEndedEvent, 'kind'>): void {
    if (this.turns.seat === undefined) {
      this.abort(`there is no game: ${over.text}`);
      return;
    }
    this.turns.end();
    this.#retryAt = undefined;
    this.report({ ...over, kind: 'game-ended' });
  }

  #sendMessage(message: ClientMessage): void {
    this.#retryAt = undefined;
    if (message.kind === 'go' || message.kind === 'move' || message.kind === 'pass') this.#lastRequest = message;
    this.sendLine(makeClientMessage(message));
  }
}

/** The client's half of nedap, in either dialect: docs/protocols/nedap.md. */
export const nedapClient: ClientHalf = {
  name: 'nedap',
  game: 'go',
  intents: ['enter', 'seek', 'cancel', 'play', 'pass', 'resign', 'chat', 'leave'],
  rematch: 'same connection',
  configure: configureClient('nedap', clientSessionSettings, NedapClientSession),
};
