import type { Move } from '../../../src/lobby/games/game-event.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import { GoClient, SUICIDE_FORBIDDEN, winnerOf } from './go-client.ts';
import { GoRecord } from './go-record.ts';

const letter = (color: Color): string => color.charAt(0);

/** A command without a response, and the game in which it was sent. */
interface PendingCommand {
  readonly command: string;
  readonly game: GoRecord | undefined;
}

/**
 * A controller, which plays one side and asks the server for the moves of the other side. After a crash of the server it sends the moves of
 * its game again. The first answer to `genmove` shows that the game continues.
 */
export class GtpControllerClient extends GoClient {
  readonly #color: Color;
  /** The handicap stones that the opponent places before the client's first move. */
  readonly #handicap: number;
  /** Commands without a response, the oldest first. */
  readonly #pending: PendingCommand[] = [];
  /** The lines of an incomplete response. */
  #response: string[] = [];
  #id = 0;
  #isResigning = false;
  #isLeaving = false;
  /** The running game of the client before this one. */
  #earlier: GoRecord | undefined;
  /** Its last move, which the server may or may not have stored. */
  #unanswered: Point | 'pass' | undefined;
  /** Whether it has sent the moves of an earlier game, and the server has not shown yet that the game continues. */
  #isSettingUp = false;
  #wasRefused = false;
  #hasResigned = false;

  constructor(color: Color, before?: GtpControllerClient, handicap = 0) {
    super();
    this.#color = color;
    this.#handicap = handicap;
    const game = before?.runningGame;
    if (before === undefined || game === undefined || game.moves.length === 0 || game.hasTwoPasses) return;
    this.#earlier = game.copy();
    this.#unanswered = before.#unansweredMove(game);
  }

  /** Whether the server has refused to continue the earlier game. */
  get hasLostGame(): boolean {
    return this.#wasRefused && !this.#hasResigned;
  }

  get isSettingUp(): boolean {
    return this.#isSettingUp;
  }

  override get isReadyToMove(): boolean {
    const isMine = this.runningGame?.isMyTurn === true && !this.runningGame.hasTwoPasses;
    return isMine && this.#pending.length === 0 && this.#unanswered === undefined;
  }

  override get isSeeking(): boolean {
    return false;
  }

  /** If it plays black, its first move is the seek. */
  override seek(size: number): void {
    this.#sendCommand(`boardsize ${size}`);
    this.#sendCommand('clear_board');
    const earlier = this.#earlier;
    this.#earlier = undefined;
    this.game = earlier ?? new GoRecord(this.#color, size, undefined, SUICIDE_FORBIDDEN, this.#handicap);
    if (earlier === undefined) this.#requestNext(this.game);
    else this.#setUp(earlier);
  }

  #setUp(game: GoRecord): void {
    this.#isSettingUp = true;
    const placed = game.moves.slice(0, this.#handicap);
    if (placed.length > 0)
      this.#sendCommand(`set_free_handicap ${placed.map((action) => this.#vertexOf(action)).join(' ')}`);
    for (const action of game.moves.slice(placed.length))
      this.#sendPlay(action.color, action.kind === 'pass' ? 'pass' : action.point);
    if (this.#unanswered !== undefined) this.#sendPlay(this.#color, this.#unanswered);
  }

  #vertexOf(action: Move): string {
    return action.kind === 'pass' ? 'pass' : vertexName(square(this.requireGame().size), action.point);
  }

  override play(at: BoardCoordinates): void {
    this.#move(this.requireGame().point(at));
  }

  override pass(): void {
    this.#move('pass');
  }

  /** While the earlier game is set up, the response to a move does not show whether the server has stored it. */
  #move(move: Point | 'off-board' | 'pass'): void {
    if (this.#isSettingUp && this.isReadyToMove && move !== 'off-board') this.#unanswered = move;
    this.#sendPlay(this.#color, move);
  }

  #sendPlay(color: Color, move: Point | 'off-board' | 'pass'): void {
    const vertex =
      move === 'pass' ? move : move === 'off-board' ? 'Z25' : vertexName(square(this.requireGame().size), move);
    this.#sendCommand(`play ${letter(color)} ${vertex}`);
  }

  override resign(): void {
    this.#isResigning = true;
    this.#hasResigned = true;
    this.#sendCommand('clear_board');
  }

  override leave(): boolean {
    this.#isLeaving = true;
    this.#sendCommand('quit');
    return true;
  }

