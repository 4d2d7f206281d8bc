import type { ReadResult } from '../../../src/protocols/bytes.ts';
import {
  type MalformedAction,
  type ManagerAction,
  makePlayerAction,
  type PlayerAction,
  parseManagerAction,
  parseReply,
  type RESULTS,
} from '../../../src/protocols/gomokurs/messages.ts';
import type { Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GomokuRule } from '../../../src/rules/gomoku/gomoku-rules.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { Client } from './client.ts';
import { GomokuRecord } from './gomoku-record.ts';

interface GomokursOptions {
  readonly version: Version;
  readonly size: number;
  /** The rule of the listener, by default freestyle. */
  readonly rule?: GomokuRule;
  /** The name that the client sends when the server asks for it. */
  readonly name?: string;
  /** Whether it reconnects: the server may send the board of its game. */
  readonly returns?: boolean;
}

export class GomokursClient extends Client {
  readonly #options: GomokursOptions;
  #stage: 'new' | 'opening' | 'agreed' | 'over' = 'new';
  game: GomokuRecord | undefined;
  #isAskedToMove = false;
  /** The stone that the client has sent, until the server confirms it. */
  #played: BoardCoordinates | undefined;
  /** Whether it has sent a message that loses the game. */
  #hasMadeMistake = false;
  /** Whether it has received ERROR. Only the end may follow. */
  #hasReceivedError = false;
  #result: (typeof RESULTS)[number] | undefined;

  constructor(options: GomokursOptions) {
    super();
    this.#options = options;
  }

  get runningGame(): GomokuRecord | undefined {
    return this.game?.ending === undefined ? this.game : undefined;
  }

  override get isReadyToMove(): boolean {
    const isFree = this.#isAskedToMove && this.#played === undefined && !this.#hasMadeMistake;
    return isFree && this.runningGame !== undefined && !this.runningGame.isDecided;
  }

  override get isSeeking(): boolean {
    return this.#stage === 'opening' || (this.#stage === 'agreed' && this.game === undefined);
  }

  override seek(): void {
    this.#stage = 'opening';
    this.#sendAction({ kind: 'protocol-version', version: this.#options.version });
  }

  override play(at: BoardCoordinates): void {
    const legal = this.isReadyToMove && this.runningGame?.isLegal(at);
    if (legal) this.#played = at;
    else this.#hasMadeMistake = true;
    // A coordinate has one byte. Larger values are cut to eight bits.
    this.#sendAction({ kind: 'play', x: at.x & 0xff, y: at.y & 0xff });
  }

  override pass(): void {
    throw new Error('Gomoku has no pass');
  }

  override resign(): void {
    throw new Error('Gomokurs has no message for resigning');
  }

  override leave(): boolean {
    return false;
  }

  override sendNonsense(): void {
    this.#hasMadeMistake = true;
    this.send(Uint8Array.of(0xfe), 'fe');
  }

  /** Sends MESSAGE, which changes nothing. */
  chat(text: string): void {
    this.#sendAction({ kind: 'message', text });
  }

  #sendAction(action: PlayerAction): void {
    const bytes = makePlayerAction(action, this.#options.version);
    this.send(bytes, `${JSON.stringify(action)} ${Buffer.from(bytes).toString('hex')}`);
  }

  protected override mayClose(): boolean {
    return this.#stage === 'over';
  }

