import { type Color, opposite } from '../../../src/rules/color.ts';
import { square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import type { Place } from './client.ts';
import { GoClient, SUICIDE_FORBIDDEN, winnerOf } from './go-client.ts';
import { GoRecord } from './go-record.ts';

const letter = (color: Color): string => color.charAt(0);

/** A controller, which plays one side and asks the server for the moves of the other. */
export class GtpControllerClient extends GoClient {
  readonly #color: Color;
  /** Commands without a response, the oldest first. */
  readonly #asked: string[] = [];
  /** The lines of a response before its end. */
  #response: string[] = [];
  #id = 0;
  #isResigning = false;
  #isLeaving = false;

  constructor(color: Color) {
    super();
    this.#color = color;
  }

  override get isOnTurn(): boolean {
    return this.playing?.isMyTurn === true && !this.playing.hasTwoPasses && this.#asked.length === 0;
  }

  override get isSeeking(): boolean {
    return false;
  }

  /** Black's seek is made by its first move. */
  override seek(size: number): void {
    this.#ask(`boardsize ${size}`);
    this.#ask('clear_board');
    this.game = new GoRecord(this.#color, size, undefined, SUICIDE_FORBIDDEN);
    this.#goOn(this.game);
  }

  override play(at: Place): void {
    const game = this.running();
    const point = game.point(at);
    const vertex = point === 'off-board' ? 'Z25' : vertexName(square(game.size), point);
    this.#ask(`play ${letter(this.#color)} ${vertex}`);
  }

  override pass(): void {
    this.#ask(`play ${letter(this.#color)} pass`);
  }

  override resign(): void {
    this.#isResigning = true;
    this.#ask('clear_board');
  }

  override leave(): boolean {
    this.#isLeaving = true;
    this.#ask('quit');
    return true;
  }

  override babble(): void {
    this.#ask('babble');
  }

  protected override mayClose(): boolean {
    return this.#isLeaving && this.#asked.length === 0;
  }

  #ask(command: string): void {
    this.#asked.push(command);
    this.sayLine(`${++this.#id} ${command}`);
  }

  /** Asks for the opponent's move, or for the score after two passes. */
  #goOn(game: GoRecord): void {
    if (game.hasTwoPasses) this.#ask('final_score');
    else if (!game.isMyTurn) this.#ask(`genmove ${letter(opposite(this.#color))}`);
  }

  protected override hear(line: string): void {
    if (line !== '') {
      this.#response.push(line);
      return;
    }
    const [first = ''] = this.#response;
    this.#response = [];
    const [, sign, id, text = ''] = /^([=?])(\d+)(?: (.*))?$/.exec(first) ?? this.fail('no response');
    const command = this.#asked.shift() ?? this.fail('no command');
    if (Number(id) !== this.#id - this.#asked.length) this.fail('not in the order of the commands');
    if (sign === '=') this.#succeeded(command, text);
    else this.#failed(command, text);
  }

  #succeeded(command: string, text: string): void {
    const [name, , vertex = ''] = command.split(' ');
    if (name === 'play') this.#moved(this.running(), vertex);
    else if (name === 'genmove') this.#moved(this.running(), text);
    else if (name === 'final_score') {
      const { board } = this.running();
      const [, sign, more] = /^(?:(B|W)\+([\d.]+)|0)$/.exec(text) ?? this.fail('no score');
      const area = board.score(0);
      const white = area.black + (sign === 'B' ? -1 : 1) * Number(more ?? 0);
      const score = { black: area.black, white };
      if (white < area.white) this.fail('a score without komi');
      this.running().ending = { words: text, how: 'score', winner: winnerOf(score), score };
    } else if (command === 'clear_board' && this.#isResigning) {
      this.#isResigning = false;
      this.running().ending = { words: 'resigned', how: 'resigned' };
    }
  }

  #moved(game: GoRecord, vertex: string): void {
    if (vertex === 'pass') this.toldPass(game.toMove);
    else this.told(game.toMove, parseVertex(square(game.size), vertex) ?? 'off-board');
    this.#goOn(game);
  }

  #failed(command: string, text: string): void {
    const [name, , vertex = ''] = command.split(' ');
    if (name !== 'play' && name !== 'genmove') {
      if (command !== 'babble' || text !== 'unknown command') this.fail('a refusal of what is never refused');
    } else if (text === 'game over') {
      // Further commands that were on their way are answered so, too.
      if (this.playing !== undefined) this.playing.ending = { words: text };
    } else {
      const game = this.running();
      const point = parseVertex(square(game.size), vertex) ?? 'off-board';
      if (text !== 'illegal move' || game.judge(point) === undefined) this.fail(`a legal move was refused\n${game}`);
    }
  }
}

/** An engine, which the server asks for its moves. */
export class GtpEngineClient extends GoClient {
  /** The id of the `genmove` that waits for a move. */
  #genmove: { readonly id: string; readonly color: Color } | undefined;
  #size = 19;

  override get isOnTurn(): boolean {
    return this.#genmove !== undefined;
  }

  override get isSeeking(): boolean {
    return false;
  }

  override seek(): void {}

  override play(at: Place): void {
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

  override babble(): void {
    this.sayLine('thinking …');
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
    this.said(Buffer.from(`=${id} ${text}\n\n`), `=${id} ${text}`);
  }

  protected override hear(line: string): void {
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
        if (vertex === 'pass') this.toldPass(game.toMove);
        else this.told(game.toMove, parseVertex(square(game.size), vertex) ?? 'off-board');
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
