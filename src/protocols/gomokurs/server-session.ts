import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Color } from '../../rules/color.ts';
import type { ReadResult } from '../bytes.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { illegalPlay } from './illegal-play-text.ts';
import { allInfo, timeLeft } from './info-texts.ts';
import type { ListenerSettings } from './listener-settings.ts';
import {
  type Coordinates,
  type FirstAction,
  type GameResult,
  hasManagerAction,
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

type SessionCommand = Extract<Command, { kind: 'enter' | 'rename' | 'seek' | 'ready' | 'play' | 'forfeit' | 'leave' }>;

/** The manager's side of one connection: one player, one game. Rulings: docs/protocols/gomokurs.md. */
export class GomokursServerSession extends ServerSessionBase<Message, SessionCommand> {
  readonly writesSingly = true;
  readonly #listener: ListenerSettings;
  #version: Version | undefined;
  /** Whether the player has returned to a reserved seat. */
  #hasReturned = false;
  #playerState: PlayerState | undefined;
  #hasPlayed = false;
  /** A seek or a stone that the server cannot accept now (ruling). No clock runs meanwhile. */
  readonly #postponed = new PostponedCommand<SessionCommand>();
  /** Whether the player has lost by a breach. Only the end remains to be sent. */
  #hasLost = false;

  constructor(listener: ListenerSettings, now: number) {
    super(now);
    this.#listener = listener;
  }

  override get deadline(): number | undefined {
    return this.#hasLost ? undefined : (this.#postponed.deadline ?? this.#playerState?.deadline);
  }

  protected override read(bytes: Uint8Array): ReadResult<Message> {
    return this.#version === undefined ? parseOpening(bytes) : parsePlayerAction(bytes, this.#version);
  }

  protected override onMessage(message: Message): void {
    // A message after the deadline must have the same effect, even if `tick` was not called before it.
    if (this.deadline !== undefined && this.deadline <= this.now) this.onDeadline();
    if (this.#hasLost) return;
    switch (message.kind) {
      case 'opening':
        this.#onVersion(message.version);
        break;
      case 'malformed':
        this.#onMalformed(message);
        break;
      case 'protocol-version':
        this.#sendError('the version is agreed already');
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
      // These actions are not forwarded and do not stop the clock. UNKNOWN and ERROR are logged (ruling).
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

  protected override onAnswer(command: SessionCommand, answer: CommandAnswer): void {
    switch (command.kind) {
      case 'enter':
        if (answer.kind === 'entered') this.#entered(answer.held);
        else this.#onBreach('no seat is free');
        break;
      case 'seek':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) break;
        if (answer.kind === 'refused') this.#onBreach('no seat is free');
        break;
      case 'play':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) break;
        if (answer.kind === 'refused') this.#onBreach(illegalPlay(answer.why));
        break;
      case 'forfeit':
        // Otherwise the end of the game follows as a notice.
        if (answer.kind === 'refused') this.#end(undefined);
        break;
      case 'leave':
        this.#end('loss');
        break;
      // A notice follows READY. A refused name changes nothing.
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
      case 'play-started':
        if (!this.#hasLost) this.#sendAction(this.#playerState?.begin(this.now));
        break;
      case 'played':
        if (this.#hasLost) break;
        this.#sendAction(this.#playerState?.played(notice, this.now));
        if (notice.color === this.#playerState?.color) this.#sendInfo();
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
    }
  }

  protected override onDeadline(): void {
    const again = this.#postponed.take(this.now);
    if (again !== undefined) {
      this.sendCommand(again);
      return;
    }
    const playerState = this.#playerState;
    if (playerState === undefined) return;
    if (!playerState.isReady) {
      // A player without READY in time leaves the game (ruling).
      this.#hasLost = true;
      this.sendCommand({ kind: 'leave' });
    } else if (playerState.suggestion !== undefined) this.#place(playerState, playerState.suggestion);
  }

  #onVersion(version: Version | undefined): void {
    if (version === undefined) {
      this.#refuse(`the versions spoken here are ${VERSIONS.join(' and ')}`);
      return;
    }
    this.#version = version;
    this.#sendAction({ kind: 'compatible' });
    // Known players fail if they receive ABOUT before their first move, so it is sent only if the listener is set to do so
    // (ruling).
    if (this.#listener.about) this.#sendAction({ kind: 'about' });
    this.sendCommand({ kind: 'enter', parameters: this.#listener.parameters });
  }

  #entered(held: boolean): void {
    this.#hasReturned = held;
    this.sendCommand({ kind: 'seek', parameters: this.#listener.parameters, handshake: true });
  }

  #start(started: StartedNotice): void {
    const playerState = new PlayerState(started, this.#hasReturned, this.now);
    this.#playerState = playerState;
    this.#sendAction({ kind: 'start', size: playerState.size.width });
  }

  #ready(): void {
    if (this.#playerState === undefined || this.#playerState.isReady) {
      this.#sendError('READY answers START, once');
      return;
    }
    this.#playerState.ready();
    this.sendCommand({ kind: 'ready' });
  }

  #play(at: Coordinates): void {
    const playerState = this.#playerState;
    if (playerState === undefined) this.#onBreach('no game has begun');
    else if (playerState.clock.isRunning) this.#place(playerState, at);
    else if (!playerState.takeToleratedPlay()) this.#onBreach(illegalPlay('not-your-turn'));
  }

  #place(playerState: PlayerState, at: Coordinates): void {
    this.sendCommand({ kind: 'play', point: pointOf(playerState.size, at), spent: playerState.clock.stop(this.now) });
  }

  /**
   * Sends INFO directly after the player's stone. The document asks for a PLAY as the answer, which the ruling calls an error
   * of the document. At this time such a PLAY is out of turn, so it cannot be confused with a move. One such PLAY is ignored
   * for each INFO.
   */
  #sendInfo(): void {
    const playerState = this.#playerState;
    if (!this.#listener.info || playerState === undefined || this.#hasLost) return;
    const left = playerState.clock.left;
    for (const text of this.#hasPlayed ? [timeLeft(left)] : allInfo(this.#listener.parameters, left)) {
      this.#sendAction({ kind: 'info', text });
      playerState.tolerateOnePlay();
    }
    this.#hasPlayed = true;
  }

  #describe(description: string): void {
    const name = nameIn(description);
    if (name !== undefined) this.sendCommand({ kind: 'rename', name, ifTaken: 'number' });
  }

  #onMalformed({ problem, number }: MalformedAction): void {
    switch (problem) {
      case 'no-such-action':
        this.#onBreach(this.#version === undefined ? 'the version comes first' : `no action has the number ${number}`);
        break;
      case 'too-long':
        this.#onBreach(`a payload is at most ${LONGEST_PAYLOAD} bytes`);
        break;
      case 'not-utf8':
      case 'bad-value':
        if (this.#version === undefined) this.#refuse('the version is not UTF-8');
        else this.#sendError('the payload is not UTF-8');
        break;
    }
  }

  /** Sends ERROR for a mistake without consequences. */
  #sendError(text: string): void {
    this.#sendAction({ kind: 'error', text });
  }

  /** Handles a breach: the player loses the game or, if it waits, its seek (ruling: ERROR, END, the opponent wins). */
  #onBreach(text: string): void {
    if (this.#version === undefined) {
      this.#refuse(text);
      return;
    }
    this.#sendError(text);
    if (this.#playerState === undefined) {
      this.#end(undefined);
      return;
    }
    this.#hasLost = true;
    this.sendCommand({ kind: 'forfeit', how: 'fouled' });
  }

  /** Refuses the connection, before the agreement on a version. */
  #refuse(text: string): void {
    this.send(makeRefusal(text));
    this.close();
  }

  #end(result: GameResult | undefined): void {
    if (result !== undefined && this.#version !== undefined && hasManagerAction(this.#version, 'result')) {
      this.#sendAction({ kind: 'result', result });
    }
    this.#sendAction({ kind: 'end' });
    this.close();
  }

  #ended({ winner, reason }: EndedNotice): void {
    const result = this.#resultFor(winner);
    // If the time has run out, ERROR is sent before END (ruling), unless a breach was reported before.
    if (reason === 'timed-out' && result === 'loss' && !this.#hasLost) this.#sendError('out of time');
    this.#end(result);
  }

  #resultFor(winner: Color | undefined): GameResult {
    if (winner === undefined) return 'draw';
    return winner === this.#playerState?.color ? 'win' : 'loss';
  }

  /** Sends an action. Each action is one write (ruling). */
  #sendAction(action: ManagerAction | undefined): void {
    if (action !== undefined && this.#version !== undefined) this.send(makeManagerAction(action, this.#version));
  }
}
