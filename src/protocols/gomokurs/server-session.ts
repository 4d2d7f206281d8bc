import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import type { ReadResult } from '../message-read-result.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { everything, timeLeft } from './info-texts.ts';
import type { ListenerSettings } from './listener-settings.ts';
import {
  type Coordinates,
  canSay,
  type FirstAction,
  type GameResult,
  LONGEST_PAYLOAD,
  type MalformedAction,
  type ManagerAction,
  makeManagerAction,
  makeRefusal,
  type PlayerAction,
  parseOpening,
  parsePlayerAction,
} from './messages.ts';
import { nameIn } from './name-in-description.ts';
import { PlayerState } from './player-state.ts';
import { VERSIONS, type Version } from './protocol-version.ts';
import { pointOf } from './stone-actions.ts';

type Message = FirstAction | PlayerAction | MalformedAction;

/** The commands that this session asks. */
type Asked = Extract<Command, { kind: 'enter' | 'rename' | 'seek' | 'ready' | 'play' | 'forfeit' | 'leave' }>;

/** The manager's side of one connection: one player, one game. Rulings: docs/protocols/gomokurs.md. */
export class GomokursServerSession extends ServerSessionBase<Message> {
  readonly writesSingly = true;
  readonly #listener: ListenerSettings;
  #version: Version | undefined;
  /** A seat was held for this player. */
  #cameBack = false;
  #playerState: PlayerState | undefined;
  #hasPlayed = false;
  /** A seek or a stone that the server cannot accept now (ruling); meanwhile no clock runs. */
  readonly #postponed = new PostponedCommand<Asked>();
  /** The player has lost by a mistake; only the end is still to be sent. */
  #isOut = false;

  constructor(listener: ListenerSettings, now: number) {
    super(now);
    this.#listener = listener;
  }

  override get deadline(): number | undefined {
    return this.#isOut ? undefined : (this.#postponed.deadline ?? this.#playerState?.deadline);
  }

  protected override read(bytes: Uint8Array): ReadResult<Message> {
    return this.#version === undefined ? parseOpening(bytes) : parsePlayerAction(bytes, this.#version);
  }

  protected override onMessage(message: Message): void {
    // A message that comes too late must have the same effect, whether or not the deadline was checked before it.
    if (this.deadline !== undefined && this.deadline <= this.now) this.onDeadline();
    if (this.#isOut) return;
    switch (message.kind) {
      case 'opening':
        this.#open(message.version);
        break;
      case 'malformed':
        this.#misread(message);
        break;
      case 'protocol-version':
        this.#complain('the version is agreed already');
        break;
      case 'ready':
        this.#ready();
        break;
      case 'play':
        this.#play(message);
        break;
      case 'suggestion':
        if (this.#playerState !== undefined) this.#playerState.suggestion = message;
        break;
      case 'player-description':
        this.#describe(message.text);
        break;
      // These are not forwarded, and they do not stop the clock; the first two are logged (ruling).
      case 'unknown':
        this.remark(`UNKNOWN ${message.text ?? ''}`.trimEnd());
        break;
      case 'error':
        this.remark(`ERROR ${message.text}`.trimEnd());
        break;
      case 'message':
      case 'debug':
        break;
    }
  }

  #ask(command: Asked): void {
    this.ask(command, (answer) => this.#answered(command, answer));
  }

  #answered(command: Asked, answer: CommandAnswer): void {
    switch (command.kind) {
      case 'enter':
        if (answer.kind === 'entered') this.#entered(answer.held);
        else this.#breach('no seat is free');
        break;
      case 'seek':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) break;
        if (answer.kind === 'refused') this.#breach('no seat is free');
        break;
      case 'play':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) break;
        if (answer.kind === 'refused') this.#breach(`illegal PLAY: ${answer.why}`);
        break;
      case 'forfeit':
        // Otherwise the end of the game follows as a notice.
        if (answer.kind === 'refused') this.#end(undefined);
        break;
      case 'leave':
        this.#end('loss');
        break;
      // What comes of READY is heard, and a name that cannot be had changes nothing.
      case 'ready':
      case 'rename':
        break;
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        break;
      case 'begun':
        if (!this.#isOut) this.#say(this.#playerState?.begin(this.now));
        break;
      case 'played':
        if (this.#isOut) break;
        this.#say(this.#playerState?.played(notice, this.now));
        if (notice.color === this.#playerState?.color) this.#inform();
        break;
      case 'ended':
        this.#ended(notice);
        break;
      case 'farewell':
      case 'replaced':
        this.#end(undefined);
        break;
      case 'removed':
        this.#end(this.#playerState === undefined ? undefined : 'loss');
        break;
      // There is no pass in Gomoku, and no chat, presence or watching in this protocol.
      case 'passed':
      case 'chat':
      case 'entered':
      case 'left':
      case 'directory':
      case 'news':
        break;
    }
  }

  protected override onDeadline(): void {
    const again = this.#postponed.take(this.now);
    if (again !== undefined) {
      this.#ask(again);
      return;
    }
    const playerState = this.#playerState;
    if (playerState === undefined) return;
    if (!playerState.isReady) {
      // Without READY in time the seat has left (ruling).
      this.#isOut = true;
      this.#ask({ kind: 'leave' });
    } else if (playerState.suggestion !== undefined) this.#place(playerState, playerState.suggestion);
  }

  #open(version: Version | undefined): void {
    if (version === undefined) {
      this.#refuse(`the versions spoken here are ${VERSIONS.join(' and ')}`);
      return;
    }
    this.#version = version;
    this.#say({ kind: 'compatible' });
    // Known players cannot take ABOUT before their first turn, so it is asked only where the listener says so (ruling).
    if (this.#listener.about) this.#say({ kind: 'about' });
    this.#ask({ kind: 'enter', parameters: this.#listener.parameters });
  }

  #entered(held: boolean): void {
    this.#cameBack = held;
    this.#ask({ kind: 'seek', parameters: this.#listener.parameters, handshake: true });
  }

  #start(started: StartedNotice): void {
    const playerState = new PlayerState(started, this.#cameBack, this.now);
    this.#playerState = playerState;
    this.#say({ kind: 'start', size: playerState.size.width });
  }

  #ready(): void {
    if (this.#playerState === undefined || this.#playerState.isReady) {
      this.#complain('READY answers START, once');
      return;
    }
    this.#playerState.ready();
    this.#ask({ kind: 'ready' });
  }