  override sendNonsense(): void {
    this.#sendCommand('babble');
  }

  protected override mayClose(): boolean {
    return this.#isLeaving && !this.#pending.some(({ command }) => command === 'quit');
  }

  /** The client's last move, if it has no response yet. */
  #unansweredMove(game: GoRecord): Point | 'pass' | undefined {
    if (this.#unanswered !== undefined) return this.#unanswered;
    const play = this.#pending.find(({ command }) => command.startsWith(`play ${letter(this.#color)} `));
    if (play === undefined || !game.isMyTurn) return undefined;
    const vertex = play.command.split(' ')[2] ?? '';
    const point = vertex === 'pass' ? vertex : parseVertex(square(game.size), vertex);
    return point === undefined || (point !== 'pass' && game.judge(point) !== undefined) ? undefined : point;
  }

  #sendCommand(command: string): void {
    this.#pending.push({ command, game: this.game });
    this.sendLine(`${++this.#id} ${command}`);
  }

  /** Asks for the opponent's move, or for the score after two passes. */
  #requestNext(game: GoRecord): void {
    if (this.#isLeaving) return;
    if (game.hasTwoPasses) this.#sendCommand('final_score');
    else if (game.isPlacing) this.#sendCommand(`place_free_handicap ${this.#handicap}`);
    else if (!game.isMyTurn || this.#unanswered !== undefined)
      this.#sendCommand(`genmove ${letter(opposite(this.#color))}`);
  }

  protected override receiveLine(line: string): void {
    if (line !== '') {
      this.#response.push(line);
      return;
    }
    const [first = ''] = this.#response;
    this.#response = [];
    const [, sign, id, text = ''] = /^([=?])(\d+)(?: (.*))?$/.exec(first) ?? this.fail('not a response');
    const asked = this.#pending.shift() ?? this.fail('a response without a command');
    if (Number(id) !== this.#id - this.#pending.length) this.fail('not in the order of the commands');
    if (sign === '=') this.#succeeded(asked, text);
    else this.#failed(asked, text);
  }

  #succeeded({ command }: PendingCommand, text: string): void {
    const [name, , vertex = ''] = command.split(' ');
    if ((name === 'play' || name === 'set_free_handicap') && this.#isSettingUp) this.#hasSetUp();
    else if (name === 'play') this.#moved(this.requireGame(), vertex);
    else if (name === 'genmove') this.#opponentMoved(this.requireGame(), text);
    else if (name === 'place_free_handicap') this.#receiveHandicap(this.requireGame(), text.split(' '));
    else if (name === 'final_score') {
      const { board } = this.requireGame();
      const [, sign, more] = /^(?:(B|W)\+([\d.]+)|0)$/.exec(text) ?? this.fail('no score');
      const area = board.score(0);
      const white = area.black + (sign === 'B' ? -1 : 1) * Number(more ?? 0);
      const score = { black: area.black, white };
      if (white < area.white) this.fail('a score without komi');
      this.requireGame().ending = { text, reason: 'score', winner: winnerOf(score), score };
    } else if (command === 'clear_board' && this.#isResigning) {
      const wasSettingUp = this.#isSettingUp;
      this.#isResigning = false;
      this.#isSettingUp = false;
      this.#unanswered = undefined;
      // Before `genmove`, the server cannot know that the moves belong to an earlier game. That game has not ended.
      if (wasSettingUp) this.game = undefined;
      // The game may have ended in another way just before: GTP does not report it.
      else this.requireGame().ending = { text: 'over' };
    }
  }

  /** Asks for the opponent's move when all moves are set up. */
  #hasSetUp(): void {
    const isDone = !this.#pending.some(({ command }) => /^(?:play|set_free_handicap) /.test(command));
    if (isDone) this.#requestNext(this.requireGame());
  }

  /** The opponent's move shows that the game continues and that the client's last move is stored. */
  #opponentMoved(game: GoRecord, vertex: string): void {
    this.#isSettingUp = false;
    const mine = this.#unanswered;
    this.#unanswered = undefined;
    if (mine === 'pass') this.receivePass(this.#color);
    else if (mine !== undefined) this.receiveStone(this.#color, mine);
    this.#moved(game, vertex);
  }

  #receiveHandicap(game: GoRecord, vertices: readonly string[]): void {
    if (vertices.length !== this.#handicap) this.fail('another number of handicap stones');
    for (const vertex of vertices) this.receiveStone('black', parseVertex(square(game.size), vertex) ?? 'off-board');
    this.#requestNext(game);
  }

  #moved(game: GoRecord, vertex: string): void {
    if (vertex === 'pass') this.receivePass(game.toMove);
    else this.receiveStone(game.toMove, parseVertex(square(game.size), vertex) ?? 'off-board');
    this.#requestNext(game);
  }

  #failed({ command, game: about }: PendingCommand, text: string): void {
    const [name, , vertex = ''] = command.split(' ');
    if (name !== 'play' && name !== 'genmove' && name !== 'place_free_handicap') {
      if (command !== 'babble' || text !== 'unknown command') this.fail('a command was refused that is never refused');
    } else if (this.mayBeDisconnected && text === 'the input has ended') {
      // The client has closed its half of the connection while it waited for a move.
      this.#isLeaving = true;
    } else if (name === 'genmove' && text === "the opponent's moves cannot be set up") this.#startNewGame();
    else if (about !== this.game) return;
    else if (text === 'game over') {
      // Commands that were sent before this response get the same response.
      this.#isSettingUp = false;
      this.#unanswered = undefined;
      if (this.runningGame !== undefined) this.runningGame.ending = { text };
    } else {
      const game = this.requireGame();
      const point = parseVertex(square(game.size), vertex) ?? 'off-board';
      if (text !== 'illegal move' || game.judge(point) === undefined) this.fail(`a legal move was refused\n${game}`);
    }
  }

  /** The earlier game is over: seeks a new one. */
  #startNewGame(): void {
    if (!this.#isSettingUp) this.fail('the server refused to set up moves, but none were set up');
    this.#isSettingUp = false;
    this.#wasRefused = true;
    this.#unanswered = undefined;
    this.seek(this.requireGame().size);
  }
}

