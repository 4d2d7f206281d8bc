import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import type { Stone } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, coordinates, pointAt, square } from '../../rules/point.ts';
import type { ReadResult } from '../bytes.ts';
import { defaultGoParameters } from '../default-go-parameters.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import { AcknowledgedOutbox } from './acknowledged-outbox.ts';
import type { ListenerSettings } from './listener-settings.ts';
import { type ClientMessage, makeServerMessage, parseClientMessage, type ServerMessage } from './messages.ts';

/** Milliseconds of silence after `yourturn`. Then the server passes for the client if it has no legal stone (ruling). */
const SILENCE_LIMIT = 10_000;

/** Matches every version that is accepted (ruling on Handshake, 2). */
const ACCEPTED_VERSION = /^[0-9]+\.[0-9]+\.[0-9]+$/;

type Played = Notice & { readonly kind: 'played' };
type Passed = Notice & { readonly kind: 'passed' };

interface Game {
  readonly color: Color | 'both';
  toMove: Color;
  /** Whether the last move was a pass. A second pass ends the game. */
  passed: boolean;
  /** Whether both clients are ready, so that `yourturn` is sent. */
  begun: boolean;
}

type SessionCommand = Extract<Command, { kind: 'enter' | 'seek' | 'ready' | 'play' | 'pass' | 'forfeit' | 'leave' }>;

/** The server's side of one client, from `go` to the end of its only game. */
export class RemasteredServerSession extends ServerSessionBase<ReceivedLine, SessionCommand> {
  readonly #settings: ListenerSettings;
  readonly #parameters: GoParameters;
  readonly #board: BoardSize;
  readonly #outbox = new AcknowledgedOutbox();
  /** `greeting` until `go`, `joining` until the colour is known, `setup` until `ready` is sent, `leaving` at the end. */
  #stage: 'greeting' | 'joining' | 'setup' | 'ready' | 'leaving' = 'greeting';
  #game: Game | undefined;
  /** When the client on turn will have been silent for `SILENCE`. */
  #silenceDeadline: number | undefined;
  /** A move that the lobby cannot store now (ruling). */
  readonly #postponed = new PostponedCommand<SessionCommand>();
  #hasReceivedClose = false;

  constructor(settings: ListenerSettings, now: number) {
    super(now);
    this.#settings = settings;
    this.#parameters = defaultGoParameters(settings.size);
    this.#board = square(settings.size);
  }

