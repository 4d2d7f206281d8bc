import { type ServerMessage, serverMessages } from '../../../src/protocols/igs/server-messages.ts';
import type { Color } from '../../../src/rules/color.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { type Point, square } from '../../../src/rules/point.ts';
import { parseVertex, vertexName } from '../../../src/rules/vertex.ts';
import type { Ending } from './client.ts';
import { GoClient, SUICIDE_FORBIDDEN, winnerOf } from './go-client.ts';
import { GoRecord } from './go-record.ts';

interface IgsOptions {
  readonly name: string;
  /** Board size. The protocol does not send it. */
  readonly size: number;
  /** Whether it reconnects: its game may continue, and an earlier connection may still have the name. */
  readonly returns?: boolean;
  /** Whether it marks dead stones before it accepts them; by default it accepts at once. */
  readonly marks?: boolean;
}

const LOGIN = Buffer.from('Login: ');
const LF = 0x0a;

type Line<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

/** A graphical client of IGS. It adds a move to the record when the server sends it, asks for all moves after a reconnect, and marks dead stones. */
export class IgsClient extends GoClient {
  readonly name: string;
  readonly #size: number;
  readonly #returns: boolean;
  readonly #marksDead: boolean;
  #stage: 'name' | 'password' | 'in' | 'gone' = 'name';
  #hasUnsentSeek = false;
  /** `asked`: the client has sent a seek. `waits`: the server has answered that the client waits. */
  #seek: 'no' | 'asked' | 'waits' = 'no';
  /** The moves without an answer, the oldest first. The server answers them in order. */
  #sent: (Point | 'off-board' | 'pass' | 'resign')[] = [];
  #nonsense = 0;
  /** The number of the game whose moves the client has asked for. New moves may arrive before the earlier ones. */
  #gameToLoad: number | undefined;
  #hasAskedForMoves = false;
  /** The stones marked as dead; undefined while no stones are marked. */
  #dead: Set<Point> | undefined;
  /** Marks without an answer. If play has resumed meanwhile, the server reads them as moves. */
  #marked: Point[] = [];
  #hasAccepted = false;
  #score: { black: number; white: number } | undefined;

  constructor({ name, size, returns = false, marks = false }: IgsOptions) {
    super();
    this.name = name;
    this.#size = size;
    this.#returns = returns;
    this.#marksDead = marks;
  }

  override get isReadyToMove(): boolean {
    const isFree =
      this.#sent.length === 0 && this.#gameToLoad === undefined && this.#dead === undefined && this.#stage === 'in';
    return isFree && this.runningGame?.isMyTurn === true && !this.runningGame.hasTwoPasses;
  }

  override get isSeeking(): boolean {
    return this.#seek !== 'no' || this.#hasUnsentSeek;
  }

  override seek(): void {
    this.#hasUnsentSeek = true;
    this.#sendDueSeek();
  }

