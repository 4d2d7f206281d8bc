import type { Stone } from '../../../src/lobby/games/game-event.ts';
import {
  type ClientMessage,
  makeClientMessage,
  parseServerMessage,
  type ServerMessage,
} from '../../../src/protocols/remastered/messages.ts';
import type { Size } from '../../../src/protocols/remastered/setup-values.ts';
import type { Color } from '../../../src/rules/color.ts';
import type { BoardCoordinates, Point } from '../../../src/rules/point.ts';
import { GoClient, SUICIDE_ALLOWED } from './go-client.ts';
import { GoRecord } from './go-record.ts';
import { resumedRecord } from './resumed-record.ts';

interface RemasteredOptions {
  readonly size: Size;
  readonly mode?: 'normal' | 'local';
  readonly upperCase?: boolean;
  /** Some clients of this protocol never say `ack`. */
  readonly acknowledges?: boolean;
  /** A client of the same person, whose connection was lost in the middle of a game. */
  readonly before?: RemasteredClient;
}

interface Memory {
  readonly game: GoRecord;
  readonly asked: BoardCoordinates | 'pass' | undefined;
}

/** What must come next, in this order, before anything else of the kind does. */
type Due = 'ok' | 'mode' | 'color' | 'stones' | 'ready';

export class RemasteredClient extends GoClient {
  readonly #options: Omit<RemasteredOptions, 'before'>;
  readonly #hasBeenHere: boolean;
  readonly #memory: Memory | undefined;
  /** The client before did not come as far as a board: it may have been seated at a game that nobody has told of. */
  readonly #mayBeAnother: boolean;
  #setUp: Due[] = [];
  #color: Color | 'both' = 'both';
  #stage: 'new' | 'setting up' | 'ready' | 'gone' = 'new';
  /** A turn of mine that was not answered; `place` until it is broadcast, then `ack` until that comes. */
  #asked: { readonly kind: 'place'; readonly at: BoardCoordinates } | { readonly kind: 'ack' | 'pass' } | undefined;
  /** Stones that were wrong wherever they arrived: one more `yourturn` may still answer them. */
  #strays: { readonly sinceAsked: boolean } | undefined;
  /** It has said what ends its game. */
  #isQuitting = false;
  /** Stones that have come off my board, and must come off by the server's word. */
  #captured: readonly Point[] = [];
  /** It was away, and a pass since then would not have been told. */
  #away = false;
  #passInDoubt = false;
  #onTurn = false;

  constructor({ before, ...options }: RemasteredOptions) {
    super();
    this.#options = options;
    this.#hasBeenHere = before !== undefined;
    this.#mayBeAnother = before?.game === undefined;
    this.#memory = RemasteredClient.#memoryOf(before);
  }

  override get isReadyToMove(): boolean {
    return this.#onTurn && this.#stage === 'ready' && this.#asked === undefined && !this.#isQuitting;
  }

  override get isSeeking(): boolean {
    return this.#stage === 'setting up' || (this.#stage === 'ready' && this.runningGame?.moves.length === 0);
  }

  override seek(): void {
    this.#stage = 'setting up';
    const local = this.#options.mode === 'local';
    this.#setUp = ['ok', 'mode', ...(local ? [] : (['color'] as const)), 'stones', 'ready'];
    this.#say({ kind: 'go', version: '0.1.0' });
  }

  override play(at: BoardCoordinates): void {
    if (this.isReadyToMove) this.#asked = { kind: 'place', at };
    else this.#strays = { sinceAsked: this.#asked !== undefined };
    this.#say({ kind: 'place', ...at });
  }

  override pass(): void {
    if (this.isReadyToMove) this.#asked = { kind: 'pass' };
    this.#say({ kind: 'pass' });
  }

  override resign(): void {
    this.#isQuitting = true;
    this.#say({ kind: 'resign' });
  }

  override leave(): boolean {
    this.#isQuitting = true;
    this.#say({ kind: 'close' });
    return true;
  }

  override sendNonsense(): void {
    this.#isQuitting = true;
    this.sendLine('place 1e1 ten');
  }

