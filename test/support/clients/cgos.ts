import {
  ANALYSIS,
  gameMessages,
  openingMessages,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/cgos/messages.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import { GoClient, SUICIDE_FORBIDDEN } from './go-client.ts';
import { GoRecord } from './go-record.ts';

/** After some stones an analysis follows, after some what is none, and after some nothing. */
function analysisOf(point: Point): string {
  if (point % 3 === 0) return '';
  return point % 7 === 0 ? ' {"visits":' : ` {"visits":${point},"comment":"\\"]}{[\\\\","moves":[{"move":"D4"}]}`;
}

interface CgosOptions {
  readonly name: string;
  readonly returns?: boolean;
  readonly isDoubtful?: boolean;
}

/** An engine's client of CGOS. It is never told its own moves, and its password is its name backwards. */
export class CgosClient extends GoClient {
  readonly name: string;
  /** An earlier connection may still have the name. */
  readonly #returns: boolean;
  readonly #isDoubtful: boolean;
  /** A move of its own that nothing has shown to be taken: the server tells only the opponent's. */
  #sent: Point | 'pass' | undefined;
  #stage: 'new' | 'waiting' | 'over' | 'gone' = 'new';
  #seeks = false;
  #asked = false;
  #resigned = false;

  /** `isDoubtful`: counts on a move of its own only when a later message shows that it was taken. */
  constructor({ name, returns = false, isDoubtful = false }: CgosOptions) {
    super();
    this.name = name;
    this.#returns = returns;
    this.#isDoubtful = isDoubtful;
  }

  override get isReadyToMove(): boolean {
    return this.#asked && this.runningGame?.isMyTurn === true;
  }

  override get isSeeking(): boolean {
    return this.#seeks;
  }

  /** Signing in is the seek, and `ready` the next one. */
  override seek(): void {
    this.#seeks = true;
    if (this.#stage === 'over') this.sendLine(gameMessages.make({ kind: 'ready' }));
    if (this.#stage === 'over') this.#stage = 'waiting';
  }

  override play(at: BoardCoordinates): void {
    const game = this.requireGame();
    const point = game.point(at);
    this.#asked = false;
    if (point === 'off-board') {
      this.sendLine('A99');
      return;
    }
    this.sendLine(`${vertexName(square(game.size), point).toLowerCase()}${analysisOf(point)}`);
    if (game.judge(point) === undefined) this.#sent = point;
    if (!this.#isDoubtful) this.#takeSent();
  }

  override pass(): void {
    this.#asked = false;
    this.sendLine('pass');
    this.#sent = 'pass';
    if (!this.#isDoubtful) this.#takeSent();
  }

  override resign(): void {
    this.#resigned = true;
    if (!this.#asked) return;
    this.#asked = false;
    this.sendLine('resign');
  }

  override leave(): boolean {
    if (this.#stage === 'new') return false;
    this.#stage = 'gone';
    this.sendLine('quit');
    return true;
  }

  /** Nothing is asked: the line is ignored. */
  override sendNonsense(): void {
    if (!this.#asked && this.#stage !== 'new') this.sendLine('nonsense');
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone';
  }

  /** Its name is still that of its last connection, or the accounts cannot be read now. */
  #mayBeTurnedAway(text: string): boolean {
    if (text === 'the name is in use') return this.#returns;
    return this.mayBePostponed && text === 'the server is busy: try again in a few seconds';
  }

  protected override receiveLine(line: string): void {
    const read = parseServerMessage(line);
    if (!read.ok) this.fail(`no message: ${read.problem}`);
    const message = read.value;
    switch (message.kind) {
      case 'protocol':
        this.sendLine(openingMessages.make({ kind: 'engine', text: `a test ${ANALYSIS}` }));
        return;
      case 'username':
        this.sendLine(this.name);
        return;
      case 'password':
        this.#stage = 'waiting';
        this.sendLine([...this.name].reverse().join('').padEnd(3, 'x'));
        return;
      case 'setup':
        this.#setup(message);
        return;
      case 'genmove':
        this.#genmove(message.color);
        return;
      case 'play':
        this.#play(message);
        return;
      case 'gameover':
        // The points are counted after all moves.
        if (/\+\d/.test(message.result)) this.#takeSent();
        this.#sent = undefined;
        this.requireGame().ending = { text: line, ...(message.result === 'Draw' ? { winner: 'nobody' } : {}) };
        if (this.#stage !== 'gone') this.#stage = 'over';
        this.#asked = false;
        return;
      case 'error':
        if (!this.mayBeDisconnected && !this.#mayBeTurnedAway(message.text)) this.fail(message.text);
        this.#stage = 'gone';
        return;
      case 'info':
    }
  }

  #setup({ white, black, size, moves }: ServerMessage & { kind: 'setup' }): void {
    if (this.runningGame !== undefined) this.fail('a game within a game');
    const color = black.name === this.name ? 'black' : 'white';
    if (color === 'white' && white.name !== this.name) this.fail('a game of others');
    this.#seeks = false;
    this.#resigned = false;
    this.#sent = undefined;
    this.game = new GoRecord(color, size, (color === 'black' ? white : black).name, SUICIDE_FORBIDDEN);
    for (let index = 0; index < moves.length; index += 2) this.#move(moves[index] ?? '');
  }

  #genmove(color: Color): void {
    const game = this.requireGame();
    if (color !== game.color || !game.isMyTurn || this.#asked || this.#sent !== undefined)
      this.fail('it is not my turn');
    this.#asked = true;
    if (this.#resigned) this.resign();
  }

  #play({ color, move }: ServerMessage & { kind: 'play' }): void {
    const { color: own } = this.requireGame();
    this.#takeSent();
    if (own === 'both' || color !== opposite(own)) this.fail('a move of my own');
    this.#move(move);
  }

  #takeSent(): void {
    const sent = this.#sent;
    this.#sent = undefined;
    if (sent === 'pass') this.receivePass(this.requireGame().toMove);
    else if (sent !== undefined) this.receiveStone(this.requireGame().toMove, sent);
  }

  #move(word: string): void {
    const game = this.requireGame();
    if (word === 'pass') this.receivePass(game.toMove);
    else this.receiveStone(game.toMove, parseVertex(square(game.size), word) ?? 'off-board');
  }
}
