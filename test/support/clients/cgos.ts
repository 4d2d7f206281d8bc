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

/** The text after a stone: for some points an analysis, for some malformed JSON, for some nothing. */
function analysisOf(point: Point): string {
  if (point % 3 === 0) return '';
  return point % 7 === 0 ? ' {"visits":' : ` {"visits":${point},"comment":"\\"]}{[\\\\","moves":[{"move":"D4"}]}`;
}

interface CgosOptions {
  readonly name: string;
  readonly returns?: boolean;
  readonly awaitsConfirmation?: boolean;
}

/** A client of CGOS for engines. The server never sends it its own moves. Its password is its name backwards. */
export class CgosClient extends GoClient {
  readonly name: string;
  /** Whether an earlier connection may still have the name. */
  readonly #returns: boolean;
  readonly #awaitsConfirmation: boolean;
  /** A move of its own that the server has not confirmed: the server sends only the opponent's moves. */
  #unconfirmed: Point | 'pass' | undefined;
  #stage: 'new' | 'waiting' | 'over' | 'gone' = 'new';
  #seeks = false;
  #isAskedToMove = false;
  #resigned = false;

  /** `awaitsConfirmation`: adds a move of its own to the record only when a later message shows that the server has accepted it. */
  constructor({ name, returns = false, awaitsConfirmation = false }: CgosOptions) {
    super();
    this.name = name;
    this.#returns = returns;
    this.#awaitsConfirmation = awaitsConfirmation;
  }

  override get isReadyToMove(): boolean {
    return this.#isAskedToMove && this.runningGame?.isMyTurn === true;
  }

  override get isSeeking(): boolean {
    return this.#seeks;
  }

  /** The sign-in is the first seek, and `ready` the next. */
  override seek(): void {
    this.#seeks = true;
    if (this.#stage === 'over') this.sendLine(gameMessages.make({ kind: 'ready' }));
    if (this.#stage === 'over') this.#stage = 'waiting';
  }

  override play(at: BoardCoordinates): void {
    const game = this.requireGame();
    const point = game.point(at);
    this.#isAskedToMove = false;
    if (point === 'off-board') {
      this.sendLine('A99');
      return;
    }
    this.sendLine(`${vertexName(square(game.size), point).toLowerCase()}${analysisOf(point)}`);
    if (game.judge(point) === undefined) this.#unconfirmed = point;
    if (!this.#awaitsConfirmation) this.#confirmSent();
  }

  override pass(): void {
    this.#isAskedToMove = false;
    this.sendLine('pass');
    this.#unconfirmed = 'pass';
    if (!this.#awaitsConfirmation) this.#confirmSent();
  }

  override resign(): void {
    this.#resigned = true;
    if (!this.#isAskedToMove) return;
    this.#isAskedToMove = false;
    this.sendLine('resign');
  }

  override leave(): boolean {
    if (this.#stage === 'new') return false;
    this.#stage = 'gone';
    this.sendLine('quit');
    return true;
  }

  /** The server ignores a line that it has not asked for. */
  override sendNonsense(): void {
    if (!this.#isAskedToMove && this.#stage !== 'new') this.sendLine('nonsense');
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone';
  }

  /** Whether the server may refuse the sign-in: an earlier connection still has the name, or the server cannot read the accounts. */
  #mayBeRefusedEntry(text: string): boolean {
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
        // A result with points comes after all moves.
        if (/\+\d/.test(message.result)) this.#confirmSent();
        this.#unconfirmed = undefined;
        this.requireGame().ending = { text: line, ...(message.result === 'Draw' ? { winner: 'draw' } : {}) };
        if (this.#stage !== 'gone') this.#stage = 'over';
        this.#isAskedToMove = false;
        return;
      case 'error':
        if (!this.mayBeDisconnected && !this.#mayBeRefusedEntry(message.text)) this.fail(message.text);
        this.#stage = 'gone';
        return;
      case 'info':
    }
  }

  #setup({ white, black, size, moves }: ServerMessage & { kind: 'setup' }): void {
    if (this.runningGame !== undefined) this.fail('a new game while a game is running');
    const color = black.name === this.name ? 'black' : 'white';
    if (color === 'white' && white.name !== this.name) this.fail('a game of other players');
    this.#seeks = false;
    this.#resigned = false;
    this.#unconfirmed = undefined;
    this.game = new GoRecord(color, size, (color === 'black' ? white : black).name, SUICIDE_FORBIDDEN);
    for (let index = 0; index < moves.length; index += 2) this.#move(moves[index] ?? '');
  }

  #genmove(color: Color): void {
    const game = this.requireGame();
    if (color !== game.color || !game.isMyTurn || this.#isAskedToMove || this.#unconfirmed !== undefined)
      this.fail('it is not my turn');
    this.#isAskedToMove = true;
    if (this.#resigned) this.resign();
  }

  #play({ color, move }: ServerMessage & { kind: 'play' }): void {
    const { color: own } = this.requireGame();
    this.#confirmSent();
    if (own === 'both' || color !== opposite(own)) this.fail('a move of my own');
    this.#move(move);
  }

  #confirmSent(): void {
    const sent = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (sent === 'pass') this.receivePass(this.requireGame().toMove);
    else if (sent !== undefined) this.receiveStone(this.requireGame().toMove, sent);
  }

  #move(word: string): void {
    const game = this.requireGame();
    if (word === 'pass') this.receivePass(game.toMove);
    else this.receiveStone(game.toMove, parseVertex(square(game.size), word) ?? 'off-board');
  }
}
