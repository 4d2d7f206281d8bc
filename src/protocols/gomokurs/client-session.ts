import { ok } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { FEWEST_LINES } from '../../rules/gomoku/gomoku-position.ts';
import { type BoardSize, coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import { utf8 } from '../bytes.ts';
import { ClientSessionBase } from '../client-session-base.ts';
import type { ClientHalf, Intent } from '../client-session-types.ts';
import type { ReadResult } from '../message-read-result.ts';
import { type ClientSettings, readPlayerOptions } from './client-settings.ts';
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

/** The colours are known, and so is every stone. */
interface Game {
  readonly color: Color;
  readonly taken: Set<Point>;
  /** The manager waits for a stone. */
  asked: boolean;
}

/** Our client's side of one connection to a manager: we are the client, which Gomokurs calls player. Rulings: docs/protocols/gomokurs.md. */
class GomokursClientSession extends ClientSessionBase<ManagerAction | MalformedAction> {
  readonly #options: ClientSettings;
  #agreed = false;
  /** Since START. */
  #size: BoardSize | undefined;
  /** Since BEGIN, TURN or BOARD, until RESULT. */
  #game: Game | undefined;
  /** RESULT came: only END, or another START, may follow. */
  #decided = false;

  constructor(options: ClientSettings) {
    super();
    this.#options = options;
  }

  protected override greet(): void {
    this.#say({ kind: 'protocol-version', version: this.#options.version });
  }

  protected override read(bytes: Uint8Array): ReadResult<ManagerAction | MalformedAction> {
    const { version } = this.#options;
    return this.#agreed ? parseManagerAction(bytes, version) : parseReply(bytes, version);
  }

  protected override onMessage(action: ManagerAction | MalformedAction): void {
    if (this.#agreed) this.#hear(action);
    else this.#hearReply(action);
  }

  #hearReply(action: ManagerAction | MalformedAction): void {
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
        this.abort(`${shown(action)} in answer to PROTOCOL VERSION`);
    }
  }

  #hear(action: ManagerAction | MalformedAction): void {
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
        this.#inform(action.text);
        break;
      case 'result':
        this.#decide(action.result);
        break;
      case 'end':
        this.#end();
        break;
      case 'about':
        this.#say({ kind: 'player-description', text: `name="${this.#options.name}"` });
        break;
      // Neither needs an answer; their consequences come as other actions.
      case 'unknown':
      case 'error':
        this.report({ kind: 'remark', words: `${action.kind.toUpperCase()} ${action.text ?? ''}`.trimEnd() });
        break;
      case 'malformed':
        this.#misread(action);
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
      // There are no words for goodbye.
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

  /** An empty board, for the first game or for another. */
  #start(size: number): void {
    const { size: expected } = this.#options;
    if (expected !== undefined && size !== expected) this.abort(`START ${size}, but the size is to be ${expected}`);
    else if (size < FEWEST_LINES) this.abort(`START ${size}, which has no room for five in a row`);
    else {
      this.#size = square(size);
      this.#game = undefined;
      this.#decided = false;
      this.#say({ kind: 'ready' });
    }
  }

  #begin(): void {
    const size = this.#seated('BEGIN');
    if (size === undefined) return;
    if (this.#game === undefined) this.#ask(this.#sit(size, 'black'));
    else this.abort('BEGIN in a game under way');
  }

  #turn(at: Coordinates): void {
    const words = `TURN ${at.x} ${at.y}`;
    const size = this.#seated(words);
    if (size === undefined) return;
    if (this.#game?.asked) {
      this.abort(`${words}, but the stone before it was wanted of us`);
      return;
    }
    const game = this.#game ?? this.#sit(size, 'white');
    const point = pointAt(size, at.x, at.y);
    if (point === undefined || game.taken.has(point)) {
      this.abort(`${words}, which is ${point === undefined ? 'off the board' : 'on a stone'}`);
      return;
    }
    game.taken.add(point);
    this.report({ kind: 'played', color: opposite(game.color), point });
    this.#ask(game);
  }

  /** Whatever was known of the board before counts no more. */
  #board(stones: readonly BoardStone[]): void {
    const size = this.#seated('BOARD');
    if (size === undefined) return;
    const history = gameFromBoard(size, stones);
    if (history === undefined) {
      this.abort('BOARD with a stone off the board or two on one point');
      return;
    }
    const { color, setup, turns } = history;
    const game = this.#sit(size, color, setup);
    for (const { point } of [...setup, ...turns]) game.taken.add(point);
    for (const turn of turns) this.report({ kind: 'played', ...turn });
    this.#ask(game);
  }

  /** The board, if there is one that a stone can be put on. */
  #seated(words: string): BoardSize | undefined {
    if (this.#size === undefined) this.abort(`${words} before START`);
    else if (this.#decided) this.abort(`${words} after RESULT`);
    else return this.#size;
    return undefined;
  }

  #sit(size: BoardSize, color: Color, setup: readonly { readonly point: Point; readonly color: Color }[] = []): Game {
    const { rule, turn, match } = this.#options;
    const clock = {
      ...(turn === 0 ? {} : { turn: turn * 1000 }),
      ...(match === 0 ? {} : { match: match * 1000 }),
    };
    this.report({ kind: 'begun', game: 'gomoku', rule, color, size: size.width, setup, continues: false, clock });
    const game: Game = { color, taken: new Set(), asked: false };
    this.#game = game;
    return game;
  }

  #ask(game: Game): void {
    game.asked = true;
    this.report({ kind: 'your-turn', color: game.color });
  }

  #play(point: Point): void {
    const game = this.#game;
    const size = this.#size;
    if (game === undefined || size === undefined) this.refuse('play', 'no game has begun');
    else if (!game.asked) this.refuse('play', 'it is not our turn');
    else if (point >= size.width * size.height || game.taken.has(point)) {
      // To say it would lose the game.
      this.refuse('play', 'a stone can only be put on an empty point of the board');
      this.#ask(game);
    } else {
      game.asked = false;
      game.taken.add(point);
      this.#say({ kind: 'play', ...coordinates(size, point) });
      // There is no answer to wait for: a stone that the manager does not take ends the game.
      this.report({ kind: 'played', color: game.color, point });
    }
  }

  #chat(text: string, to: string | undefined): void {
    if (!this.#agreed) this.refuse('chat', 'the manager has not answered yet');
    else if (to !== undefined) this.refuse('chat', 'gomokurs has no words for a message to one player');
    else if (utf8(text).length > LONGEST_PAYLOAD) {
      this.refuse('chat', `a message has at most ${LONGEST_PAYLOAD} bytes`);
    } else this.#say({ kind: 'message', text });
  }

  #inform(text: string): void {
    const time = timeIn(text);
    this.report(time === undefined ? { kind: 'remark', words: `INFO ${text}` } : { kind: 'time', ...time });
  }

  #decide(result: GameResult): void {
    const game = this.#game;
    const words = `RESULT ${result}`;
    if (this.#size === undefined || this.#decided) {
      this.abort(`${words} ${this.#decided ? 'for a second time' : 'before START'}`);
      return;
    }
    this.#decided = true;
    this.#game = undefined;
    // The other side may have left before the colours were known.
    if (game === undefined) this.report({ kind: 'remark', words });
    else this.report({ kind: 'ended', winner: winnerFor(game.color, result), words });
  }

  #end(): void {
    if (this.#game !== undefined) this.report({ kind: 'ended', words: 'END' });
    else if (!this.#decided) this.report({ kind: 'remark', words: 'END' });
    this.close();
  }

  #misread({ problem, number }: MalformedAction): void {
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
        this.report({ kind: 'remark', words: `a text that is not UTF-8, after the number ${number}` });
    }
  }

  /** After an impossible action: sends ERROR, as the protocol demands, and closes the connection. */
  protected override abort(words: string): void {
    if (this.#agreed) this.#say({ kind: 'error', text: words });
    super.abort(words);
  }

  #say(action: PlayerAction): void {
    this.send(makePlayerAction(action, this.#options.version));
  }
}

function shown(action: ManagerAction | MalformedAction): string {
  return action.kind === 'malformed' ? `the byte ${action.number}` : action.kind.toUpperCase();
}

function winnerFor(color: Color, result: GameResult): Color | 'nobody' {
  if (result === 'draw') return 'nobody';
  return result === 'win' ? color : opposite(color);
}

/** Our Gomokurs client over TCP, versions 0.1.0 and 0.2.0: docs/protocols/gomokurs.md. */
export const gomokursClient: ClientHalf = {
  name: 'gomokurs',
  game: 'gomoku',
  intents: ['play', 'chat', 'leave'],
  rematch: 'new connection',
  configure(settings) {
    const options = readPlayerOptions(settings);
    // A manager sends the whole game again to a player who comes back.
    return options.ok ? ok(() => new GomokursClientSession(options.value)) : options;
  },
};
