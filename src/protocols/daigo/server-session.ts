import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { GoParameters } from '../../lobby/game-parameters.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { problem } from '../../result.ts';
import type { ReadResult } from '../message-read-result.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { type Line, lineBytes, readLine } from '../text-line.ts';
import {
  type ClientMessage,
  type ErrorName,
  type Intersection,
  makeServerMessage,
  parseClientMessage,
  pointOf,
  type ServerMessage,
} from './messages.ts';
import { ServerGame, verdict } from './server-game.ts';

/** The states of a client that the errors of the protocol distinguish. */
type Place =
  | { readonly kind: 'unidentified' }
  | { readonly kind: 'free' }
  /** A seat is reserved for the client. The client is in no game until it takes the seat by CREATE, JOIN or PLAY. */
  | { readonly kind: 'held' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'playing'; readonly status: ServerGame }
  /** The end is the answer to PLAY until the client starts another game. */
  | { readonly kind: 'over'; readonly verdict: ServerMessage };

/** The commands that this session asks. */
type Asked = Extract<Command, { kind: 'enter' | 'seek' | 'take' | 'return' | 'seeks' | 'play' | 'pass' | 'forfeit' }>;

/**
 * The server's side of DAIGO. Every line of the client gets exactly one line as its answer. The server sends nothing else:
 * notices are stored until the client asks by PLAY.
 */
export class DaigoServerSession extends ServerSessionBase<Line> {
  readonly #parameters: GoParameters;
  #place: Place = { kind: 'unidentified' };
  /** The request by which the client got its seat, or its place among the waiting players. */
  #wayIn: 'seek' | 'take' | 'return' | undefined;

  /** A CREATE that was answered OK and that the lobby cannot accept now (ruling). */
  readonly #postponed = new PostponedCommand<Asked>();

  constructor(parameters: GoParameters, now: number) {
    super(now);
    this.#parameters = parameters;
  }

  override get deadline(): number | undefined {
    return this.#postponed.deadline;
  }

  protected override onDeadline(): void {
    const again = this.#postponed.take(this.now);
    if (again !== undefined) this.#ask(again);
  }

  protected override read(bytes: Uint8Array): ReadResult<Line> {
    return readLine(bytes);
  }

  protected override onMessage(line: Line): void {
    const request = line.kind === 'text' ? parseClientMessage(line.text) : problem('unknown');
    if (!request.ok) this.#attempt(request.problem === 'coordinate' ? this.#stone(undefined) : 'unknown');
    else if (request.value.kind === 'play') this.#play();
    else this.#attempt(this.#wanted(request.value));
    if (line.kind === 'too-long') this.close();
  }

  /** The effect of a request: a command for the lobby, or an error. */
  #wanted(request: Exclude<ClientMessage, { kind: 'play' }>): Asked | ErrorName {
    switch (request.kind) {
      case 'helo':
        if (this.#place.kind !== 'unidentified') return 'already-identified';
        return { kind: 'enter', name: request.name };
      case 'create':
        return this.#cannotBegin() ?? { kind: 'seek', parameters: this.#parameters, role: 'host' };
      case 'join':
        return this.#cannotBegin() ?? { kind: 'take', host: request.name, parameters: this.#parameters };
      case 'list':
        return this.#unidentified() ?? { kind: 'seeks', parameters: this.#parameters };
      case 'stone':
        return this.#stone(request);
      case 'pass':
        return this.#notInGame() ?? this.#notUnderWay() ?? { kind: 'pass' };
      case 'forfeit':
        return this.#cannotForfeit() ?? { kind: 'forfeit', how: 'resigned' };
    }
  }

