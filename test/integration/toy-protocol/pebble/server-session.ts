import type { Command, CommandAnswer } from '../../../../src/lobby/command.ts';
import type { GoParameters } from '../../../../src/lobby/game-parameters.ts';
import type { Notice } from '../../../../src/lobby/notice.ts';
import type { ReadResult } from '../../../../src/protocols/bytes.ts';
import { ServerSessionBase } from '../../../../src/protocols/server-session-base.ts';
import { type BoardSize, coordinates, pointAt, square } from '../../../../src/rules/point.ts';
import { type ClientMessage, clientMessages, type ServerMessage, serverMessages } from './messages.ts';

const VERSION = 1;
const MIN_PASSWORD_LENGTH = 8;

/** The server's side of one connection. It sends a greeting, signs the client in by name and password, and then plays. */
export class PebbleSession extends ServerSessionBase<ClientMessage> {
  #name = '';
  #board: BoardSize | undefined;

  protected override greet(): void {
    this.#sendMessage({ kind: 'greeting', version: VERSION });
  }

  protected override read(bytes: Uint8Array): ReadResult<ClientMessage> {
    return clientMessages.parse(bytes);
  }

  protected override onMessage(message: ClientMessage): void {
    switch (message.kind) {
      case 'malformed':
        this.close();
        break;
      case 'name':
        this.#name = message.name;
        break;
      case 'password':
        if (message.password.length < MIN_PASSWORD_LENGTH) this.#refuse('the password is too short');
        else this.#signIn(message.password);
        break;
      case 'seek':
        if (message.size < 2 || message.size > 131) this.#refuse('there is no such board');
        else this.#ask({ kind: 'seek', parameters: parametersFor(message.size) });
        break;
      case 'stone':
        if (this.#board === undefined) this.#refuse('no-game');
        else this.#ask({ kind: 'play', point: pointAt(this.#board, message.x, message.y) ?? 'off-board' });
        break;
      case 'pass':
        this.#ask({ kind: 'pass' });
    }
  }

  #signIn(password: string): void {
    this.signIn({ name: this.#name, password, ifUnknown: 'ignore' }, (result) => {
      if (result.kind === 'refused') this.#refuse(result.reason);
      else this.#ask({ kind: 'enter', name: this.#name });
    });
  }

  #ask(command: Command): void {
    this.ask(command, (answer) => this.#onAnswer(answer));
  }

  #onAnswer(answer: CommandAnswer): void {
    if (answer.kind === 'entered') this.#sendMessage({ kind: 'welcome' });
    if (answer.kind === 'refused') this.#refuse(answer.why);
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started': {
        const { color, opponent, parameters } = notice;
        if (color === 'both') throw new Error('this protocol has no players with both colours');
        this.#board = square(parameters.size);
        this.#sendMessage({ kind: 'start', color, size: parameters.size, opponent });
        break;
      }
      case 'played':
        if (this.#board === undefined) throw new Error('a stone without a board');
        this.#sendMessage({ kind: 'stone', color: notice.color, ...coordinates(this.#board, notice.point) });
        break;
      case 'passed':
        this.#sendMessage({ kind: 'passed', color: notice.color });
        break;
      case 'ended':
        this.#board = undefined;
        this.#sendMessage({ kind: 'end', winner: notice.winner ?? 'draw' });
        break;
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.close();
        break;
      case 'play-started':
      case 'chat':
      case 'entered':
      case 'left':
      case 'directory':
      case 'spectator-update':
    }
  }

  #refuse(reason: string): void {
    this.#sendMessage({ kind: 'refused', reason });
  }

  #sendMessage(message: ServerMessage): void {
    this.send(serverMessages.make(message));
  }
}

const parametersFor = (size: number): GoParameters => ({
  game: 'go',
  size,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
});
