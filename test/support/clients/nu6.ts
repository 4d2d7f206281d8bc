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
  /** It has sat at a game before and may be told the turns that it took there. */
  readonly returns?: boolean;
}

const isSilent = ({ kind }: ClientMessage): boolean => kind === 'newgame' || kind === 'message';

export class Nu6Client extends GoClient {
  readonly name: string;
  readonly #chats: boolean;
  readonly #returns: boolean;
  readonly #requests = new UnansweredRequests<ClientMessage>(isSilent);
  #stage: 'new' | 'greeting' | 'present' | 'parting' | 'gone' = 'new';
  #wanted: number | undefined;
  /** How many wishes for a size may have been granted. */
  readonly #wishes = new Map<number, number>();
  /** Who is present, once the server has been asked for it. */
  #present: Set<string> | undefined;

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
    return this.#stage === 'greeting' || this.#wishes.size > 0;
  }

  override seek(size: number): void {
    if (this.#stage === 'present') {
      this.#parameters(size, 1);
      this.#ask({ kind: 'newgame', size });
      return;
    }
    this.#wanted = size;
    if (this.#stage !== 'new') return;
    this.#stage = 'greeting';
    this.#ask({ kind: 'hello', name: this.name, extensions: this.#chats ? ['CHAT'] : [] });
  }

  #parameters(size: number, more: 1 | -1): void {
    const wishes = (this.#wishes.get(size) ?? 0) + more;
    if (wishes > 0) this.#wishes.set(size, wishes);
    else this.#wishes.delete(size);
  }

  override play({ x, y }: BoardCoordinates): void {
    this.#ask({ kind: 'move', coordinate: y * (this.game?.size ?? 19) + x });
  }

  override pass(): void {
    this.#ask({ kind: 'pass' });
  }

  override resign(): void {
    this.#ask({ kind: 'surrender' });
  }

  override leave(): boolean {
    // Before HELO nobody is there to leave, and a goodbye would be out of place.
    if (this.#stage !== 'present') return false;
    this.#stage = 'parting';
    this.#ask({ kind: 'bye' });
    return true;
  }

  override sendNonsense(): void {
    const line = 'CORE.NONSENSE~1~~x';
    this.#requests.add(line);
    this.sendLine(line);
  }

  chat(text: string, recipient?: string): void {
    this.#ask({ kind: 'message', text, ...(recipient === undefined ? {} : { recipient }) });
  }

  list(): void {
    this.#ask({ kind: 'getlobby' });
  }

  #ask(message: ClientMessage): void {
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
    if (this.#stage === 'gone' || (hasNotGreeted && !isBeforeGreeting)) this.fail('a message at no time for it');
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
        this.#chatter(message);
        break;
      case 'chat-error':
        this.#chatError(message.error);
        break;
    }
  }

  #welcome(): void {
    if (this.#answer('hello') === undefined) this.fail('nobody has said hello');
    this.#stage = 'present';
    if (this.#wanted !== undefined) this.seek(this.#wanted);
  }

  #match({ color, size, opponent }: ServerMessage & { kind: 'match' }): void {
    if (this.runningGame !== undefined) this.fail('a match within a game');
    // A wish that was said twice may be granted twice, if the first game is over before the second is read.
    const isWished = this.#requests.has((each) => each.kind === 'newgame' && each.size === size);
    if (!isWished && !this.#wishes.has(size)) this.fail(`no wish for size ${size}`);
    if (opponent === this.name) this.fail('a match with oneself');
    this.#wishes.clear();
    this.game = new GoRecord(color, size, opponent, SUICIDE_ALLOWED);
  }

  #move(coordinate: number): void {
    const game = this.requireGame();
    const asked = game.isMyTurn && this.#answered((each) => each.kind === 'move' && each.coordinate === coordinate);
    if (game.isMyTurn && !asked && !this.#returns) this.fail('a stone of mine that I have not played');
    this.receiveStone(game.toMove, game.point({ x: coordinate % game.size, y: Math.floor(coordinate / game.size) }));
  }

  #pass(): void {
    const game = this.requireGame();
    if (game.isMyTurn && this.#answer('pass') === undefined && !this.#returns) this.fail('I have not passed');
    this.receivePass(game.toMove);
  }

  #error({ error, info }: ServerMessage & { kind: 'error' }, line: string): void {
    switch (error) {
      case 'PROTOCOL':
        this.#outOfPlace(info ?? '');
        break;
      case 'NAMETAKEN':
        if (this.#answer('hello') === undefined || info !== undefined) this.fail('I have not asked for a name');
        this.#stage = 'new';
        return;
      case 'PATIENCE': {
        if (info !== undefined) {
          this.#putOff(info);
          return;
        }
        const asked = this.#answered(({ kind }) => kind === 'move' || kind === 'pass');
        if (asked === undefined) this.fail('I have not been impatient');
        if (this.runningGame === undefined || this.runningGame.isMyTurn) this.fail('it is my turn');
        return;
      }
      case 'ILLEGAL':
        this.#illegal(line);
        break;
    }
  }

  /** What comes back whole can be had later; a wish that waits already goes on waiting. */
  #putOff(line: string): void {
    const message = this.#requests.takeAnswered((each) => each.line === line)?.message;
    if (message === undefined || !this.mayBePostponed) this.fail('nothing has to wait');
    if (message.kind === 'newgame') this.#parameters(message.size ?? 19, -1);
    else if (message.kind !== 'move' && message.kind !== 'pass') this.fail('it could be had at once');
    else if (this.runningGame?.isMyTurn !== true) this.fail('it is not my turn');
  }

  /** Errors are answers, so that what this client knows now is what the server knew when it judged. */
  #illegal(line: string): void {
    const asked = this.#answer('move');
    const game = this.requireGame();
    if (asked?.kind !== 'move' || !game.isMyTurn) this.fail('I have not played');
    const { coordinate } = asked;
    const point = game.point({ x: coordinate % game.size, y: Math.floor(coordinate / game.size) });
    const own = game.judge(point);
    const theirs = own === undefined && point !== 'off-board' && game.isSuicide(point) ? 'suicide' : undefined;
    const words = { 'off-board': 'OUTOFBOUNDS', occupied: 'OCCUPIED', ko: 'KO', suicide: 'SUICIDE' } as const;
    const expected = own ?? theirs;
    if (expected === undefined) this.fail(`a legal stone was refused\n${game}`);
    if (line !== `CORE.ERROR~ILLEGAL~${words[expected]}`) this.fail(`it is ${expected}\n${game}`);
  }

  #outOfPlace(line: string): void {
    const request = this.#requests.takeAnswered((each) => each.line === line);
    if (request === undefined) this.fail('this was not said');
    switch (request.message?.kind) {
      case 'newgame':
        if (this.runningGame === undefined) this.fail('a wish was refused, and no game goes on');
        this.#parameters(request.message.size ?? 19, -1);
        return;
      case 'move':
      case 'pass':
      case 'surrender':
        if (this.runningGame !== undefined) this.fail('refused as if there were no game');
        return;
      case 'hello':
      case 'bye':
      case 'message':
      case 'getlobby':
        this.fail('a message in its place was called out of place');
    }
  }

  #gameover({ winner, black, white, reason }: ServerMessage & { kind: 'gameover' }, text: string): void {
    const game = this.requireGame();
    const score = { black, white };
    this.checkAreas(score);
    if ((reason === undefined) !== game.hasTwoPasses) this.fail('only two passes end a game without a reason');
    if (reason === undefined && (winner === 'draw' ? 'nobody' : winner) !== winnerOf(score))
      this.fail('a wrong winner');
    const surrendered = this.#requests.has(({ kind }) => kind === 'surrender');
    if (reason !== undefined && winner === 'draw' && !this.gameMayBeStopped) this.fail('nobody has stopped it');
    if (reason !== undefined && winner !== game.color && !surrendered && reason === 'SURRENDER') {
      this.fail('I have not surrendered');
    }
    if (winner !== game.color && reason === 'SURRENDER') this.#answer('surrender');
    const endReason = reason === undefined ? 'score' : reason === 'SURRENDER' ? 'resigned' : 'left';
    game.ending = { text, winner: winner === 'draw' ? 'nobody' : winner, reason: endReason, score };
  }

  #bye(): void {
    const asked = this.#stage === 'parting' && this.#answer('bye') !== undefined;
    if (!asked && !this.mayBeDisconnected) this.fail('nobody was leaving');
    this.#stage = 'gone';
  }

  #chatter(message: ServerMessage & { kind: 'message' | 'lobby' | 'entered' | 'left' }): void {
    if (!this.#chats) this.fail('I cannot chat');
    switch (message.kind) {
      case 'message':
        if (message.sender === undefined) this.fail('nobody said that');
        return;
      case 'lobby':
        this.#lobby(message.names);
        break;
      case 'entered':
        if (message.name === this.name || this.#present?.has(message.name)) this.fail('somebody entered twice');
        this.#present?.add(message.name);
        return;
      case 'left':
        if (this.#present?.delete(message.name) === false) this.fail('somebody left who was not there');
    }
  }

  #lobby(names: readonly string[]): void {
    if (this.#answer('getlobby') === undefined) this.fail('I have not asked who is there');
    const inOrder = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    if (inOrder.join('~') !== names.join('~')) this.fail('not in order');
    const folded = new Set(names.map((name) => name.toLowerCase()));
    if (folded.size !== names.length) this.fail('a name twice');
    if (!names.includes(this.name)) this.fail('I am here too');
    if (this.#present !== undefined && [...this.#present].sort().join('~') !== [...names].sort().join('~')) {
      this.fail(`not those who have entered and not left: ${[...this.#present].sort().join('~')}`);
    }
    this.#present = new Set(names);
  }

  #chatError(error: 'UNKNOWNRECIPIENT' | 'CHATNOTSUPPORTED'): void {
    // To everybody there is always a way, for whoever can chat.
    const isRefusable = (message: ClientMessage): boolean =>
      message.kind === 'message' ? !this.#chats || message.recipient !== undefined : message.kind === 'getlobby';
    const asked = this.#answered(isRefusable);
    if (asked === undefined || (asked.kind === 'getlobby' && this.#chats)) this.fail('I have not chatted');
    if (!this.#chats && error !== 'CHATNOTSUPPORTED') this.fail('I cannot chat');
  }

  #answer<Kind extends ClientMessage['kind']>(kind: Kind): ClientMessage | undefined {
    return this.#answered((message) => message.kind === kind);
  }

  #answered(fits: (message: ClientMessage) => boolean): ClientMessage | undefined {
    return this.#requests.takeAnswered(({ message }) => message !== undefined && fits(message))?.message;
  }
}
