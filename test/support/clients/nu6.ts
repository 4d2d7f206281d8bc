import {
  type ClientMessage,
  makeClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/nu6/messages.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { GoClient, SUICIDE_ALLOWED, winnerOf } from './go-client.ts';
import { GoRecord } from './go-record.ts';
import { UnansweredRequests } from './unanswered-requests.ts';

interface Nu6Options {
  readonly name: string;
  readonly chats?: boolean;
  /** Whether it reconnects: the server may send the moves of its game. */
  readonly returns?: boolean;
}

const isSilent = ({ kind }: ClientMessage): boolean => kind === 'newgame' || kind === 'message';

export class Nu6Client extends GoClient {
  readonly name: string;
  readonly #chats: boolean;
  readonly #returns: boolean;
  readonly #requests = new UnansweredRequests<ClientMessage>(isSilent);
  #stage: 'new' | 'greeting' | 'present' | 'parting' | 'gone' = 'new';
  #sizeToSeek: number | undefined;
  /** The number of open seeks by board size. */
  readonly #seeks = new Map<number, number>();
  /** The names in the lobby; undefined until the server has sent the list. */
  #lobbyNames: Set<string> | undefined;

  constructor({ name, chats = false, returns = false }: Nu6Options) {
    super();
    this.name = name;
    this.#chats = chats;
    this.#returns = returns;
  }

  get isPresent(): boolean {
    return this.#stage === 'present';
  }

  override get isReadyToMove(): boolean {
    const asked = this.#requests.has(({ kind }) => kind === 'move' || kind === 'pass' || kind === 'surrender');
    return this.runningGame?.isMyTurn === true && !asked && this.#stage === 'present';
  }

  override get isSeeking(): boolean {
    return this.#stage === 'greeting' || this.#seeks.size > 0;
  }

  override seek(size: number): void {
    if (this.#stage === 'present') {
      this.#countSeek(size, 1);
      this.#request({ kind: 'newgame', size });
      return;
    }
    this.#sizeToSeek = size;
    if (this.#stage !== 'new') return;
    this.#stage = 'greeting';
    this.#request({ kind: 'hello', name: this.name, extensions: this.#chats ? ['CHAT'] : [] });
  }

  #countSeek(size: number, change: 1 | -1): void {
    const count = (this.#seeks.get(size) ?? 0) + change;
    if (count > 0) this.#seeks.set(size, count);
    else this.#seeks.delete(size);
  }

  override play({ x, y }: BoardCoordinates): void {
    this.#request({ kind: 'move', coordinate: y * (this.game?.size ?? 19) + x });
  }

  override pass(): void {
    this.#request({ kind: 'pass' });
  }

  override resign(): void {
    this.#request({ kind: 'surrender' });
  }

  override leave(): boolean {
    // Before HELLO a goodbye is out of place.
    if (this.#stage !== 'present') return false;
    this.#stage = 'parting';
    this.#request({ kind: 'bye' });
    return true;
  }

  override sendNonsense(): void {
    const line = 'CORE.NONSENSE~1~~x';
    this.#requests.add(line);
    this.sendLine(line);
  }

  chat(text: string, recipient?: string): void {
    this.#request({ kind: 'message', text, ...(recipient === undefined ? {} : { recipient }) });
  }

  list(): void {
    this.#request({ kind: 'getlobby' });
  }

  #request(message: ClientMessage): void {
    const line = makeClientMessage(message);
    this.#requests.add(line, message);
    this.sendLine(line);
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone';
  }

  protected override receiveLine(line: string): void {
    const read = parseServerMessage(line);
    if (!read.ok) this.fail(`no message: ${read.problem}`);
    const message = read.value;
    const hasNotGreeted = this.#stage === 'new' || this.#stage === 'greeting';
    const isBeforeGreeting = message.kind === 'hello' || message.kind === 'error' || message.kind === 'bye';
    if (this.#stage === 'gone' || (hasNotGreeted && !isBeforeGreeting))
      this.fail('a message before the greeting or after the goodbye');
    switch (message.kind) {
      case 'hello':
        this.#welcome();
        break;
      case 'match':
        this.#match(message);
        break;
      case 'move':
        this.#move(message.coordinate);
        break;
      case 'pass':
        this.#pass();
        break;
      case 'error':
        this.#error(message, line);
        break;
      case 'gameover':
        this.#gameover(message, line);
        break;
      case 'bye':
        this.#bye();
        break;
      case 'message':
      case 'lobby':
      case 'entered':
      case 'left':
        this.#receiveChat(message);
        break;
      case 'chat-error':
        this.#chatError(message.error);
        break;
    }
  }

  #welcome(): void {
    if (this.#answer('hello') === undefined) this.fail('HELLO without a greeting of the client');
    this.#stage = 'present';
    if (this.#sizeToSeek !== undefined) this.seek(this.#sizeToSeek);
  }

  #match({ color, size, opponent }: ServerMessage & { kind: 'match' }): void {
    if (this.runningGame !== undefined) this.fail('a match while a game is running');
    // A seek that was sent twice may lead to two games, if the first game is over before the server reads the second.
    const isRequested = this.#requests.has((each) => each.kind === 'newgame' && each.size === size);
    if (!isRequested && !this.#seeks.has(size)) this.fail(`no seek for size ${size}`);
    if (opponent === this.name) this.fail('a match of the client with itself');
    this.#seeks.clear();
    this.game = new GoRecord(color, size, opponent, SUICIDE_ALLOWED);
  }

  #move(coordinate: number): void {
    const game = this.requireGame();
    const asked = game.isMyTurn && this.#answered((each) => each.kind === 'move' && each.coordinate === coordinate);
    if (game.isMyTurn && !asked && !this.#returns) this.fail('a stone that the client has not played');
    this.receiveStone(game.toMove, game.point({ x: coordinate % game.size, y: Math.floor(coordinate / game.size) }));
  }

  #pass(): void {
    const game = this.requireGame();
    if (game.isMyTurn && this.#answer('pass') === undefined && !this.#returns) this.fail('the client has not passed');
    this.receivePass(game.toMove);
  }

  #error({ error, info }: ServerMessage & { kind: 'error' }, line: string): void {
    switch (error) {
      case 'PROTOCOL':
        this.#outOfPlace(info ?? '');
        break;
      case 'NAMETAKEN':
        if (this.#answer('hello') === undefined || info !== undefined) this.fail('the client has not asked for a name');
        this.#stage = 'new';
        return;
      case 'PATIENCE': {
        if (info !== undefined) {
          this.#postponed(info);
          return;
        }
        const asked = this.#answered(({ kind }) => kind === 'move' || kind === 'pass');
        if (asked === undefined) this.fail('PATIENCE without a move');
        if (this.runningGame === undefined || this.runningGame.isMyTurn) this.fail("it is the client's turn");
        return;
      }
      case 'ILLEGAL':
        this.#illegal(line);
        break;
    }
  }

  /** PATIENCE with the line of a request: the server postpones the request. An earlier seek keeps waiting. */
  #postponed(line: string): void {
    const message = this.#requests.takeAnswered((each) => each.line === line)?.message;
    if (message === undefined || !this.mayBePostponed) this.fail('nothing may be postponed');
    if (message.kind === 'newgame') this.#countSeek(message.size ?? 19, -1);
    else if (message.kind !== 'move' && message.kind !== 'pass') this.fail('a request that must not be postponed');
    else if (this.runningGame?.isMyTurn !== true) this.fail("it is not the client's turn");
  }

  /** An error is an answer. The client knows the same state now as the server did when it decided. */
  #illegal(line: string): void {
    const asked = this.#answer('move');
    const game = this.requireGame();
    if (asked?.kind !== 'move' || !game.isMyTurn) this.fail('the client has not played');
    const { coordinate } = asked;
    const point = game.point({ x: coordinate % game.size, y: Math.floor(coordinate / game.size) });
    const own = game.judge(point);
    const theirs = own === undefined && point !== 'off-board' && game.isSuicide(point) ? 'suicide' : undefined;
    const words = { 'off-board': 'OUTOFBOUNDS', occupied: 'OCCUPIED', ko: 'KO', suicide: 'SUICIDE' } as const;
    const expected = own ?? theirs;
    if (expected === undefined) this.fail(`a legal stone was refused\n${game}`);
    if (line !== `CORE.ERROR~ILLEGAL~${words[expected]}`) this.fail(`expected ${expected}\n${game}`);
  }

  #outOfPlace(line: string): void {
    const request = this.#requests.takeAnswered((each) => each.line === line);
    if (request === undefined) this.fail('the client has not sent this line');
    switch (request.message?.kind) {
      case 'newgame':
        if (this.runningGame === undefined) this.fail('a seek was refused, but no game is running');
        this.#countSeek(request.message.size ?? 19, -1);
        return;
      case 'move':
      case 'pass':
      case 'surrender':
        if (this.runningGame !== undefined) this.fail('refused although a game is running');
        return;
      case 'hello':
      case 'bye':
      case 'message':
      case 'getlobby':
        this.fail('a message was called out of place, but it is not');
    }
  }

  #gameover({ winner, black, white, reason }: ServerMessage & { kind: 'gameover' }, text: string): void {
    const game = this.requireGame();
    const score = { black, white };
    this.checkAreas(score);
    if ((reason === undefined) !== game.hasTwoPasses) this.fail('only two passes end a game without a reason');
    if (reason === undefined && winner !== winnerOf(score)) this.fail('a wrong winner');
    const surrendered = this.#requests.has(({ kind }) => kind === 'surrender');
    if (reason !== undefined && winner === 'draw' && !this.gameMayBeStopped)
      this.fail('a game without a winner, but no operator has stopped it');
    if (reason !== undefined && winner !== game.color && !surrendered && reason === 'SURRENDER') {
      this.fail('the client has not surrendered');
    }
    if (winner !== game.color && reason === 'SURRENDER') this.#answer('surrender');
    const endReason = reason === undefined ? 'score' : reason === 'SURRENDER' ? 'resigned' : 'left';
    game.ending = { text, winner, reason: endReason, score };
  }

  #bye(): void {
    const asked = this.#stage === 'parting' && this.#answer('bye') !== undefined;
    if (!asked && !this.mayBeDisconnected) this.fail('BYE, but the client has not sent BYE');
    this.#stage = 'gone';
  }

  #receiveChat(message: ServerMessage & { kind: 'message' | 'lobby' | 'entered' | 'left' }): void {
    if (!this.#chats) this.fail('the client has not announced CHAT');
    switch (message.kind) {
      case 'message':
        if (message.sender === undefined) this.fail('chat without a sender');
        return;
      case 'lobby':
        this.#lobby(message.names);
        break;
      case 'entered':
        if (message.name === this.name || this.#lobbyNames?.has(message.name)) this.fail('a player entered twice');
        this.#lobbyNames?.add(message.name);
        return;
      case 'left':
        if (this.#lobbyNames?.delete(message.name) === false) this.fail('a player left who had not entered');
    }
  }

  #lobby(names: readonly string[]): void {
    if (this.#answer('getlobby') === undefined) this.fail('the client has not asked for the lobby');
    const inOrder = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    if (inOrder.join('~') !== names.join('~')) this.fail('not in order');
    const folded = new Set(names.map((name) => name.toLowerCase()));
    if (folded.size !== names.length) this.fail('a name twice');
    if (!names.includes(this.name)) this.fail("the client's own name is missing");
    if (this.#lobbyNames !== undefined && [...this.#lobbyNames].sort().join('~') !== [...names].sort().join('~')) {
      this.fail(`not the players who have entered and not left: ${[...this.#lobbyNames].sort().join('~')}`);
    }
    this.#lobbyNames = new Set(names);
  }

  #chatError(error: 'UNKNOWNRECIPIENT' | 'CHATNOTSUPPORTED'): void {
    // Chat without a recipient is always possible for a client with CHAT.
    const isRefusable = (message: ClientMessage): boolean =>
      message.kind === 'message' ? !this.#chats || message.recipient !== undefined : message.kind === 'getlobby';
    const asked = this.#answered(isRefusable);
    if (asked === undefined || (asked.kind === 'getlobby' && this.#chats)) this.fail('the client has not chatted');
    if (!this.#chats && error !== 'CHATNOTSUPPORTED') this.fail('the client has not announced CHAT');
  }

  #answer<Kind extends ClientMessage['kind']>(kind: Kind): ClientMessage | undefined {
    return this.#answered((message) => message.kind === kind);
  }

  #answered(fits: (message: ClientMessage) => boolean): ClientMessage | undefined {
    return this.#requests.takeAnswered(({ message }) => message !== undefined && fits(message))?.message;
  }
}