  override get deadline(): number | undefined {
    if (this.#stage === 'leaving') return undefined;
    const all = [this.#outbox.deadline, this.#silenceDeadline, this.#postponed.deadline];
    const times = all.filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes);
  }

  protected override onMessage(line: ReceivedLine): void {
    const message = line.kind === 'text' ? parseClientMessage(line.text) : undefined;
    if (this.#stage === 'greeting') this.#greet(message);
    else if (message === undefined) this.#leave({ kind: 'leave' });
    else this.#handleMessage(message);
  }

  protected override onAnswer(command: SessionCommand, answer: CommandAnswer): void {
    switch (command.kind) {
      case 'enter':
        this.#entered(answer);
        break;
      case 'seek':
        this.#sought(answer);
        break;
      case 'play':
        if (!this.#postponed.putIfNotNow(command, answer, this.now)) this.#played(answer);
        break;
      case 'pass':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) break;
        // Ruling: a pass is answered by `ack`. The opponent receives only `yourturn`.
        if (answer.kind === 'done' && !command.ifStuck) this.#sendMessages({ kind: 'ack' });
        break;
      case 'forfeit':
        if (answer.kind === 'done') this.#end();
        else this.#leave({ kind: 'leave' });
        break;
      case 'leave':
        this.#end();
        break;
      // A notice follows. The command is refused only if the game has ended.
      case 'ready':
        break;
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#started(notice);
        break;
      case 'play-started':
        if (this.#game !== undefined) this.#game.begun = true;
        this.#sendYourturn();
        break;
      case 'played':
        this.#sendPlayed(notice);
        this.#onMove(notice);
        break;
      case 'passed':
        this.#onMove(notice);
        break;
      // `close` is the only message for an end (Ending connection).
      case 'ended':
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.#end();
        break;
      // The protocol has no messages for the other notices.
    }
  }

  protected override onDeadline(): void {
    if (isDue(this.#outbox.deadline, this.now)) this.#sendNow(this.#outbox.missed(this.now));
    const again = this.#postponed.take(this.now);
    if (again !== undefined) this.sendCommand(again);
    if (!isDue(this.#silenceDeadline, this.now)) return;
    this.#silenceDeadline = undefined;
    this.sendCommand({ kind: 'pass', ifStuck: true });
  }

  // Handshake and Setup

  #greet(message: ClientMessage | undefined): void {
    if (message?.kind !== 'go') {
      this.close();
      return;
    }
    if (!ACCEPTED_VERSION.test(message.version)) {
      this.#sendMessages({ kind: 'no' });
      this.close();
      return;
    }
    this.#sendMessages({ kind: 'ok', version: message.version });
    this.#stage = 'joining';
    const { mode, seats } = this.#settings;
    const places = mode === 'local' ? 1 : seats === undefined ? undefined : 2 * seats;
    const capacity = places === undefined ? {} : { capacity: places };
    this.sendCommand({ kind: 'enter', parameters: this.#parameters, ...capacity });
  }

  #entered(answer: CommandAnswer): void {
    if (answer.kind === 'refused') {
      this.#refuse();
      return;
    }
    const parameters = this.#parameters;
    const local = this.#settings.mode === 'local';
    // The colour is sent before an opponent is found, so a waiting client must be black (ruling on Setup, 2b).
    const option = local ? ({ opponentKind: 'self' } as const) : ({ hostColor: 'black' } as const);
    this.sendCommand({ kind: 'seek', parameters, handshake: true, ...option });
  }

  /** If the client gets a seat at once, the notice `started` has its colour. */
  #sought(answer: CommandAnswer): void {
    if (answer.kind === 'refused') this.#refuse();
    else if (answer.kind === 'waiting') this.#setUp('black', []);
  }

  #started(notice: StartedNotice): void {
    const passed = notice.moves.at(-1)?.kind === 'pass';
    this.#game = { color: notice.color, toMove: notice.toMove, passed, begun: false };
    if (this.#stage === 'joining') this.#setUp(notice.color, notice.stones);
    else if (this.#stage === 'ready') this.sendCommand({ kind: 'ready' });
  }

  #setUp(color: Color | 'both', stones: readonly Stone[]): void {
    this.#stage = 'setup';
    const board: ServerMessage = { kind: 'stones', size: this.#settings.size, stones };
    if (color === 'both') this.#sendMessages({ kind: 'mode', mode: 'local' }, board, { kind: 'ready' });
    else this.#sendMessages({ kind: 'mode', mode: 'normal' }, { kind: 'color', color }, board, { kind: 'ready' });
  }

  /** Refuses a client because there is no free place (Setup, 1). */
  #refuse(): void {
    this.#sendMessages({ kind: 'full' });
    this.close();
  }

  // Main

  #handleMessage(message: ClientMessage): void {
    switch (message.kind) {
      case 'ack':
        this.#sendNow(this.#outbox.acknowledged(this.now));
        break;
      case 'place':
        this.#move({ kind: 'play', point: pointAt(this.#board, message.x, message.y) ?? 'off-board' });
        break;
      case 'pass':
        this.#move({ kind: 'pass' });
        break;
      case 'close':
        this.#hasReceivedClose = true;
        this.#leave({ kind: 'forfeit', how: 'resigned' });
        break;
      case 'resign':
        this.#leave({ kind: 'forfeit', how: 'resigned' });
        break;
      // A second greeting is treated like an unknown message.
      case 'go':
        this.#leave({ kind: 'leave' });
        break;
    }
  }

  /** A move instead of an `ack` counts as the `ack` and as a move (ruling). */
  #move(command: SessionCommand): void {
    this.#sendNow(this.#outbox.missed(this.now));
    this.#silenceDeadline = undefined;
    const { command: waiting } = this.#postponed;
    // While a move is postponed, the client must not move.
    if (waiting?.kind === 'play' || waiting?.kind === 'pass') return;
    this.#postponed.drop();
    this.sendCommand(command);
  }

  #played(answer: CommandAnswer): void {
    if (answer.kind !== 'refused') return;
    // Ruling: there is no message for an illegal stone. The player to move gets `yourturn` again.
    if (answer.why !== 'not-your-turn' && answer.why !== 'no-game') this.#sendMessages({ kind: 'yourturn' });
  }

  /** Sends the messages for a stone (Stone placement, Stone removal). */
  #sendPlayed({ color, point, captured }: Played): void {
    this.#sendMessages({ kind: 'place', color, ...coordinates(this.#board, point) });
    if (this.#isMine(color)) this.#sendMessages({ kind: 'ack' });
    if (captured.length === 0) return;
    // Points are numbered from the top left, row by row.
    const inOrder = captured.toSorted((one, other) => one - other);
    this.#sendMessages({ kind: 'remove', stones: inOrder.map((each) => coordinates(this.#board, each)) });
  }

  #onMove({ kind, color }: Played | Passed): void {
    this.#silenceDeadline = undefined;
    if (this.#game === undefined) return;
    const over = this.#game.passed && kind === 'passed';
    this.#game.passed = kind === 'passed';
    this.#game.toMove = opposite(color);
    if (!over) this.#sendYourturn();
  }

  /** Sends `yourturn` if it is this client's turn (Indicating turn). */
  #sendYourturn(): void {
    if (this.#game?.begun && this.#isMine(this.#game.toMove)) this.#sendMessages({ kind: 'yourturn' });
  }

  #isMine(color: Color): boolean {
    return this.#game?.color === color || this.#game?.color === 'both';
  }

  // Sending

  #sendMessages(...messages: ServerMessage[]): void {
    this.#sendNow(this.#outbox.put(messages, this.now));
  }

  #sendNow(messages: readonly ServerMessage[]): void {
    for (const message of messages) {
      this.send(lineBytes(makeServerMessage(message, this.#settings.case)));
      if (message.kind === 'yourturn') this.#silenceDeadline = this.now + SILENCE_LIMIT;
      if (message.kind === 'ready') this.#becomeReady();
    }
  }

  #becomeReady(): void {
    this.#stage = 'ready';
    if (this.#game !== undefined) this.sendCommand({ kind: 'ready' });
  }

  // Ending connection

  /** Leaves the game. The client gets `close` after the lobby's answer, because an end must be stored before it is sent. */
  #leave(command: Command & { kind: 'forfeit' | 'leave' }): void {
    this.#stage = 'leaving';
    this.sendCommand(command);
  }

  /** Ends the session. Queued messages are dropped. A client that has sent `close` gets no `close`. */
  #end(): void {
    if (!this.#hasReceivedClose) this.send(lineBytes(makeServerMessage({ kind: 'close' })));
    this.close();
  }
}

const isDue = (deadline: number | undefined, now: number): boolean => deadline !== undefined && deadline <= now;