  /** Without `at` the coordinates were no whole numbers. This is an error only after the check that the client is in a game. */
  #stone(at: Intersection | undefined): Asked | ErrorName {
    const outside = this.#notInGame();
    if (outside !== undefined) return outside;
    if (at === undefined) return 'unknown';
    if (this.#place.kind !== 'playing') return this.#notUnderWay() ?? 'not-in-game';
    return { kind: 'play', point: pointOf(this.#place.status.size, at) };
  }

  #play(): void {
    switch (this.#place.kind) {
      case 'unidentified':
        this.#refuse('not-identified');
        break;
      case 'free':
        this.#refuse('not-in-game');
        break;
      case 'held':
        this.#ask({ kind: 'return', parameters: this.#parameters });
        break;
      case 'waiting':
        this.#say({ kind: 'wait' });
        break;
      case 'playing':
        this.#say(this.#place.status.report(this.now));
        break;
      case 'over':
        this.#say(this.#place.verdict);
        break;
    }
  }

  #ask(command: Asked): void {
    this.ask(command, (answer) => this.#answered(command, answer));
  }

  #answered(command: Asked, answer: CommandAnswer): void {
    if (answer.kind === 'refused') {
      this.#refused(command, answer.why);
      return;
    }
    switch (command.kind) {
      case 'enter':
        this.#place = { kind: answer.kind === 'entered' && answer.held ? 'held' : 'free' };
        break;
      case 'seek':
        // A postponed CREATE is answered already.
        if (this.#place.kind === 'waiting') return;
        this.#wayIn = command.kind;
        if (answer.kind === 'waiting') this.#place = { kind: 'waiting' };
        break;
      case 'take':
        this.#wayIn = command.kind;
        break;
      case 'return':
        // The client has sent PLAY: the notice that follows has the state of the game, which is the answer.
        this.#wayIn = command.kind;
        return;
      case 'play':
      case 'pass':
      case 'forfeit':
        break;
      case 'seeks':
        this.#say({ kind: 'games', names: answer.kind === 'names' ? answer.names : [] });
        return;
    }
    this.#say({ kind: 'ok' });
  }

  #refused(command: Asked, why: Refusal): void {
    if (command.kind === 'return') this.#place = { kind: 'free' };
    if (why === 'not-now') this.#notNow(command);
    else this.#refuse(this.#errorFor(why));
  }

  /** The protocol has no error for this (ruling): the client only waits longer, for an opponent or for the end of its turn. */
  #notNow(command: Asked): void {
    if (command.kind === 'take') this.#refuse('no-such-game');
    else if (command.kind === 'seek') {
      this.#postponed.put(command, this.now);
      if (this.#place.kind === 'waiting') return;
      this.#wayIn = command.kind;
      this.#place = { kind: 'waiting' };
      this.#say({ kind: 'ok' });
    } else {
      if (this.#place.kind === 'playing') this.#place.status.rest(this.now + RETRY_PAUSE);
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
        throw new Error(`DAIGO is refused because of ${why}`);
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#sitDown(notice);
        break;
      case 'played':
        this.#act({ kind: 'play', color: notice.color, point: notice.point });
        break;
      case 'passed':
        this.#act({ kind: 'pass', color: notice.color });
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
      case 'begun':
      case 'chat':
      case 'entered':
      case 'left':
      case 'directory':
      case 'news':
        break;
    }
  }

  #sitDown(started: StartedNotice): void {
    if (started.color === 'both') throw new Error('DAIGO never practises');
    // A client that comes back by PLAY knows the game. A client that comes back by CREATE or JOIN waits for an opponent.
    const knowsOpponent = this.#wayIn === 'return';
    const status = new ServerGame(started.color, started, knowsOpponent);
    this.#place = { kind: 'playing', status };
    if (knowsOpponent) this.#say(status.report(this.now));
  }

  #act(action: Move): void {
    if (this.#place.kind === 'playing') this.#place.status.act(action);
  }

  #end(ended: EndedNotice): void {
    if (this.#place.kind === 'held') this.#place = { kind: 'free' };
    if (this.#place.kind !== 'playing') return;
    const outcome = verdict(ended, this.#place.status.color);
    this.#place = outcome === undefined ? { kind: 'free' } : { kind: 'over', verdict: outcome };
  }

  // The errors, in the order of the ruling on precedence.

  #unidentified(): ErrorName | undefined {
    return this.#place.kind === 'unidentified' ? 'not-identified' : undefined;
  }

  /** A waiting client has CREATEd a game and is in it. During a game the lobby refuses another seek. */
  #cannotBegin(): ErrorName | undefined {
    return this.#place.kind === 'waiting' ? 'in-game' : this.#unidentified();
  }

  #notInGame(): ErrorName | undefined {
    const outside = this.#place.kind === 'free' || this.#place.kind === 'held';
    return outside ? 'not-in-game' : this.#unidentified();
  }

  #notUnderWay(): ErrorName | undefined {
    if (this.#place.kind === 'waiting') return 'not-started';
    return this.#place.kind === 'over' ? 'game-over' : undefined;
  }

  /** The lobby accepts a resignation at any time, DAIGO only in turn. Only this client can end its own turn. */
  #cannotForfeit(): ErrorName | undefined {
    const early = this.#place.kind === 'playing' && !this.#place.status.myTurn;
    return this.#notInGame() ?? this.#notUnderWay() ?? (early ? 'not-your-turn' : undefined);
  }

  #attempt(wanted: Asked | ErrorName): void {
    if (typeof wanted === 'string') this.#refuse(wanted);
    else this.#ask(wanted);
  }

  #refuse(error: ErrorName): void {
    this.#say({ kind: 'error', error });
  }

  #say(message: ServerMessage): void {
    this.send(lineBytes(makeServerMessage(message)));
  }
}