  #sendDueSeek(): void {
    if (
      this.#stage !== 'in' ||
      !this.#hasUnsentSeek ||
      this.runningGame !== undefined ||
      this.#gameToLoad !== undefined
    )
      return;
    this.#hasUnsentSeek = false;
    this.#seek = 'asked';
    this.sendLine(`seek ${this.#size}`);
  }

  override play(at: BoardCoordinates): void {
    const game = this.requireGame();
    const point = game.point(at);
    this.#sent.push(point);
    this.sendLine(point === 'off-board' ? 't19' : vertexName(square(game.size), point).toLowerCase());
  }

  override pass(): void {
    this.#sent.push('pass');
    this.sendLine('pass');
  }

  /** Whether the players mark dead stones now. */
  get isMarking(): boolean {
    return this.#stage === 'in' && this.#dead !== undefined;
  }

  /** Marks the chain at a stone as dead. */
  markDead(point: Point): void {
    this.#marked.push(point);
    this.sendLine(vertexName(square(this.requireGame().size), point));
  }

  /** Removes all marks. */
  unmarkAll(): void {
    this.sendLine('undo');
  }

  /** Accepts the marks. */
  acceptMarks(): void {
    this.#hasAccepted = true;
    this.sendLine('done');
  }

  override resign(): void {
    this.#sent.push('resign');
    this.sendLine('resign');
  }

  override leave(): boolean {
    if (this.#stage !== 'in') return false;
    this.#stage = 'gone';
    this.sendLine('quit');
    return true;
  }

  override sendNonsense(): void {
    if (this.#stage !== 'in') return;
    this.#nonsense++;
    this.sendLine('KAMEEL teen');
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone';
  }

  /** The prompt for the name is the only message without a line end. */
  protected override readMessage(bytes: Uint8Array): number | undefined {
    if (Buffer.from(bytes.subarray(0, LOGIN.length)).equals(LOGIN)) {
      this.logReceived('Login: ');
      if (this.#stage !== 'name') this.fail('a second prompt for the name');
      this.#stage = 'password';
      this.sendLine(this.name);
      return LOGIN.length;
    }
    const end = bytes.indexOf(LF);
    if (end === -1) return undefined;
    const line = Buffer.from(bytes.subarray(0, end)).toString();
    this.logReceived(line);
    if (!line.endsWith('\r')) this.fail('a line without CR LF');
    if (/[\p{Cc}]/u.test(line.slice(0, -1))) this.fail('a control character');
    this.receiveLine(line.slice(0, -1));
    return end + 1;
  }

  protected override receiveLine(line: string): void {
    if (!/^\d/.test(line)) return;
    const read = serverMessages.read(line);
    if (!read.ok) this.fail(`no message: ${read.problem}`);
    const message = read.value;
    if (message.kind === 'undo') this.fail('an undo that the client has not asked for');
    switch (message.kind) {
      case 'prompt':
        this.#prompt(message);
        return;
      case 'error':
        this.#error(message.text);
        return;
      case 'information':
        this.#information(message.text);
        return;
      case 'header':
        this.#header(message);
        return;
      case 'move':
        this.#moved(message);
        return;
      case 'score':
        this.#score = { black: message.blackPoints, white: message.whitePoints };
        return;
      case 'news':
        this.#news(message.text);
        return;
      case 'shutdown':
        if (!this.mayBeDisconnected) this.fail('an unexpected shutdown');
        this.#stage = 'gone';
        return;
      default:
    }
  }

  #prompt({ state }: Line<'prompt'>): void {
    if (state === '1') this.sendLine('a password');
    else if (this.#stage === 'password') this.#stage = 'in';
    const game = this.runningGame;
    if (this.#gameToLoad !== undefined && !this.#hasAskedForMoves) {
      this.#hasAskedForMoves = true;
      this.sendLine(`moves ${this.#gameToLoad}`);
    } else if (this.#gameToLoad !== undefined && (game?.moves.length ?? 0) > 0) this.#gameToLoad = undefined;
    if (state === '6' && this.#dead !== undefined) this.fail('the prompt of a game while stones are marked');
    if (state === '5' && game !== undefined && this.#gameToLoad === undefined)
      this.fail('the prompt without a game while a game is running');
    this.#sendDueSeek();
  }

  #error(text: string): void {
    const game = this.runningGame;
    if (text === 'KAMEEL: Unknown command.') {
      if (this.#nonsense-- === 0) this.fail('the client has sent no unknown command');
    } else if (text === `The name ${this.name} is in use.`) {
      // The server may not have noticed the end of an earlier connection.
      this.#stage = 'gone';
    } else if (text === 'Illegal move.') {
      const move = this.#sent.length === 0 ? this.#marked.shift() : this.#sent.shift();
      if (game === undefined || typeof move === 'string' || move === undefined) {
        if (move !== 'off-board') this.fail('the client has sent no move');
      } else if (game.isMyTurn && game.judge(move) === undefined) this.fail(`a legal stone was refused\n${game}`);
    } else if (text === 'It is not your move.') {
      const isMark = this.#sent.length === 0 && this.#marked.shift() !== undefined;
      if (!isMark && (this.#sent.shift() === undefined || game?.isMyTurn === true))
        this.fail("it is the client's turn");
    } else if (text === 'There is no stone to remove.') {
      const was = this.#sent[0] === 'off-board' ? this.#sent.shift() : this.#marked.shift();
      // The opponent has accepted the marks meanwhile, and the game is over.
      if (was === undefined && !this.#hasAccepted) this.fail('the client has marked nothing');
    } else if (text === 'Nothing can be taken back now.' || text === 'Nothing was asked.') {
      // The command was sent while stones were marked, and play has resumed.
    } else if (text === 'The server cannot store moves now. Please try again.') {
      if (!this.mayBePostponed) this.fail('the server refused a move as not storable, but it can store moves');
      this.#sent.shift();
    } else if (text === 'No games begin now. Please try again later.') {
      if (!this.mayBePostponed) this.fail('the server refused a seek, but games can begin');
      this.#seek = 'no';
    } else if (text === 'You are not playing a game.') {
      if (game !== undefined) this.fail('a game is running');
      this.#sent.shift();
    } else if (text === 'You are playing a game already.') this.#seek = 'no';
    else if (text === 'There is nothing to accept now.' || text === 'That is not possible now.') this.#sent.shift();
    else if (text !== 'There is no such game.') this.fail('an unexpected error');
  }

  #information(text: string): void {
    if (text.endsWith(' has restarted your game.')) {
      if (!this.#returns) this.fail('a game was resumed, but this is the first connection');
      this.#gameToLoad = 0;
      this.#hasAskedForMoves = false;
    } else if (text.startsWith('You wait for an opponent')) this.#seek = 'waits';
    else if (text.startsWith('You can check your score')) {
      this.#dead = new Set();
      if (!this.#marksDead) this.acceptMarks();
    } else if (text.startsWith('Removing @ ')) {
      const point =
        parseVertex(square(this.requireGame().size), text.slice('Removing @ '.length)) ?? this.fail('not a point');
      if (this.#dead === undefined) this.fail('a stone was marked, but no marking has begun');
      // Until all moves have arrived, the stones are not known.
      const chain = this.#gameToLoad === undefined ? this.requireGame().board.chainAt(point) : [point];
      if (chain.length === 0) this.fail('a mark on an empty point');
      for (const stone of chain) this.#dead.add(stone);
      this.#marked = this.#marked.filter((each) => !chain.includes(each));
    } else if (text.startsWith('Board is restored')) this.#dead?.clear();
    else if (text === 'Play goes on.') {
      this.#dead = undefined;
      this.runningGame?.resumePlay();
    } else if (/^(?:Another connection uses|You have been disconnected)/.test(text)) {
      if (!this.mayBeDisconnected) this.fail('unexpectedly disconnected');
      this.#stage = 'gone';
    }
  }

  #header({ game: id, black, white }: Line<'header'>): void {
    if (this.#gameToLoad !== undefined) this.#gameToLoad = id;
    if (this.runningGame !== undefined) return;
    const color: Color = black === this.name ? 'black' : 'white';
    if (color === 'white' && white !== this.name) this.fail('a game of other players');
    // The server may show the game of an earlier connection before it reads the seek.
    if (this.#seek === 'waits' || !this.#returns) this.#seek = 'no';
    this.#hasUnsentSeek = false;
    this.#sent = [];
    this.#dead = undefined;
    this.#marked = [];
    this.#score = undefined;
    this.game = new GoRecord(color, this.#size, color === 'black' ? white : black, SUICIDE_FORBIDDEN);
  }

  #moved({ number, color, move }: Line<'move'>): void {
    const game = this.requireGame();
    const point = move === 'Pass' ? 'pass' : (parseVertex(square(game.size), move) ?? this.fail('not a point'));
    const known = game.moves[number];
    if (known !== undefined) {
      const isSame = known.color === color && (known.kind === 'pass' ? 'pass' : known.point) === point;
      if (!isSame) this.fail('another move with this number');
      return;
    }
    if (number > game.moves.length) {
      if (this.#gameToLoad === undefined) this.fail('a move is missing');
      return;
    }
    if (color === game.color) {
      if (typeof point === 'number' && this.#sent.length === 0 && this.#marked.includes(point)) this.#marked = [];
      else if (this.#sent[0] !== point && !this.#returns) this.fail('the client has not played this move');
      if (this.#sent[0] === point) {
        this.#sent.shift();
        // The requests before this move have been answered.
        this.#seek = 'no';
      }
    }
    // Play resumed at this move after stones had been marked.
    if (this.#gameToLoad !== undefined && game.hasTwoPasses) game.resumePlay();
    if (point === 'pass') this.receivePass(color);
    else this.receiveStone(color, point);
  }

  #news(text: string): void {
    const game = this.runningGame;
    const [, white, black, end] = /^\{Game \d+: (\S+) vs (\S+?)(?: :)? (\S.*)\}$/.exec(text) ?? [];
    if (end === undefined || end.startsWith('@') || game === undefined) return;
    if (white !== this.name && black !== this.name) return;
    const dead = [...(this.#dead ?? [])].flatMap((point) => game.board.chainAt(point));
    this.#dead = undefined;
    this.#sent = [];
    this.#gameToLoad = undefined;
    game.ending = this.#ending(end, dead);
  }

  #ending(text: string, dead: readonly Point[]): Ending {
    const score = this.#score;
    if (score !== undefined) {
      this.checkAreas(score, dead);
      return { text, winner: winnerOf(score), reason: 'score', score };
    }
    const loser = text.startsWith('Black') ? 'black' : 'white';
    if (text === 'has adjourned.') return { text };
    const winner = loser === 'black' ? 'white' : 'black';
    return { text, winner, ...(text.endsWith('resigns.') ? { reason: 'resigned' } : {}) };
  }
}
