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
  /** Whether it sends `ack`: some clients of this protocol never do. */
  readonly acknowledges?: boolean;
  /** The client of the same player whose connection was lost during a game. */
  readonly before?: RemasteredClient;
}

interface EarlierGame {
  readonly game: GoRecord;
  readonly pending: BoardCoordinates | 'pass' | undefined;
}

/** A message of the set-up. The server must send these in order. */
type ExpectedMessage = 'ok' | 'mode' | 'color' | 'stones' | 'ready';

export class RemasteredClient extends GoClient {
  readonly #options: Omit<RemasteredOptions, 'before'>;
  readonly #isReturning: boolean;
  readonly #earlier: EarlierGame | undefined;
  /** The earlier client received no board: it may have had a seat in a game that the server had not shown. */
  readonly #mayHaveUnknownGame: boolean;
  #expected: ExpectedMessage[] = [];
  #color: Color | 'both' = 'both';
  #stage: 'new' | 'setting up' | 'ready' | 'gone' = 'new';
  /** The unanswered move: `place` until the server sends the stone, then `ack` until the server sends `ack`. */
  #pending: { readonly kind: 'place'; readonly at: BoardCoordinates } | { readonly kind: 'ack' | 'pass' } | undefined;
  /** Set if stones were sent out of turn: one more `yourturn` may still answer them. */
  #outOfTurn: { readonly sinceAsked: boolean } | undefined;
  /** Whether it has sent a message that ends its game. */
  #isQuitting = false;
  /** Stones captured on the client's board, which the server must remove next. */
  #captured: readonly Point[] = [];
  /** Whether no move has arrived since a reconnect. The server does not report a pass that was made meanwhile. */
  #isFirstTurnBack = false;
  #passInDoubt = false;
  #isMyTurn = false;

  constructor({ before, ...options }: RemasteredOptions) {
    super();
    this.#options = options;
    this.#isReturning = before !== undefined;
    this.#mayHaveUnknownGame = before?.game === undefined;
    this.#earlier = RemasteredClient.#earlierGameOf(before);
  }

  override get isReadyToMove(): boolean {
    return this.#isMyTurn && this.#stage === 'ready' && this.#pending === undefined && !this.#isQuitting;
  }

  override get isSeeking(): boolean {
    return this.#stage === 'setting up' || (this.#stage === 'ready' && this.runningGame?.moves.length === 0);
  }

  override seek(): void {
    this.#stage = 'setting up';
    const local = this.#options.mode === 'local';
    this.#expected = ['ok', 'mode', ...(local ? [] : (['color'] as const)), 'stones', 'ready'];
    this.#sendMessage({ kind: 'go', version: '0.1.0' });
  }

  override play(at: BoardCoordinates): void {
    if (this.isReadyToMove) this.#pending = { kind: 'place', at };
    else this.#outOfTurn = { sinceAsked: this.#pending !== undefined };
    this.#sendMessage({ kind: 'place', ...at });
  }

  override pass(): void {
    if (this.isReadyToMove) this.#pending = { kind: 'pass' };
    this.#sendMessage({ kind: 'pass' });
  }

  override resign(): void {
    this.#isQuitting = true;
    this.#sendMessage({ kind: 'resign' });
  }

  override leave(): boolean {
    this.#isQuitting = true;
    this.#sendMessage({ kind: 'close' });
    return true;
  }

  override sendNonsense(): void {
    this.#isQuitting = true;
    this.sendLine('place 1e1 ten');
  }