/** An engine, which the server asks for its moves. */
export class GtpEngineClient extends GoClient {
  /** The `genmove` that has no response yet. */
  #genmove: { readonly id: string; readonly color: Color } | undefined;
  #size = 19;

  override get isReadyToMove(): boolean {
    return this.#genmove !== undefined;
  }

  override get isSeeking(): boolean {
    return false;
  }

  override seek(): void {}

  override play(at: BoardCoordinates): void {
    const game = this.game ?? this.fail('no board');
    const point = game.point(at);
    this.#move(point === 'off-board' ? 'Z25' : vertexName(square(game.size), point));
    if (point !== 'off-board') game.play(point);
  }

  override pass(): void {
    this.#move('pass');
    this.game?.pass();
  }

  override resign(): void {
    this.#move('resign');
  }

  override leave(): boolean {
    return false;
  }

  override sendNonsense(): void {
    this.sendLine('thinking …');
  }

  protected override mayClose(): boolean {
    return false;
  }

  #move(vertex: string): void {
    const { id } = this.#genmove ?? this.fail('no move is asked for');
    this.#genmove = undefined;
    this.#answer(id, vertex);
  }

  #answer(id: string, text: string): void {
    this.send(Buffer.from(`=${id} ${text}\n\n`), `=${id} ${text}`);
  }

  protected override receiveLine(line: string): void {
    const [id = '', name = '', ...values] = line.split(' ');
    if (this.#genmove !== undefined) this.fail('a command while another one has no response');
    switch (name) {
      case 'list_commands':
        this.#answer(id, 'list_commands\nname\nboardsize\nclear_board\nkomi\nplay\ngenmove');
        return;
      case 'boardsize':
        this.#size = Number(values[0]);
        break;
      case 'clear_board':
        this.game = new GoRecord('white', this.#size, undefined, SUICIDE_FORBIDDEN);
        break;
      case 'play': {
        const [color, vertex = ''] = values;
        const game = this.game ?? this.fail('no board');
        if (color !== letter(game.toMove)) this.fail('not the turn of this colour');
        if (vertex === 'pass') this.receivePass(game.toMove);
        else this.receiveStone(game.toMove, parseVertex(square(game.size), vertex) ?? 'off-board');
        break;
      }
      case 'genmove': {
        const color = values[0] === 'b' ? 'black' : 'white';
        if (this.game?.toMove !== color) this.fail('not the turn of this colour');
        this.#genmove = { id, color };
        return;
      }
    }
    this.#answer(id, name === 'name' ? 'Eve' : name === 'protocol_version' ? '2' : '');
  }
}
