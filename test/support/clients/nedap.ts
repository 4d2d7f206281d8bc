import {
  type ClientMessage,
  type Dialect,
  makeClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/nedap/messages.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { Ending } from './client.ts';
import { GoClient, SUICIDE_ALLOWED, winnerOf } from './go-client.ts';
import { GoRecord } from './go-record.ts';
import { type UnansweredRequest, UnansweredRequests } from './unanswered-requests.ts';

interface NedapOptions {
  readonly name: string;
  readonly dialect?: Dialect;
  /** Whether it reconnects: the server may send the moves of its game. */
  readonly returns?: boolean;
}

/** A line with an unknown keyword. */
const NONSENSE = 'KAMEEL teen';

const GOODBYES: ReadonlySet<string> = new Set([
  'server stops',
  'another connection uses your name',
  'you have been disconnected by an administrator',
]);

const isSilent = ({ kind }: ClientMessage): boolean => kind === 'player' || kind === 'chat';

/** A client of the Nedap protocol, in one of its two dialects. */
export class NedapClient extends GoClient {
  readonly name: string;
  readonly #dialect: Dialect;
  readonly #returns: boolean;
  readonly #requests = new UnansweredRequests<ClientMessage>(isSilent);
  #hasSentName = false;
  /** The board sizes of open seeks. */
  #seeks = new Set<number>();
  /** Whether the game may have ended before the server read the client's TABLEFLIP, in the later dialect. */
  #hasFlippedLate = false;
  /** The player who has flipped the table or, in the later dialect, left. END comes next. */
  #flipped: Color | undefined;
  /** The line that reported that the opponent was kicked, in the later dialect. END comes next. */
  #kicked: string | undefined;
  /** Whether only the end of the connection may follow. */
  #isClosing = false;

  constructor({ name, dialect = 'documented', returns = false }: NedapOptions) {
    super();
    this.name = name;
    this.#dialect = dialect;
    this.#returns = returns;
  }

  override get isReadyToMove(): boolean {
    const asked = this.#requests.has(({ kind }) => kind === 'move' || kind === 'pass' || kind === 'tableflip');
    return this.runningGame?.isMyTurn === true && !asked && !this.#isClosing;
  }

  override get isSeeking(): boolean {
    return this.#seeks.size > 0 || this.#requests.has(({ kind }) => kind === 'go');
  }

  override seek(size: number): void {
    if (this.#dialect === 'later' && !this.#hasSentName) this.#request({ kind: 'player', name: this.name });
    this.#hasSentName = true;
    this.#request({ kind: 'go', size, ...(this.#dialect === 'documented' && { name: this.name }) });
  }

  override play({ x, y }: BoardCoordinates): void {
    this.#request({ kind: 'move', x, y });
  }

  override pass(): void {
    const color = this.game?.color;
    this.#request({ kind: 'pass', ...(this.#dialect === 'documented' && color !== 'both' && color && { color }) });
  }

  override resign(): void {
    this.#request({ kind: 'tableflip' });
  }

  override leave(): boolean {
    if (this.#dialect === 'documented' || !this.#hasSentName) return false;
    this.#request({ kind: 'exit' });
    this.#isClosing = true;
    return true;
  }

  override sendNonsense(): void {
    this.#requests.add(NONSENSE);
    this.sendLine(NONSENSE);
  }

  chat(text: string): void {
    this.#request({ kind: 'chat', text });
  }

  #request(message: ClientMessage): void {
    const line = makeClientMessage(message);
    this.#requests.add(line, message);
    this.sendLine(line);
  }

  protected override mayClose(): boolean {
    return this.#isClosing;
  }

  protected override receiveLine(line: string): void {
    const read = parseServerMessage(line, this.#dialect);
    if (!read.ok) this.fail(`no message: ${read.problem}`);
    const message = read.value;
    if ((this.#flipped ?? this.#kicked) !== undefined && message.kind !== 'end') {
      this.fail('END comes after TABLEFLIPPED, or after the INVALID of the opponent');
    }
    switch (message.kind) {
      case 'waiting':
        this.#waiting();
        break;
      case 'ready':
        this.#ready(message);
        break;
      case 'valid':
        this.#valid(message);
        break;
      case 'invalid':
        this.#invalid(message, line);
        break;
      case 'passed': {
        const mine = message.color === this.requireGame().color;
        if (mine && this.#answer('pass') === undefined && !this.#returns) this.fail('the client has not passed');
        this.receivePass(message.color);
        break;
      }
      case 'tableflipped': {
        const isOwn = message.color === this.requireGame().color;
        const isAnswer = isOwn && this.#answer('tableflip') !== undefined;
        // In the later dialect it also reports that the client itself was silent for too long (ruling: left).
        if (isOwn && !isAnswer && this.#dialect === 'documented') this.fail('the client has not flipped the table');
        // The game may have ended by a timeout before the server read the client's TABLEFLIP. The server answers it later.
        this.#hasFlippedLate = isAnswer && this.#dialect === 'later';
        this.#flipped = message.color;
        return;
      }
      case 'chat':
        if (!this.#hasSentName) this.fail('chat before the client has sent its name');
        return;
      case 'warning':
        this.#warning(message.text);
        break;
      case 'end':
        this.#end(message, line);
        break;
    }
  }

  #waiting(): void {
    const asked = this.#answer('go');
    if (asked?.kind !== 'go') this.fail('WAITING without a seek');
    if (this.runningGame !== undefined) this.fail('WAITING while a game is running');
    this.#seeks = new Set([asked.size]);
  }

  #ready({ color, opponent, size }: ServerMessage & { kind: 'ready' }): void {
    if (this.runningGame !== undefined) this.fail('READY while a game is running');
    if (!this.#seeks.has(size)) this.fail('READY without a seek');
    if (opponent === this.name || !/^[a-z0-9]{1,20}$/.test(opponent)) this.fail('not a valid name of an opponent');
    this.#seeks.clear();
    this.game = new GoRecord(color, size, opponent, SUICIDE_ALLOWED);
  }

  #valid({ color, x, y }: ServerMessage & { kind: 'valid' }): void {
    const isOwn = color === this.requireGame().color;
    if (isOwn && !this.#returns && !this.#answered((each) => each.kind === 'move' && each.x === x && each.y === y)) {
      this.fail('a stone that the client has not played');
    }
    if (isOwn && this.#returns) this.#answered((each) => each.kind === 'move' && each.x === x && each.y === y);
    this.receiveStone(color, this.requireGame().point({ x, y }));
  }

  /** A player who breaks its own rules is kicked, even if the opponent has just left and END came before. */
  #invalid({ color }: ServerMessage & { kind: 'invalid' }, text: string): void {
    const { game } = this;
    if (color !== undefined && color === this.runningGame?.toMove && color !== this.runningGame.color) {
      this.#kicked = text;
      return;
    }
    const asked = this.#answer('move');
    if (asked?.kind !== 'move' || game === undefined || game.color !== game.toMove)
      this.fail('the client has not played');
    if (game.judge(game.point(asked)) === undefined) this.fail(`a legal stone was refused\n${game}`);
    if (this.#dialect === 'later' && color !== game.color) this.fail('not the colour of the client');
    game.ending ??= { text, winner: opposite(game.toMove), reason: 'left' };
    this.#isClosing = true;
  }

  #warning(text: string): void {
    if (this.mayBeDisconnected && GOODBYES.has(text)) {
      this.#isClosing = true;
      return;
    }
    const request = this.#requests.takeAnswered((each) => this.#mayBeRefused(each, text));
    if (request === undefined) {
      if (!this.#hasFlippedLate || text !== 'no game is under way')
        this.fail('a WARNING, but no open request could cause it');
      this.#hasFlippedLate = false;
      return;
    }
    if (request.message?.kind === 'player') this.#hasSentName = false;
  }

  /** A WARNING is an answer. The client knows the same state now as the server did when it decided. */
  #mayBeRefused({ message }: UnansweredRequest<ClientMessage>, text: string): boolean {
    if (message === undefined || text.startsWith('keyword ')) {
      return message === undefined && text === `keyword ${NONSENSE.split(' ')[0]} unknown`;
    }
    const game = this.runningGame;
    if (text.endsWith('now: try again later')) {
      const isThisRequest = text.startsWith('no game')
        ? message.kind === 'go'
        : message.kind === 'move' || message.kind === 'pass';
      return this.mayBePostponed && isThisRequest && (message.kind === 'go' || game?.isMyTurn === true);
    }
    switch (message.kind) {
      case 'move': {
        if (!game?.isMyTurn) return true;
        const point = game.point(message);
        return point !== 'off-board' && game.judge(point) === undefined && game.isSuicide(point);
      }
      case 'pass':
        return !game?.isMyTurn;
      case 'tableflip':
        return game === undefined;
      case 'chat':
        return /chat/i.test(text);
      case 'go':
      case 'player':
      case 'cancel':
      case 'exit':
        return !/chat/i.test(text);
    }
  }

  #end({ black, white }: ServerMessage & { kind: 'end' }, line: string): void {
    const game = this.requireGame();
    const [flipped, kicked] = [this.#flipped, this.#kicked];
    this.#flipped = undefined;
    this.#kicked = undefined;
    const before = flipped === undefined ? kicked : `TABLEFLIPPED ${flipped}`;
    const text = before === undefined ? line : `${before} / ${line}`;
    if (before === undefined && game.hasTwoPasses) {
      this.checkAreas({ black, white });
      const ending: Ending = { text, winner: winnerOf({ black, white }), reason: 'score', score: { black, white } };
      game.ending = this.#dialect === 'later' ? { ...ending, isRounded: true } : ending;
      return;
    }
    const points = game.size ** 2;
    const winner = this.#dialect === 'later' ? undefined : winnerOf({ black, white });
    const isWholeBoard = Math.max(black, white) === points && black * white === 0;
    const isStopped = this.gameMayBeStopped && black === 0 && white === 0;
    if (winner === undefined ? black !== -1 || white !== -1 : !isWholeBoard && !isStopped) {
      this.fail('neither areas nor the whole board');
    }
    if (flipped !== undefined && winner === flipped) this.fail('the winner has flipped the table');
    const loser = flipped ?? (kicked === undefined ? undefined : opposite(this.#color));
    const known = loser === undefined ? winner : opposite(loser);
    game.ending = { text, ...this.#endReason(flipped), ...(known === undefined ? {} : { winner: known }) };
  }

  get #color(): Color {
    const color = this.game?.color;
    return color === undefined || color === 'both' ? this.fail('the client has no colour') : color;
  }

  /** In the later dialect, TABLEFLIPPED may also mean that a player has left, or that the client was silent for too long. */
  #endReason(flipped: Color | undefined): Pick<Ending, 'reason'> {
    if (flipped === undefined) return { reason: 'left' };
    return this.#dialect === 'later' ? {} : { reason: 'resigned' };
  }

  #answer(kind: ClientMessage['kind']): ClientMessage | undefined {
    return this.#answered((message) => message.kind === kind);
  }

  #answered(fits: (message: ClientMessage) => boolean): ClientMessage | undefined {
    return this.#requests.takeAnswered(({ message }) => message !== undefined && fits(message))?.message;
  }
}