  #play(at: Coordinates): void {
    const playerState = this.#playerState;
    if (playerState === undefined) this.#breach('no game has begun');
    else if (playerState.clock.isRunning) this.#place(playerState, at);
    else if (!playerState.takePardon()) this.#breach('illegal PLAY: not-your-turn');
  }

  #place(playerState: PlayerState, at: Coordinates): void {
    this.#ask({ kind: 'play', point: pointOf(playerState.size, at), spent: playerState.clock.stop(this.now) });
  }

  /**
   * INFO goes out when the turn has just passed to the opponent, so a PLAY in answer to it (the document asks for one,
   * the ruling calls that a slip) comes out of turn and can be distinguished from a move; each INFO pardons one such PLAY.
   */
  #inform(): void {
    const playerState = this.#playerState;
    if (!this.#listener.info || playerState === undefined || this.#isOut) return;
    const left = playerState.clock.left;
    for (const text of this.#hasPlayed ? [timeLeft(left)] : everything(this.#listener.parameters, left)) {
      this.#say({ kind: 'info', text });
      playerState.addPardon();
    }
    this.#hasPlayed = true;
  }

  #describe(description: string): void {
    const name = nameIn(description);
    if (name !== undefined) this.#ask({ kind: 'rename', name, ifTaken: 'number' });
  }

  #misread({ problem, number }: MalformedAction): void {
    switch (problem) {
      case 'no-such-action':
        this.#breach(this.#version === undefined ? 'the version comes first' : `no action has the number ${number}`);
        break;
      case 'too-long':
        this.#breach(`a payload is at most ${LONGEST_PAYLOAD} bytes`);
        break;
      case 'not-utf8':
      case 'bad-value':
        if (this.#version === undefined) this.#refuse('the version is not UTF-8');
        else this.#complain('the payload is not UTF-8');
        break;
    }
  }

  /** A mistake that costs nothing. */
  #complain(text: string): void {
    this.#say({ kind: 'error', text });
  }

  /** A mistake that loses the game or, by closing, the place among those who wait (ruling: ERROR, END, the other wins). */
  #breach(text: string): void {
    if (this.#version === undefined) {
      this.#refuse(text);
      return;
    }
    this.#complain(text);
    if (this.#playerState === undefined) {
      this.#end(undefined);
      return;
    }
    this.#isOut = true;
    this.#ask({ kind: 'forfeit', how: 'fouled' });
  }

  /** Before a version is agreed. */
  #refuse(text: string): void {
    this.send(makeRefusal(text));
    this.close();
  }

  #end(result: GameResult | undefined): void {
    if (result !== undefined && this.#version !== undefined && canSay(this.#version, 'result')) {
      this.#say({ kind: 'result', result });
    }
    this.#say({ kind: 'end' });
    this.close();
  }

  #ended({ winner, reason }: EndedNotice): void {
    const result = this.#resultFor(winner);
    // A player whose time has run out is told so (ruling: ERROR, END), unless a mistake has been told meanwhile.
    if (reason === 'timed-out' && result === 'loss' && !this.#isOut) this.#complain('out of time');
    this.#end(result);
  }

  #resultFor(winner: Color | undefined): GameResult {
    if (winner === undefined) return 'draw';
    return winner === this.#playerState?.color ? 'win' : 'loss';
  }

  /** Every action is one write (ruling). */
  #say(action: ManagerAction | undefined): void {
    if (action !== undefined && this.#version !== undefined) this.send(makeManagerAction(action, this.#version));
  }
}