  /** What is known of a game that was not over when the connection was lost, and the turn that was not answered. */
  static #memoryOf(client: RemasteredClient | undefined): Memory | undefined {
    if (client === undefined) return undefined;
    if (client.game === undefined) return client.#memory;
    if (client.game.ending !== undefined) return undefined;
    const passed = client.#asked?.kind === 'pass' || client.#passInDoubt;
    const asked = client.#asked?.kind === 'place' ? client.#asked.at : passed ? 'pass' : undefined;
    return { game: client.game, asked };
  }

  #say(message: ClientMessage): void {
    this.sendLine(makeClientMessage(message));
  }

  #acknowledge(): void {
    if (this.#options.acknowledges ?? true) this.#say({ kind: 'ack' });
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone' || this.#isQuitting;
  }

  protected override receiveLine(line: string): void {
    const message = parseServerMessage(line);
    if (message === undefined) this.fail('no message');
    if (this.#stage === 'new' || this.#stage === 'gone') this.fail('a message at no time for it');
    if (message.kind === 'close') {
      this.#close();
      return;
    }
    if (this.#captured.length > 0 && message.kind !== 'remove' && message.kind !== 'ack') {
      this.fail('captured stones stay on the board');
    }
    const [due] = this.#setUp;
    if (message.kind === 'full' && due === 'mode' && this.mayBePostponed) {
      this.#stage = 'gone';
      return;
    }
    if (due !== undefined) {
      if (message.kind !== due) this.fail(`${due} comes next`);
      this.#setUp.shift();
    }
    switch (message.kind) {
      case 'ok':
        if (message.version !== '0.1.0') this.fail('not my version');
        return;
      case 'mode':
        this.#mode(line);
        break;
      case 'color':
        this.#color = message.color;
        return;
      case 'stones':
        this.#board(message.size, message.stones);
        break;
      case 'ready':
        this.#stage = 'ready';
        return;
      case 'yourturn':
        this.#yourTurn();
        break;
      case 'place':
        this.#placed(message);
        break;
      case 'remove':
        this.#removed(message.stones);
        break;
      case 'ack':
        this.#acknowledged();
        break;
      case 'no':
      case 'full':
        this.fail('I am welcome here');
    }
  }

  #mode(line: string): void {
    const { mode = 'normal', upperCase = false } = this.#options;
    if (line !== `mode ${upperCase ? mode.toUpperCase() : mode}`) this.fail(`I expected ${mode}`);
  }

  #board(size: Size, stones: readonly Stone[]): void {
    if (size !== this.#options.size) this.fail(`a board of ${this.#options.size}`);
    this.#away = this.#hasBeenHere;
    if (stones.length > 0 && !this.#away) this.fail('stones, and I have not been here before');
    const empty = new GoRecord(this.#color, size, undefined, SUICIDE_ALLOWED);
    const { game, asked } = (stones.length > 0 && this.#memory) || { game: empty, asked: undefined };
    const same = game.color === this.#color ? resumedRecord(game, asked, stones) : undefined;
    const another = this.#mayBeAnother ? resumedRecord(empty, undefined, stones) : undefined;
    this.game = same ?? another ?? this.fail(`what was told is lost; I was ${game.color} and knew\n${game}`);
    this.#passInDoubt = asked === 'pass';
    this.#acknowledge();
  }

  #yourTurn(): void {
    const game = this.#ready();
    const away = this.#isBack();
    if (this.#asked?.kind === 'place') this.#refused(game, this.#asked.at);
    else if (this.#asked?.kind === 'ack') this.fail('ack comes next');
    else if (this.#asked?.kind === 'pass') {
      if (this.#strays === undefined) this.fail('I have passed');
    } else if (!game.isMyTurn) game.pass();
    if (game.hasTwoPasses && !away) this.fail('a turn after two passes');
    this.#onTurn = true;
    this.#acknowledge();
  }

  /** An illegal stone has no message of its own. */
  #refused(game: GoRecord, at: BoardCoordinates): void {
    const point = game.point(at);
    const isIllegal = point === 'off-board' || game.judge(point) !== undefined;
    // Otherwise it may be the answer to a stray stone, and the stone in question is still to be judged.
    if (!isIllegal && this.#strays !== undefined) this.#strays = undefined;
    else if (isIllegal || game.isSuicide(point)) this.#asked = undefined;
    else this.fail(`a legal stone was refused\n${game}`);
  }

  #placed({ color, ...at }: ServerMessage & { kind: 'place' }): void {
    const game = this.#ready();
    const away = this.#isBack();
    this.#onTurn = false;
    const mine = this.#color === 'both' || color === this.#color;
    if (mine) {
      const asked = this.#asked?.kind === 'place' ? this.#asked.at : undefined;
      if (asked?.x !== at.x || asked.y !== at.y) this.fail('I have not played there');
      this.#asked = { kind: 'ack' };
      this.#strays = this.#strays?.sinceAsked ? { sinceAsked: false } : undefined;
    } else if (game.isMyTurn) this.#hasPassed(game, away);
    if (this.#color === 'both' && color !== game.toMove && this.#passInDoubt) game.pass();
    this.#passInDoubt = false;
    this.#captured = this.receiveStone(color, game.point(at));
    this.#acknowledge();
  }

  /** A pass is not told, and so it must have been mine while I was away, or made for me because I had no stone to play. */
  #hasPassed(game: GoRecord, away: boolean): void {
    const legal = game.board.points.find((point) => game.judge(point) === undefined && !game.isSuicide(point));
    if (legal !== undefined && !away) this.fail(`it is my turn\n${game}`);
    game.pass();
  }

  /** The first turn after coming back settles what was in doubt. */
  #isBack(): boolean {
    const away = this.#away;
    this.#away = false;
    // Alone with the board, only the colour of the next stone tells.
    if (this.#color !== 'both') this.#passInDoubt = false;
    return away;
  }

  #removed(stones: readonly BoardCoordinates[]): void {
    const game = this.#ready();
    if (this.#asked?.kind === 'ack') this.fail('ack comes before remove');
    const expected = this.#captured.map((point) => game.coordinatesOf(point)).map(({ x, y }) => `${x} ${y}`);
    const told = stones.map(({ x, y }) => `${x} ${y}`);
    if (expected.toSorted().join() !== told.toSorted().join())
      this.fail(`captured are ${expected.join(', ')}\n${game}`);
    this.#captured = [];
    this.#acknowledge();
  }

  #acknowledged(): void {
    this.#onTurn = false;
    if (this.#asked?.kind === 'pass') this.receivePass(this.#ready().toMove);
    else if (this.#asked?.kind !== 'ack') this.fail('nothing is to be acknowledged');
    this.#asked = undefined;
  }

  #ready(): GoRecord {
    if (this.#stage !== 'ready') this.fail('I am not ready');
    return this.requireGame();
  }

  /** The end of the game, or this client's own doing; how it ended is never said. */
  #close(): void {
    const game = this.runningGame;
    this.#stage = 'gone';
    // A server that stops says the same, and keeps the game.
    if (game === undefined || this.mayBeDisconnected) return;
    game.ending = { text: 'close' };
  }
}
