import { type Color, opposite } from '../../rules/color.ts';
import { FEWEST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { type BoardSize, coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import { type ReadResult, utf8 } from '../bytes.ts';
import { ClientSessionBase } from '../client-session-base.ts';
import type { ClientHalf, Intent } from '../client-session-types.ts';
import { configureClient } from '../read-settings.ts';
import { type ClientSessionSettings, clientSessionSettings } from './client-session-settings.ts';
import { gameFromBoard } from './game-from-board.ts';
import { timeIn } from './info-texts.ts';
import {
  type BoardStone,
  type Coordinates,
  type GameResult,
  LONGEST_PAYLOAD,
  type MalformedAction,
  type ManagerAction,
  makePlayerAction,
  type PlayerAction,
  parseManagerAction,
  parseReply,
} from './messages.ts';

/** A game whose colours and stones are known. */
interface Game {
  readonly color: Color;
  readonly occupied: Set<Point>;
  /** Whether the manager waits for a stone. */
  isMoveRequested: boolean;
}

/**
 * The client's side of one connection. Gomokurs calls the client player, and the server manager. Rulings:
 * docs/protocols/gomokurs.md.
 */
class GomokursClientSession extends ClientSessionBase<ManagerAction | MalformedAction> {
  readonly #options: ClientSessionSettings;
  #agreed = false;
  /** The board size. Undefined before START. */
  #size: BoardSize | undefined;
  /** The game, from BEGIN, TURN or BOARD until RESULT. */
  #game: Game | undefined;
  /** RESULT was received: only END or another START may follow. */
  #hasResult = false;

  constructor(options: ClientSessionSettings) {
    super();
    this.#options = options;
  }

  protected override greet(): void {
    this.#sendAction({ kind: 'protocol-version', version: this.#options.version });
  }

  protected override read(bytes: Uint8Array): ReadResult<ManagerAction | MalformedAction> {
    const { version } = this.#options;
    return this.#agreed ? parseManagerAction(bytes, version) : parseReply(bytes, version);
  }

  protected override onMessage(action: ManagerAction | MalformedAction): void {
    if (this.#agreed) this.#handleAction(action);
    else this.#handleReply(action);
  }

  #handleReply(action: ManagerAction | MalformedAction): void {
    switch (action.kind) {
      case 'compatible':
        this.#agreed = true;
        this.report({ kind: 'entered' });
        this.report({ kind: 'waiting' });
        break;
      case 'error':
      case 'unknown':
        this.abort(`version ${this.#options.version} is refused: ${action.text ?? 'unknown'}`);
        break;
      case 'end':
        this.#end();
        break;
      default:
        this.abort(`${describeAction(action)} in answer to PROTOCOL VERSION`);
    }
  }

  #handleAction(action: ManagerAction | MalformedAction): void {
    switch (action.kind) {
      case 'compatible':
        this.abort('PROTOCOL COMPATIBLE for a second time');
        break;
      case 'start':
        this.#start(action.size);
        break;
      case 'restart':
        if (this.#size === undefined) this.abort('RESTART before START');
        else this.#start(this.#size.width);
        break;
      case 'begin':
        this.#begin();
        break;
      case 'turn':
        this.#turn(action);
        break;
      case 'board':
        this.#board(action.stones);
        break;
      case 'info':
        this.#onInfo(action.text);
        break;
      case 'result':
        this.#onResult(action.result);
        break;
      case 'end':
        this.#end();
        break;
      case 'about':
        this.#sendAction({ kind: 'player-description', text: `name="${this.#options.name}"` });
        break;
      // Neither needs an answer. Other actions follow, if they have consequences.
      case 'unknown':
      case 'error':
        this.report({ kind: 'remark', text: `${action.kind.toUpperCase()} ${action.text ?? ''}`.trimEnd() });
        break;
      case 'malformed':
        this.#onMalformed(action);
    }
  }

  protected override onIntent(intent: Intent): void {
    switch (intent.kind) {
      case 'play':
        this.#play(intent.point);
        break;
      case 'chat':
        this.#chat(intent.text, intent.to);
        break;
      // The protocol has no message for leaving.
      case 'leave':
        this.close();
        break;
      case 'seek':
        this.refuse(intent.kind, 'connecting is the only way to ask for a game');
        break;
      case 'enter':
      case 'cancel':
      case 'pass':
      case 'resign':
      case 'lobby':
        this.refuseUnsupported(intent.kind);
    }
  }

  /** Handles START or RESTART: the board is empty, for the first game or for another. */
  #start(size: number): void {
    const { size: expected } = this.#options;
    if (expected !== undefined && size !== expected) this.abort(`START ${size}, but the size is to be ${expected}`);
    else if (size < FEWEST_LINES) this.abort(`START ${size}, which has no room for five in a row`);
    else {
      this.#size = square(size);
      this.#game = undefined;
      this.#hasResult = false;
      this.#sendAction({ kind: 'ready' });
    }
  }

  #begin(): void {
    const size = this.#requireBoard('BEGIN');
    if (size === undefined) return;
    if (this.#game === undefined) this.#requestMove(this.#beginGame(size, 'black'));
    else this.abort('BEGIN in a game under way');
  }

  #turn(at: Coordinates): void {
    const message = `TURN ${at.x} ${at.y}`;
    const size = this.#requireBoard(message);
    if (size === undefined) return;
    if (this.#game?.isMoveRequested) {
      this.abort(`${message}, but the stone before it was wanted of us`);
      return;
    }
    const game = this.#game ?? this.#beginGame(size, 'white');
    const point = pointAt(size, at.x, at.y);
    if (point === undefined || game.occupied.has(point)) {
      this.abort(`${message}, which is ${point === undefined ? 'off the board' : 'on a stone'}`);
      return;
    }
    game.occupied.add(point);
    this.report({ kind: 'played', color: opposite(game.color), point });
    this.#requestMove(game);
  }

  /** Handles BOARD, which replaces the known board. */
  #board(stones: readonly BoardStone[]): void {
    const size = this.#requireBoard('BOARD');
    if (size === undefined) return;
    const history = gameFromBoard(size, stones);
    if (history === undefined) {
      this.abort('BOARD with a stone off the board or two on one point');
      return;
    }
    const { color, setup, turns } = history;
    const game = this.#beginGame(size, color, setup);
    for (const { point } of [...setup, ...turns]) game.occupied.add(point);
    for (const turn of turns) this.report({ kind: 'played', ...turn });
    this.#requestMove(game);
  }

  /** The board size, if stones can be played now. Otherwise ends the session. */
  #requireBoard(message: string): BoardSize | undefined {
    if (this.#size === undefined) this.abort(`${message} before START`);
    else if (this.#hasResult) this.abort(`${message} after RESULT`);
    else return this.#size;
    return undefined;
  }

  #beginGame(
    size: BoardSize,
    color: Color,
    setup: readonly { readonly point: Point; readonly color: Color }[] = [],
  ): Game {
    const { rule, turn, match } = this.#options;
    const clock = {
      ...(turn === 0 ? {} : { turn: turn * 1000 }),
      ...(match === 0 ? {} : { match: match * 1000 }),
    };
    this.report({
      kind: 'game-started',
      game: 'gomoku',
      rule,
      color,
      size: size.width,
      setup,
      continues: false,
      clock,
    });
    const game: Game = { color, occupied: new Set(), isMoveRequested: false };
    this.#game = game;
    return game;
  }

  #requestMove(game: Game): void {
    game.isMoveRequested = true;
    this.report({ kind: 'your-turn', color: game.color });
  }

  #play(point: Point): void {
    const game = this.#game;
    const size = this.#size;
    if (game === undefined || size === undefined) this.refuse('play', 'no game has begun');
    else if (!game.isMoveRequested) this.refuse('play', 'it is not our turn');
    else if (point >= size.width * size.height || game.occupied.has(point)) {
      // The server would end the game by a loss.
      this.refuse('play', 'a stone can only be put on an empty point of the board');
      this.#requestMove(game);
    } else {
      game.isMoveRequested = false;
      game.occupied.add(point);
      this.#sendAction({ kind: 'play', ...coordinates(size, point) });
      // PLAY has no answer. If the manager does not accept the stone, the game ends.
      this.report({ kind: 'played', color: game.color, point });
    }
  }

  #chat(text: string, to: string | undefined): void {
    if (!this.#agreed) this.refuse('chat', 'the manager has not answered yet');
    else if (to !== undefined) this.refuse('chat', 'gomokurs has no message for one player');
    else if (utf8(text).length > LONGEST_PAYLOAD) {
      this.refuse('chat', `a message has at most ${LONGEST_PAYLOAD} bytes`);
    } else this.#sendAction({ kind: 'message', text });
  }

  #onInfo(text: string): void {
    const time = timeIn(text);
    this.report(time === undefined ? { kind: 'remark', text: `INFO ${text}` } : { kind: 'time', ...time });
  }

  #onResult(result: GameResult): void {
    const game = this.#game;
    const text = `RESULT ${result}`;
    if (this.#size === undefined || this.#hasResult) {
      this.abort(`${text} ${this.#hasResult ? 'for a second time' : 'before START'}`);
      return;
    }
    this.#hasResult = true;
    this.#game = undefined;
    // The opponent may have left before the colours were known.
    if (game === undefined) this.report({ kind: 'remark', text });
    else this.report({ kind: 'game-ended', winner: winnerFor(game.color, result), text: text });
  }

  #end(): void {
    if (this.#game !== undefined) this.report({ kind: 'game-ended', text: 'END' });
    else if (!this.#hasResult) this.report({ kind: 'remark', text: 'END' });
    this.close();
  }

  #onMalformed({ problem, number }: MalformedAction): void {
    switch (problem) {
      case 'no-such-action':
        this.abort(`an action numbered ${number}, which ${this.#options.version} does not have`);
        break;
      case 'too-long':
        this.abort(`a length that is too long, after the number ${number}`);
        break;
      case 'bad-value':
        this.abort(`a value that does not exist, after the number ${number}`);
        break;
      case 'not-utf8':
        this.report({ kind: 'remark', text: `a text that is not UTF-8, after the number ${number}` });
    }
  }

  /** After an impossible action: sends ERROR, as the protocol demands, and closes the connection. */
  protected override abort(text: string): void {
    if (this.#agreed) this.#sendAction({ kind: 'error', text });
    super.abort(text);
  }

  #sendAction(action: PlayerAction): void {
    this.send(makePlayerAction(action, this.#options.version));
  }
}

function describeAction(action: ManagerAction | MalformedAction): string {
  return action.kind === 'malformed' ? `the byte ${action.number}` : action.kind.toUpperCase();
}

function winnerFor(color: Color, result: GameResult): Color | 'draw' {
  if (result === 'draw') return 'draw';
  return result === 'win' ? color : opposite(color);
}

/** The client's half of Gomokurs over TCP, versions 0.1.0 and 0.2.0: docs/protocols/gomokurs.md. */
export const gomokursClient: ClientHalf = {
  name: 'gomokurs',
  game: 'gomoku',
  intents: ['play', 'chat', 'leave'],
  rematch: 'new connection',
  // A manager sends the whole game to a returning player.
  configure: configureClient('gomokurs', clientSessionSettings, GomokursClientSession),
};
