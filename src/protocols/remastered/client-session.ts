import { z } from 'zod';
import type { Stone } from '../../lobby/games/game-event.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardCoordinates, type BoardSize, coordinates, type Point, pointAt, square } from '../../rules/point.ts';
import type { ClientHalf, Intent } from '../client-session-types.ts';
import { LineClientSession, quoteLine } from '../line-client-session.ts';
import { configureClient } from '../read-settings.ts';
import { ClientBoard } from './client-board.ts';
import { boardLines } from './listener-settings.ts';
import { type ClientMessage, makeClientMessage, parseServerMessage, type ServerMessage } from './messages.ts';
import type { Size } from './setup-values.ts';

const schema = z.object({
  version: z
    .string()
    .regex(/^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}$/, { error: 'is three numbers like 0.1.0' })
    .default('0.1.0'),
  /** The expected board size. The server chooses the size, and the client refuses another one. Absent: any size. */
  size: boardLines.exactOptional(),
});

type Options = z.infer<typeof schema>;

const INTENTS = ['play', 'pass', 'resign', 'leave'] as const satisfies readonly Intent['kind'][];

/** A move that was sent and not answered. */
type SentMove = { readonly kind: 'play'; readonly point: Point } | { readonly kind: 'pass' };

/** A game whose connection was lost. */
interface InterruptedGame {
  readonly standing: ClientBoard;
  readonly asked: SentMove | undefined;
}

/** The client's side of one connection, which has one game. Rulings: docs/protocols/remastered.md. */
class RemasteredClientSession extends LineClientSession {
  readonly #options: Options;
  /** The next expected message of the server, or `turns` after the set-up. */
  #stage: 'ok' | 'mode' | 'color' | 'stones' | 'ready' | 'turns' = 'ok';
  #color: Color | 'both' = 'both';
  #board: BoardSize = square(19);
  #setup: readonly Stone[] = [];
  /** The board. Undefined before `stones`. */
  #position: ClientBoard | undefined;
  #hasReportedStart = false;
  /** The colour for which the server requests a move. */
  #requestedColor: Color | undefined;
  #sentMove: SentMove | undefined;
  /** The server has sent our stone to us, and its `ack` has not arrived yet. */
  #isAckDue = false;
  readonly #interrupted: InterruptedGame | undefined;

  constructor(options: Options, before: RemasteredClientSession | undefined) {
    super();
    this.#options = options;
    if (before === undefined) return;
    const standing = before.#position;
    this.#interrupted = standing === undefined ? before.#interrupted : { standing, asked: before.#sentMove };
  }

  protected override greet(): void {
    this.#sendMessage({ kind: 'go', version: this.#options.version });
  }

  protected override onLine(line: string): void {
    const message = parseServerMessage(line);
    if (message?.kind === 'close') this.#end();
    else if (message === undefined || !this.#handleMessage(message))
      this.abort(`the server says ${quoteLine(line)} ${this.#describeStage()}`);
  }

  /** Handles a message. Returns whether the server may send it now. */
  #handleMessage(message: ServerMessage): boolean {
    switch (this.#stage) {
      case 'ok':
        return this.#greeted(message);
      case 'mode':
        return this.#entered(message);
      case 'color':
        if (message.kind !== 'color') return false;
        this.#color = message.color;
        this.#stage = 'stones';
        return true;
      case 'stones':
        if (message.kind !== 'stones') return false;
        this.#setUp(message.size, message.stones);
        return true;
      case 'ready':
        if (message.kind !== 'ready') return false;
        this.#ready();
        return true;
      case 'turns':
        return this.#handleGameMessage(message);
    }
  }