  protected override readMessage(bytes: Uint8Array): number | undefined {
    const read: ReadResult<ManagerAction | MalformedAction> =
      this.#stage === 'opening'
        ? parseReply(bytes, this.#options.version)
        : parseManagerAction(bytes, this.#options.version);
    if (read.kind === 'more') return undefined;
    this.logReceived(JSON.stringify(read.message));
    if (read.kind === 'broken' || read.message.kind === 'malformed') this.fail(`no action: ${bytes[0]}`);
    this.#receiveAction(read.message);
    return read.length;
  }

  #receiveAction(action: ManagerAction): void {
    if (this.#stage === 'new' || this.#stage === 'over') this.fail('an action before the opening or after the end');
    if (this.#stage === 'opening' && action.kind !== 'compatible') this.fail('COMPATIBLE comes first');
    if (this.#hasReceivedError && action.kind !== 'end' && action.kind !== 'result')
      this.fail('only the end comes after ERROR');
    if (this.#result !== undefined && action.kind !== 'end') this.fail('END comes after RESULT');
    switch (action.kind) {
      case 'compatible':
        if (this.#stage !== 'opening') this.fail('COMPATIBLE again');
        this.#stage = 'agreed';
        return;
      case 'about':
        if (this.#options.name === undefined || this.game !== undefined) this.fail('an unexpected ABOUT');
        this.#sendAction({ kind: 'player-description', text: `name="${this.#options.name}", version="1"` });
        break;
      case 'start':
        if (this.game !== undefined || action.size !== this.#options.size)
          this.fail('not one game of the size of the listener');
        this.game = new GomokuRecord(action.size, this.#options.rule ?? 'freestyle');
        this.#sendAction({ kind: 'ready' });
        break;
      case 'begin':
        this.#begin();
        break;
      case 'turn':
        this.#turn(action);
        break;
      case 'board':
        this.#board(action.stones);
        break;
      case 'error':
        // The client's time may have run out while it was disconnected.
        if (!this.#hasMadeMistake && !this.#isAskedToMove && !this.#options.returns)
          this.fail('the client has done nothing wrong');
        this.#hasReceivedError = true;
        return;
      case 'result':
        this.#result = action.result;
        return;
      case 'end':
        this.#end();
        break;
      case 'info':
      case 'unknown':
      case 'restart':
        this.fail('an action that the server must not send');
    }
  }

  #requireGame(): GomokuRecord {
    return this.runningGame ?? this.fail('no game is running');
  }

  #begin(): void {
    const game = this.#requireGame();
    if (game.stones.length > 0 || this.#isAskedToMove || game.color === 'white')
      this.fail('the game has begun already');
    game.color = 'black';
    this.#isAskedToMove = true;
  }

  #turn(at: BoardCoordinates): void {
    const game = this.#requireGame();
    if (this.#isAskedToMove && this.#played === undefined) this.fail('the client has not played yet');
    if (this.#played !== undefined) game.stones.push(this.#played);
    this.#played = undefined;
    game.color ??= game.stones.length === 0 ? 'white' : 'black';
    if (game.color === game.toMove) this.fail("it is the client's turn");
    if (!game.isLegal({ x: at.x, y: at.y })) this.fail(`an illegal stone\n${game}`);
    game.stones.push({ x: at.x, y: at.y });
    this.#isAskedToMove = true;
  }

  /** BOARD after a reconnect: all stones in the order of play. */
  #board(stones: readonly (BoardCoordinates & { readonly owner: 'own' | 'opponent' })[]): void {
    const game = this.#requireGame();
    if (!this.#options.returns || game.color !== undefined) this.fail('the client knows the board already');
    const [first] = stones;
    if (first === undefined) this.fail('an empty board is begun with BEGIN');
    game.color = first.owner === 'own' ? 'black' : 'white';
    for (const { owner, x, y } of stones) {
      const color: Color = owner === 'own' ? game.color : opposite(game.color);
      if (color !== game.toMove || !game.isLegal({ x, y })) this.fail(`an illegal stone\n${game}`);
      game.stones.push({ x, y });
    }
    if (game.toMove !== game.color) this.fail("it is not the client's turn");
    this.#isAskedToMove = true;
  }

  #end(): void {
    this.#stage = 'over';
    const game = this.runningGame;
    // A server that stops sends END too, but the game continues later.
    if (game === undefined || (this.mayBeDisconnected && this.#result === undefined)) return;
    if (this.#played !== undefined && !this.#hasReceivedError) game.presume(this.#played);
    if (this.#options.version === '0.2.0') this.#checkResult(game);
    const text = this.#result === undefined ? 'END' : `RESULT ${this.#result} / END`;
    const winner = this.#winner(game);
    game.ending = { text, ...(winner === undefined ? {} : { winner }) };
  }

  #winner(game: GomokuRecord): Color | 'draw' | undefined {
    if (game.isDecided && !game.isLastPresumed) return game.winner ?? 'draw';
    if (this.#result === 'draw') return 'draw';
    if (game.color === undefined || this.#result === undefined) return undefined;
    return this.#result === 'win' ? game.color : opposite(game.color);
  }

  #checkResult(game: GomokuRecord): void {
    if (this.#result === undefined) this.fail('RESULT comes before END');
    if (!game.isDecided || this.#hasReceivedError) return;
    const expected = game.winner === undefined ? 'draw' : game.winner === game.color ? 'win' : 'loss';
    // The client's last stone may make a draw that the server has not received, because an operator stopped the game first.
    const isStopped = this.gameMayBeStopped && game.isLastPresumed && this.#result === 'draw';
    const isEarlier = (game.isLastPresumed && this.#result === 'win') || isStopped;
    if (this.#result !== expected && !isEarlier) this.fail(`a ${expected}\n${game}`);
  }
}
