import { makeResponse, parseCommand } from '../../engines/gtp/gtp-codec.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { Move } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { ok, problem, type Result } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { handicapPoints } from '../../rules/go/handicap.ts';
import { type BoardSize, type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import { type ReadResult, utf8 } from '../bytes.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { type ReceivedLine, readLine } from '../text-line.ts';
import { boardText, chainsText, scoreText } from './board-text.ts';
import { ENGINE_COMMANDS, type EngineCommand, readEngineCommand } from './messages.ts';
import { PreparedGame } from './prepared-game.ts';
import { ServerSessionGame } from './server-session-game.ts';

/** The board size if a controller sets none, as in GNU Go. */
const USUAL_SIZE = 19;

/** The maximum number of bytes of further commands while `genmove` waits for the opponent. */
const MAX_QUEUED_BYTES = 16_384;

const GAME_OVER = 'game over';
const ILLEGAL = 'illegal move';
const INPUT_ENDED = 'the input has ended';

/** The error texts for refusals of a move. Any other refusal is `ILLEGAL`. */
const REFUSALS: ReadonlyMap<Refusal, string> = new Map([
  ['no-game', GAME_OVER],
  ['not-your-turn', 'not your turn'],
]);

/** The response to a command. Undefined: it follows later. */
type Response = Result<string> | undefined;

const DONE: Result<string> = ok('');

type SessionCommand = Extract<Command, { kind: 'enter' | 'seek' | 'cancel' | 'play' | 'pass' | 'forfeit' }>;

/**
 * The server as an engine: the client is a controller that plays one side of a game with `play`, and gets the opponent's moves
 * as the answers to `genmove`. The first `genmove` of a game makes the seek. No command is read while a response is missing.
 */
export class ServerAsEngineSession extends ServerSessionBase<ReceivedLine> {
  /** The only accepted board size. Undefined: any size. */
  readonly #size: number | undefined;
  readonly #version: string;
  readonly #prepared: PreparedGame;
  /** The game, from its start to the next `clear_board`, also after its end. */
  #game: ServerSessionGame | undefined;
  #hasEntered = false;
  /** The id of the command whose response is still missing. */
  #responding: string | undefined;
  /** Whether this command is a `genmove` that waits for the opponent. */
  #awaitsMove = false;
  /** Whether the controller has closed its sending side. */
  #hasInputEnded = false;
  readonly #postponed = new PostponedCommand<SessionCommand>();

  constructor(size: number | undefined, version: string, now: number) {
    super(now);
    this.#size = size;
    this.#version = version;
    this.#prepared = new PreparedGame(size ?? USUAL_SIZE);
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    if (this.#responding === undefined) return readLine(bytes);
    return bytes.length > MAX_QUEUED_BYTES ? { kind: 'broken', message: { kind: 'too-long' } } : { kind: 'more' };
  }

  protected override onMessage(line: ReceivedLine): void {
    if (line.kind === 'too-long') {
      this.#responding ??= '';
      this.#respond(problem('line too long'));
      this.close();
      return;
    }
    // A comment may contain bytes that are not UTF-8.
    const command = parseCommand(line.text);
    if (command === undefined) return;
    this.#responding = command.id;
    const read = readEngineCommand(command.text);
    const response = read.ok ? this.#execute(read.value) : read;
    if (response !== undefined) this.#respond(response);
    if (read.ok && read.value.kind === 'quit') this.close();
  }

  /** Answers a waiting `genmove`, and then the commands after it. */
  protected override onInputEnded(): void {
    this.#hasInputEnded = true;
    if (this.#responding === undefined) return;
    this.#postponed.drop();
    if (this.#game === undefined) this.#ask({ kind: 'cancel' });
    else this.#respond(problem(INPUT_ENDED));
  }

  override get deadline(): number | undefined {
    return this.#postponed.deadline;
  }

  protected override onDeadline(): void {
    const command = this.#postponed.take(this.now);
    if (command !== undefined) this.#ask(command);
  }

  #execute(command: EngineCommand): Response {
    switch (command.kind) {
      case 'protocol_version':
        return ok('2');
      case 'name':
        return ok('Tengen');
      case 'version':
        return ok(this.#version);
      case 'list_commands':
        return ok(ENGINE_COMMANDS.join('\n'));
      case 'known_command':
        return ok(String(ENGINE_COMMANDS.includes(command.command)));
      case 'quit':
        return DONE;
      case 'boardsize':
        if (this.#size !== undefined && command.size !== this.#size) return problem('unacceptable size');
        return this.#clear(command.size);
      case 'clear_board':
        return this.#clear(this.#prepared.size);
      case 'komi':
        this.#prepared.setKomi(command.komi);
        return DONE;
      case 'time_settings':
        this.#prepared.setTime(command.main, command.period, command.stones);
        return DONE;
      case 'time_left':
        // The controller keeps the clock of its own side (docs/protocols/gtp.md).
        return DONE;
      case 'fixed_handicap':
        return this.#placeHandicap(command.stones);
      case 'place_free_handicap':
        return this.#letPlaceHandicap(command.stones);
      case 'set_free_handicap':
        return this.#setHandicap(command.vertices);
      case 'play':
        return this.#play(command.color, command.vertex);
      case 'genmove':
        return this.#genmove(command.color);
      case 'undo':
        return this.#game === undefined && this.#prepared.undo() ? DONE : problem('cannot undo');
      case 'final_score': {
        const { score, reason } = this.#game?.ended ?? {};
        return score !== undefined && reason === 'score' ? ok(scoreText(score)) : problem('cannot score');
      }
      case 'final_status_list':
        if (this.#game?.ended?.reason !== 'score') return problem('cannot score');
        return ok(command.status === 'alive' ? chainsText(this.#game.position) : '');
      case 'showboard':
        return ok(boardText((this.#game ?? this.#prepared).position));
    }
  }

  // Before the game

  /** Clears the board. A running game is resigned. */
  #clear(size: number): Response {
    const isRunning = this.#game !== undefined && this.#game.ended === undefined;
    this.#game = undefined;
    this.#prepared.clear(size);
    return isRunning ? this.#ask({ kind: 'forfeit', how: 'resigned' }) : DONE;
  }

  #placeHandicap(stones: number): Response {
    if (this.#game !== undefined || !this.#prepared.isEmpty) return problem('board not empty');
    if (!this.#prepared.allowsHandicap(stones)) return problem('invalid number of stones');
    const points = handicapPoints(this.#prepared.size, stones);
    this.#prepared.setHandicap(points);
    return ok(namesOf(square(this.#prepared.size), points));
  }

  /** Makes the seek. The opponent is black and places its handicap stones. */
  #letPlaceHandicap(stones: number): Response {
    if (this.#game !== undefined || !this.#prepared.isEmpty) return problem('board not empty');
    if (!this.#prepared.allowsHandicap(stones)) return problem('invalid number of stones');
    this.#prepared.expectHandicap(stones);
    return this.#begin('black');
  }

  #setHandicap(vertices: readonly string[]): Response {
    if (this.#game !== undefined || !this.#prepared.isEmpty) return problem('board not empty');
    const { size } = this.#prepared;
    const named = vertices.map((vertex) => parseVertex(square(size), vertex));
    const points = [...new Set(named.filter((point) => point !== undefined))];
    if (points.length < named.length || !this.#prepared.allowsHandicap(points.length))
      return problem('bad vertex list');
    this.#prepared.setHandicap(points);
    return DONE;
  }

  // The game

  #play(color: Color, vertex: string): Response {
    const game = this.#game;
    if (game?.ended !== undefined && game.unsentMove === undefined) return problem(GAME_OVER);
    const { size } = (game ?? this.#prepared).position;
    const point = parseVertex(size, vertex);
    if (point === undefined && vertex.toLowerCase() !== 'pass') return problem(ILLEGAL);
    const move: Move = point === undefined ? { kind: 'pass', color } : { kind: 'play', color, point };
    if (game === undefined) return this.#prepared.play(move) ? DONE : problem(ILLEGAL);
    if (color !== game.color) return problem("that is the opponent's side");
    if (game.unsentMove !== undefined) return problem('not your turn');
    return this.#ask(commandFor(move));
  }

  #genmove(color: Color): Response {
    const game = this.#game;
    if (game === undefined) return this.#begin(color);
    if (color === game.color) return problem(game.ended === undefined ? 'that is your side' : GAME_OVER);
    if (game.unsentMove !== undefined) return ok(this.#takeMoveText(game, game.unsentMove));
    if (game.ended !== undefined) return problem(GAME_OVER);
    if (game.toMove !== color) return problem('it is your turn');
    if (this.#hasInputEnded) return problem(INPUT_ENDED);
    this.#awaitsMove = true;
    return undefined;
  }

  /** Makes the seek. The controller has the other colour. */
  #begin(color: Color): Response {
    if (color !== this.#prepared.opponent) return problem(`${this.#prepared.opponent} is to move`);
    if (this.#hasInputEnded) return problem(INPUT_ENDED);
    if (this.#hasEntered) return this.#seek(false);
    return this.#ask({ kind: 'enter', parameters: this.#prepared.parameters });
  }

  /** Makes the seek. If the controller has set up moves of the opponent, it must continue a game. */
  #seek(mayContinue: boolean): Response {
    const { moves, opponent, parameters } = this.#prepared;
    const isFirst = moves.length === 0 || (moves.length === 1 && moves[0]?.color !== opponent);
    const isNew = isFirst && !this.#prepared.hasOpponentsStones;
    if (!isNew && !mayContinue) return problem("the opponent's moves cannot be set up");
    this.#awaitsMove = true;
    return this.#ask({ kind: 'seek', parameters, color: opposite(opponent) });
  }

  #ask(command: SessionCommand): undefined {
    this.ask(command, (answer) => {
      if (this.#postponed.putIfNotNow(command, answer, this.now)) return;
      const response = this.#responseTo(command, answer);
      // The end of the game may have been the response.
      if (response !== undefined && this.#responding !== undefined) this.#respond(response);
    });
  }

  #responseTo(command: SessionCommand, answer: CommandAnswer): Response {
    switch (command.kind) {
      case 'enter':
        this.#hasEntered = true;
        return this.#seek(answer.kind === 'entered' && answer.held);
      case 'seek':
        return answer.kind === 'refused' ? problem(`no game: ${answer.why}`) : undefined;
      case 'cancel':
        return problem(INPUT_ENDED);
      case 'forfeit':
        // The controller did not continue its game, but has asked for a move in a new one.
        return this.#awaitsMove ? this.#seek(false) : DONE;
      case 'play':
      case 'pass':
        if (answer.kind === 'refused') return problem(REFUSALS.get(answer.why) ?? ILLEGAL);
        // A handicap stone, or a move of a continued game that the server had lost: `genmove` still waits.
        return this.#awaitsMove ? undefined : DONE;
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        return;
      case 'played':
        this.#moved({ kind: 'play', color: notice.color, point: notice.point });
        return;
      case 'passed':
        this.#moved({ kind: 'pass', color: notice.color });
        return;
      case 'ended':
        if (this.#game === undefined) return;
        this.#game.ended = notice;
        // A postponed move must not be played in the next game.
        this.#postponed.drop();
        if (this.#responding !== undefined) this.#respond(problem(GAME_OVER));
        return;
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.close();
        return;
      // GTP has no messages for the other notices.
    }
  }

  #start(started: StartedNotice): void {
    const game = new ServerSessionGame(started);
    const { moves, opponent, stones } = this.#prepared;
    const place = game.color === opponent ? undefined : game.continueFrom(moves, stones);
    if (place === undefined) {
      this.#ask({ kind: 'forfeit', how: 'resigned' });
      return;
    }
    this.#game = game;
    if (game.color === 'black' && game.handicapLeft > 0) this.#placeNext(game);
    else if (this.#prepared.expectsHandicap) this.#respondPlaces(game);
    else if (place.unasked !== undefined) this.#respond(ok(this.#takeMoveText(game, place.unasked)));
    else if (place.unstoredMove !== undefined) this.#ask(commandFor(place.unstoredMove));
  }

  #moved(move: Move): void {
    const game = this.#game;
    if (game === undefined) return;
    game.apply(move);
    if (move.color === game.color) {
      this.#placeNext(game);
      return;
    }
    if (game.handicapLeft > 0 || (this.#prepared.expectsHandicap && move.color === 'black')) this.#respondPlaces(game);
    else if (this.#awaitsMove) this.#respond(ok(this.#takeMoveText(game, move)));
    else game.unsentMove = move;
  }

  /** Places the next handicap stone of the controller, if one is missing. */
  #placeNext(game: ServerSessionGame): void {
    if (game.handicapLeft === 0) return;
    const point = this.#prepared.stones.find((stone) => !game.placed.includes(stone));
    if (point !== undefined) this.#ask({ kind: 'play', point });
  }

  /** The answer to `place_free_handicap`, once the opponent has placed all stones. */
  #respondPlaces(game: ServerSessionGame): void {
    if (game.handicapLeft > 0 || this.#responding === undefined) return;
    this.#prepared.setHandicap(game.placed);
    this.#respond(ok(namesOf(game.position.size, game.placed)));
  }

  /** The opponent's move as the answer to `genmove`. Marks it as sent. */
  #takeMoveText(game: ServerSessionGame, move: Move): string {
    game.unsentMove = undefined;
    return move.kind === 'pass' ? 'pass' : vertexName(game.position.size, move.point);
  }

  #respond(response: Result<string>): void {
    if (this.#responding === undefined) throw new Error('a response without a command');
    const text = response.ok ? response.value : response.problem;
    this.send(utf8(makeResponse(this.#responding, response.ok, text)));
    this.#responding = undefined;
    this.#awaitsMove = false;
  }
}

const namesOf = (board: BoardSize, points: readonly Point[]): string =>
  points.map((point) => vertexName(board, point)).join(' ');

const commandFor = (move: Move): Extract<SessionCommand, { kind: 'play' | 'pass' }> =>
  move.kind === 'pass' ? { kind: 'pass' } : { kind: 'play', point: move.point };