  /** The client's running game and its unanswered move. */
  static #earlierGameOf(client: RemasteredClient | undefined): EarlierGame | undefined {
    if (client === undefined) return undefined;
    if (client.game === undefined) return client.#earlier;
    if (client.game.ending !== undefined) return undefined;
    const passed = client.#pending?.kind === 'pass' || client.#passInDoubt;
    const asked = client.#pending?.kind === 'place' ? client.#pending.at : passed ? 'pass' : undefined;
    return { game: client.game, pending: asked };
  }

  #sendMessage(message: ClientMessage): void {
    this.sendLine(makeClientMessage(message));
  }

  #acknowledge(): void {
    if (this.#options.acknowledges ?? true) this.#sendMessage({ kind: 'ack' });
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone' || this.#isQuitting;
  }

  protected override receiveLine(line: string): void {
    const message = parseServerMessage(line);
    if (message === undefined) this.fail('not a message of the protocol');
    if (this.#stage === 'new' || this.#stage === 'gone') this.fail('a message before the opening or after the end');
    if (message.kind === 'close') {
      this.#close();
      return;
    }
    if (this.#captured.length > 0 && message.kind !== 'remove' && message.kind !== 'ack') {
      this.fail('captured stones stay on the board');
    }
    const [due] = this.#expected;
    if (message.kind === 'full' && due === 'mode' && this.mayBePostponed) {
      this.#stage = 'gone';
      return;
    }
    if (due !== undefined) {
      if (message.kind !== due) this.fail(`${due} comes next`);
      this.#expected.shift();
    }
    switch (message.kind) {
      case 'ok':
        if (message.version !== '0.1.0') this.fail('another version');
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
        this.fail('an unexpected refusal');
    }
  }

  #mode(line: string): void {
    const { mode = 'normal', upperCase = false } = this.#options;
    if (line !== `mode ${upperCase ? mode.toUpperCase() : mode}`) this.fail(`expected ${mode}`);
  }

  #board(size: Size, stones: readonly Stone[]): void {
    if (size !== this.#options.size) this.fail(`not a board of ${this.#options.size} lines`);
    this.#isFirstTurnBack = this.#isReturning;
    if (stones.length > 0 && !this.#isFirstTurnBack) this.fail('stones on the board in the first connection');
    const empty = new GoRecord(this.#color, size, undefined, SUICIDE_ALLOWED);
    const { game, pending: asked } = (stones.length > 0 && this.#earlier) || { game: empty, pending: undefined };
    const same = game.color === this.#color ? resumedRecord(game, asked, stones) : undefined;
    const another = this.#mayHaveUnknownGame ? resumedRecord(empty, undefined, stones) : undefined;
    this.game = same ?? another ?? this.fail(`moves are lost; the client was ${game.color} and knew\n${game}`);
    this.#passInDoubt = asked === 'pass';
    this.#acknowledge();
  }

  #yourTurn(): void {
    const game = this.#ready();
    const away = this.#takeFirstTurnBack();
    if (this.#pending?.kind === 'place') this.#refused(game, this.#pending.at);
    else if (this.#pending?.kind === 'ack') this.fail('ack comes next');
    else if (this.#pending?.kind === 'pass') {
      if (this.#outOfTurn === undefined) this.fail('yourturn after a pass of the client');
    } else if (!game.isMyTurn) game.pass();
    if (game.hasTwoPasses && !away) this.fail('yourturn after two passes');
    this.#isMyTurn = true;
    this.#acknowledge();
  }

  /** `yourturn` answers an illegal stone: the protocol has no message for it. */
  #refused(game: GoRecord, at: BoardCoordinates): void {
    const point = game.point(at);
    const isIllegal = point === 'off-board' || game.judge(point) !== undefined;
    // A legal stone: this `yourturn` may answer a stone that was sent out of turn, and the legal stone has no answer yet.
    if (!isIllegal && this.#outOfTurn !== undefined) this.#outOfTurn = undefined;
    else if (isIllegal || game.isSuicide(point)) this.#pending = undefined;
    else this.fail(`a legal stone was refused\n${game}`);
  }

  #placed({ color, ...at }: ServerMessage & { kind: 'place' }): void {
    const game = this.#ready();
    const away = this.#takeFirstTurnBack();
    this.#isMyTurn = false;
    const mine = this.#color === 'both' || color === this.#color;
    if (mine) {
      const asked = this.#pending?.kind === 'place' ? this.#pending.at : undefined;
      if (asked?.x !== at.x || asked.y !== at.y) this.fail('the client has not played there');
      this.#pending = { kind: 'ack' };
      this.#outOfTurn = this.#outOfTurn?.sinceAsked ? { sinceAsked: false } : undefined;
    } else if (game.isMyTurn) this.#deducePass(game, away);
    if (this.#color === 'both' && color !== game.toMove && this.#passInDoubt) game.pass();
    this.#passInDoubt = false;
    this.#captured = this.receiveStone(color, game.point(at));
    this.#acknowledge();
  }

  /** The server reports no pass of the client: it was made while the client was disconnected, or by the server because no stone was legal. */
  #deducePass(game: GoRecord, away: boolean): void {
    const legal = game.board.points.find((point) => game.judge(point) === undefined && !game.isSuicide(point));
    if (legal !== undefined && !away) this.fail(`it is the client's turn\n${game}`);
    game.pass();
  }

  /** Returns whether this is the first move or `yourturn` after a reconnect. It also shows whether an unanswered pass was accepted. */
  #takeFirstTurnBack(): boolean {
    const away = this.#isFirstTurnBack;
    this.#isFirstTurnBack = false;
    // In a local game, only the colour of the next stone shows it.
    if (this.#color !== 'both') this.#passInDoubt = false;
    return away;
  }

  #removed(stones: readonly BoardCoordinates[]): void {
    const game = this.#ready();
    if (this.#pending?.kind === 'ack') this.fail('ack comes before remove');
    const expected = this.#captured.map((point) => game.coordinatesOf(point)).map(({ x, y }) => `${x} ${y}`);
    const told = stones.map(({ x, y }) => `${x} ${y}`);
    if (expected.toSorted().join() !== told.toSorted().join())
      this.fail(`captured are ${expected.join(', ')}\n${game}`);
    this.#captured = [];
    this.#acknowledge();
  }

  #acknowledged(): void {
    this.#isMyTurn = false;
    if (this.#pending?.kind === 'pass') this.receivePass(this.#ready().toMove);
    else if (this.#pending?.kind !== 'ack') this.fail('ack without a move');
    this.#pending = undefined;
  }

  #ready(): GoRecord {
    if (this.#stage !== 'ready') this.fail('a move before ready');
    return this.requireGame();
  }

  /** The end of the game. The protocol does not report the reason. */
  #close(): void {
    const game = this.runningGame;
    this.#stage = 'gone';
    // A server that stops sends close too, but the game continues later.
    if (game === undefined || this.mayBeDisconnected) return;
    game.ending = { text: 'close' };
  }
}
