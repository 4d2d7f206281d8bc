import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { problem } from '../../result.ts';
import type { ReadResult } from '../bytes.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import {
  type ClientMessage,
  type ErrorName,
  type Intersection,
  makeServerMessage,
  parseClientMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
import { endMessage, ServerSessionGame } from './server-session-game.ts';

/** The states of a client that the errors of the protocol distinguish. */
type ClientState =
  | { readonly kind: 'unidentified' }
  | { readonly kind: 'free' }
  /** A seat is reserved for the client. The client is in no game until it takes the seat by CREATE, JOIN or PLAY. */
  | { readonly kind: 'held' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'playing'; readonly status: ServerSessionGame }
  /** The game has ended. PLAY is answered with the result until the client starts another game. */
  | { readonly kind: 'over'; readonly verdict: ServerMessage };

type SessionCommand = Extract<
  Command,
  { kind: 'enter' | 'seek' | 'take' | 'return' | 'seeks' | 'play' | 'pass' | 'forfeit' }
>;

/**
 * The server's side of DAIGO. Every line of the client gets exactly one line as its answer. The server sends nothing else:
 * notices are stored until the client sends PLAY.
 */
export class DaigoServerSession extends ServerSessionBase<ReceivedLine, SessionCommand> {
  readonly #parameters: GoParameters;
  #state: ClientState = { kind: 'unidentified' };
  /** The command by which the client got its seat or made its seek. */
  #entryCommand: 'seek' | 'take' | 'return' | undefined;

  /** A CREATE that was answered by OK, but that the lobby cannot accept now (ruling). */
  readonly #postponed = new PostponedCommand<SessionCommand>();

  constructor(parameters: GoParameters, now: number) {
    super(now);
    this.#parameters = parameters;
  }

  override get deadline(): number | undefined {
    return this.#postponed.deadline;
  }

  protected override onDeadline(): void {
    const again = this.#postponed.take(this.now);
    if (again !== undefined) this.sendCommand(again);
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return readLine(bytes);
  }

  protected override onMessage(line: ReceivedLine): void {
    const request = line.kind === 'text' ? parseClientMessage(line.text) : problem('unknown');
    if (!request.ok) this.#askOrRefuse(request.problem === 'coordinate' ? this.#stoneCommand(undefined) : 'unknown');
    else if (request.value.kind === 'play') this.#answerPlay();
    else this.#askOrRefuse(this.#commandFor(request.value));
    if (line.kind === 'too-long') this.close();
  }

  /** The command for a request, or the error that answers it at once. */
  #commandFor(request: Exclude<ClientMessage, { kind: 'play' }>): SessionCommand | ErrorName {
    switch (request.kind) {
      case 'helo':
        if (this.#state.kind !== 'unidentified') return 'already-identified';
        return { kind: 'enter', name: request.name };
      case 'create':
        return this.#cannotBegin() ?? { kind: 'seek', parameters: this.#parameters, role: 'host' };
      case 'join':
        return this.#cannotBegin() ?? { kind: 'take', host: request.name, parameters: this.#parameters };
      case 'list':
        return this.#unidentified() ?? { kind: 'seeks', parameters: this.#parameters };
      case 'stone':
        return this.#stoneCommand(request);
      case 'pass':
        return this.#notInGame() ?? this.#notUnderWay() ?? { kind: 'pass' };
      case 'forfeit':
        return this.#cannotForfeit() ?? { kind: 'forfeit', how: 'resigned' };
    }
  }