  #describeStage(): string {
    return this.#stage === 'turns' ? 'at no time for it' : `in place of ${this.#stage}`;
  }

  // Handshake and Setup

  #greeted(message: ServerMessage): boolean {
    const { version } = this.#options;
    if (message.kind === 'no') this.#refusedAtEntry('enter', `no: version ${version} is not spoken there`);
    else if (message.kind !== 'ok' || message.version !== version) return false;
    else this.#stage = 'mode';
    return true;
  }

  #entered(message: ServerMessage): boolean {
    if (message.kind === 'full') this.#refusedAtEntry('seek', 'full: every place there is taken');
    else if (message.kind !== 'mode') return false;
    else {
      this.report({ kind: 'entered' });
      this.#stage = message.mode === 'local' ? 'stones' : 'color';
    }
    return true;
  }

  #refusedAtEntry(what: Intent['kind'], reason: string): void {
    this.refuse(what, reason);
    this.close();
  }

  #setUp(size: Size, stones: readonly Stone[]): void {
    const { size: expected = size } = this.#options;
    if (size !== expected) {
      this.abort(`the board has ${size} lines, not ${expected}`);
      return;
    }
    this.#board = square(size);
    this.#setup = stones;
    this.#position = new ClientBoard(stones);
    if (this.#color === 'both') this.#position.toMove = this.#nextColorWhenLocal(this.#position);
    this.#acknowledge();
    this.#stage = 'ready';
  }

  /** On an empty board, black may still wait for an opponent. A message about a move shows that the opponent has connected. */
  #ready(): void {
    this.#stage = 'turns';
    if (this.#color === 'black' && this.#setup.length === 0) this.report({ kind: 'waiting' });
    else this.#begin();
  }

  /** The side to move after the return of a client that plays both colours. `stones` and `yourturn` do not contain it. */
  #nextColorWhenLocal(shown: ClientBoard): Color {
    const { standing: known, asked } = this.#interrupted ?? {};
    const toMove = known?.toMove;
    if (known === undefined || toMove === undefined) return shown.guessToMove();
    if (asked?.kind === 'play' && shown.at(asked.point) === toMove) return opposite(toMove);
    return shown.hasSameStones(known) ? toMove : shown.guessToMove();
  }

  // Main

  #handleGameMessage(message: ServerMessage): boolean {
    const standing = this.#position;
    if (standing === undefined) throw new Error('a game message before stones');
    switch (message.kind) {
      case 'yourturn':
        this.#begin();
        this.#yourTurn(standing);
        this.#acknowledge();
        return true;
      case 'place':
        return this.#placed(standing, message.color, pointAt(this.#board, message.x, message.y));
      case 'remove':
        return this.#removed(standing, message.stones);
      case 'ack':
        return this.#acknowledged(standing);
      default:
        return false;
    }
  }

  #begin(): void {
    if (this.#hasReportedStart) return;
    this.#hasReportedStart = true;
    this.report({
      kind: 'game-started',
      game: 'go',
      color: this.#color,
      size: this.#board.width,
      setup: this.#setup,
      continues: false,
      ruleset: { ko: 'positional', suicide: 'allowed' },
      komi: 0,
    });
  }

  #yourTurn(standing: ClientBoard): void {
    const asked = this.#sentMove;
    this.#sentMove = undefined;
    this.#isAckDue = false;
    // An illegal stone has no message of its own (ruling).
    if (asked !== undefined) this.refuse(asked.kind, 'yourturn: the server asks once more');
    else if (this.#color !== 'both') {
      if (this.#requestedColor !== undefined) return;
      if (standing.toMove === opposite(this.#color)) this.#passed(standing, standing.toMove);
    } else if (this.#requestedColor !== undefined) {
      // There is no other player: the server has passed for us.
      this.#passed(standing, this.#requestedColor);
    }
    this.#requestMove(this.#color === 'both' ? (standing.toMove ?? standing.guessToMove()) : this.#color);
  }

  #requestMove(color: Color): void {
    if (this.#position !== undefined) this.#position.toMove = color;
    this.#requestedColor = color;
    this.report({ kind: 'your-turn', color });
  }

  #placed(standing: ClientBoard, color: Color, point: Point | undefined): boolean {
    if (point === undefined || standing.at(point) !== undefined) return false;
    const isMine = this.#color === 'both' || color === this.#color;
    if (isMine && (this.#sentMove?.kind !== 'play' || this.#sentMove.point !== point)) return false;
    // Two stones of the opponent in a row, without a request for our move between them.
    if (!isMine && standing.hasMoved && standing.toMove === this.#color && this.#requestedColor === undefined)
      return false;
    this.#begin();
    if (!isMine && this.#sentMove?.kind === 'play') this.refuse('play', 'the server has passed for us');
    if (standing.toMove === opposite(color)) this.#passed(standing, standing.toMove);
    this.#sentMove = undefined;
    this.#requestedColor = undefined;
    this.#isAckDue = isMine;
    standing.place(color, point);
    this.report({ kind: 'played', color, point });
    this.#acknowledge();
    return true;
  }

  #passed(standing: ClientBoard, color: Color): void {
    standing.setMoved(color);
    this.report({ kind: 'passed', color });
  }

  #removed(standing: ClientBoard, stones: readonly BoardCoordinates[]): boolean {
    const stood = stones.every(({ x, y }) => {
      const point = pointAt(this.#board, x, y);
      return point !== undefined && standing.remove(point);
    });
    if (stood) this.#acknowledge();
    return stood;
  }

  /** Handles `ack`: the server has accepted our stone, after sending `place`, or our pass, without sending it (ruling). */
  #acknowledged(standing: ClientBoard): boolean {
    if (this.#sentMove?.kind === 'pass' && this.#requestedColor !== undefined) {
      this.#sentMove = undefined;
      this.#passed(standing, this.#requestedColor);
      this.#requestedColor = undefined;
      return true;
    }
    const isDue = this.#isAckDue;
    this.#isAckDue = false;
    return isDue;
  }

  // Intents

  protected override onIntent(intent: Intent): void {
    switch (intent.kind) {
      case 'play':
        this.#play(intent.point);
        break;
      case 'pass':
        if (this.#mayMove('pass')) this.#sendMove({ kind: 'pass' }, { kind: 'pass' });
        break;
      case 'resign':
        if (this.#hasReportedStart) this.#sendMessage({ kind: 'resign' });
        else this.refuse('resign', 'no game has begun');
        break;
      case 'leave':
        this.#sendMessage({ kind: 'close' });
        this.close();
        break;
      case 'seek':
        this.refuse('seek', 'connecting is the only way to ask for a game');
        break;
      case 'enter':
      case 'cancel':
      case 'chat':
      case 'lobby':
        this.refuseUnsupported(intent.kind);
    }
  }

  #play(point: Point): void {
    const color = this.#requestedColor;
    if (!this.#mayMove('play') || color === undefined) return;
    const { x, y } = coordinates(this.#board, point);
    if (pointAt(this.#board, x, y) === undefined) {
      this.refuse('play', 'that is off the board');
      this.#requestMove(color);
    } else this.#sendMove({ kind: 'play', point }, { kind: 'place', x, y });
  }

  #mayMove(what: 'play' | 'pass'): boolean {
    const may = this.#requestedColor !== undefined && this.#sentMove === undefined;
    if (!may) this.refuse(what, this.#hasReportedStart ? 'it is not our turn' : 'no game has begun');
    return may;
  }

  #sendMove(asked: SentMove, message: ClientMessage): void {
    this.#sentMove = asked;
    this.#sendMessage(message);
  }

  #acknowledge(): void {
    this.#sendMessage({ kind: 'ack' });
  }

  #sendMessage(message: ClientMessage): void {
    this.sendLine(makeClientMessage(message));
  }

  // Ending connection

  /** Handles `close`. It does not have the result, nor whether the game has ended or the server has only stopped. */
  #end(): void {
    this.report(this.#hasReportedStart ? { kind: 'game-ended', text: 'close' } : { kind: 'remark', text: 'close' });
    this.close();
  }

  protected override abort(problem: string): void {
    this.#sendMessage({ kind: 'close' });
    super.abort(problem);
  }
}

/** The client's half of go-remastered: docs/protocols/remastered.md. */
export const remasteredClient: ClientHalf = {
  name: 'remastered',
  game: 'go',
  intents: INTENTS,
  rematch: 'new connection',
  configure: configureClient('remastered', schema, RemasteredClientSession),
};