  /**
   * `at` is undefined if the coordinates were not whole numbers. This error comes after the check that the client is in a
   * game.
   */
  #stoneCommand(at: Intersection | undefined): SessionCommand | ErrorName {
    const outside = this.#notInGame();
    if (outside !== undefined) return outside;
    if (at === undefined) return 'unknown';
    if (this.#state.kind !== 'playing') return this.#notUnderWay() ?? 'not-in-game';
    return { kind: 'play', point: pointOf(this.#state.status.size, at) };
  }

  #answerPlay(): void {
    switch (this.#state.kind) {
      case 'unidentified':
        this.#refuse('not-identified');
        break;
      case 'free':
        this.#refuse('not-in-game');
        break;
      case 'held':
        this.sendCommand({ kind: 'return', parameters: this.#parameters });
        break;
      case 'waiting':
        this.#sendMessage({ kind: 'wait' });
        break;
      case 'playing':
        this.#sendMessage(this.#state.status.takeState(this.now));
        break;
      case 'over':
        this.#sendMessage(this.#state.verdict);
        break;
    }
  }

  protected override onAnswer(command: SessionCommand, answer: CommandAnswer): void {
    if (answer.kind === 'refused') {
      this.#refused(command, answer.why);
      return;
    }
    switch (command.kind) {
      case 'enter':
        this.#state = { kind: answer.kind === 'entered' && answer.held ? 'held' : 'free' };
        break;
      case 'seek':
        // A postponed CREATE is answered already.
        if (this.#state.kind === 'waiting') return;
        this.#entryCommand = command.kind;
        if (answer.kind === 'waiting') this.#state = { kind: 'waiting' };
        break;
      case 'take':
        this.#entryCommand = command.kind;
        break;
      case 'return':
        // The client has sent PLAY: the notice that follows has the state of the game, which is the answer.
        this.#entryCommand = command.kind;
        return;
      case 'play':
      case 'pass':
      case 'forfeit':
        break;
      case 'seeks':
        this.#sendMessage({ kind: 'games', names: answer.kind === 'names' ? answer.names : [] });
        return;
    }
    this.#sendMessage({ kind: 'ok' });
  }

  #refused(command: SessionCommand, why: Refusal): void {
    if (command.kind === 'return') this.#state = { kind: 'free' };
    if (why === 'not-now') this.#notNow(command);
    else this.#refuse(this.#errorFor(why));
  }

  /** The protocol has no error for `not-now` (ruling). The client waits longer, for an opponent or for its turn. */
  #notNow(command: SessionCommand): void {
    if (command.kind === 'take') this.#refuse('no-such-game');
    else if (command.kind === 'seek') {
      this.#postponed.put(command, this.now);
      if (this.#state.kind === 'waiting') return;
      this.#entryCommand = command.kind;
      this.#state = { kind: 'waiting' };
      this.#sendMessage({ kind: 'ok' });
    } else {
      if (this.#state.kind === 'playing') this.#state.status.pauseUntil(this.now + RETRY_PAUSE);
      this.#refuse('not-your-turn');
    }
  }

  #errorFor(why: Exclude<Refusal, 'not-now'>): ErrorName {
    switch (why) {
      case 'name-taken':
      case 'full':
        return 'name-taken';
      case 'in-game':
        return 'in-game';
      case 'no-such-seek':
      case 'no-such-player':
        return 'no-such-game';
      case 'not-your-turn':
        return 'not-your-turn';
      case 'no-game':
        // If the game ended before the move, the session has received that notice by now.
        return this.#notInGame() ?? 'game-over';
      case 'off-board':
      case 'occupied':
      case 'ko':
      case 'suicide':
        return 'invalid-move';
      case 'overline':
      case 'double-four':
      case 'double-three':
      case 'not-stuck':
      case 'no-pass':
      case 'cannot-chat':
      case 'cannot-propose':
      case 'no-proposal':
      case 'cannot-mark':
      case 'cannot-be-rated':
      case 'invitation-taken':
        throw new Error(`no command of a daigo session is refused because of ${why}`);
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        break;
      case 'played':
        this.#addMove({ kind: 'play', color: notice.color, point: notice.point });
        break;
      case 'passed':
        this.#addMove({ kind: 'pass', color: notice.color });
        break;
      case 'ended':
        this.#end(notice);
        break;
      case 'replaced':
      case 'removed':
      case 'farewell':
        // The protocol has no message for this.
        this.close();
        break;
      // The protocol has no messages for the other notices.
    }
  }

  #start(started: StartedNotice): void {
    if (started.color === 'both') throw new Error('a daigo player never has both seats');
    // A client that returns by PLAY knows the game. A client that returns by CREATE or JOIN waits for an opponent.
    const knowsOpponent = this.#entryCommand === 'return';
    const status = new ServerSessionGame(started.color, started, knowsOpponent);
    this.#state = { kind: 'playing', status };
    if (knowsOpponent) this.#sendMessage(status.takeState(this.now));
  }

  #addMove(action: Move): void {
    if (this.#state.kind === 'playing') this.#state.status.add(action);
  }

  #end(ended: EndedNotice): void {
    if (this.#state.kind === 'held') this.#state = { kind: 'free' };
    if (this.#state.kind !== 'playing') return;
    const outcome = endMessage(ended, this.#state.status.color);
    this.#state = outcome === undefined ? { kind: 'free' } : { kind: 'over', verdict: outcome };
  }

  // The errors, in the order of the ruling on precedence.

  #unidentified(): ErrorName | undefined {
    return this.#state.kind === 'unidentified' ? 'not-identified' : undefined;
  }

  /** A waiting client is in the game that it has created. During a game the lobby refuses another seek. */
  #cannotBegin(): ErrorName | undefined {
    return this.#state.kind === 'waiting' ? 'in-game' : this.#unidentified();
  }

  #notInGame(): ErrorName | undefined {
    const outside = this.#state.kind === 'free' || this.#state.kind === 'held';
    return outside ? 'not-in-game' : this.#unidentified();
  }

  #notUnderWay(): ErrorName | undefined {
    if (this.#state.kind === 'waiting') return 'not-started';
    return this.#state.kind === 'over' ? 'game-over' : undefined;
  }

  /** The lobby accepts a resignation at any time, DAIGO only in turn. */
  #cannotForfeit(): ErrorName | undefined {
    const early = this.#state.kind === 'playing' && !this.#state.status.isPlayersTurn;
    return this.#notInGame() ?? this.#notUnderWay() ?? (early ? 'not-your-turn' : undefined);
  }

  #askOrRefuse(wanted: SessionCommand | ErrorName): void {
    if (typeof wanted === 'string') this.#refuse(wanted);
    else this.sendCommand(wanted);
  }

  #refuse(error: ErrorName): void {
    this.#sendMessage({ kind: 'error', error });
  }

  #sendMessage(message: ServerMessage): void {
    this.send(lineBytes(makeServerMessage(message)));
  }
}
