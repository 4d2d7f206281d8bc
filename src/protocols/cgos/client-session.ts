import { ok, problem } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import type { ClientHalf, GameEndedEvent, Intent } from '../client-session-types.ts';
import { LineClientSession } from '../line-client-session.ts';
import { readSettings } from '../read-settings.ts';
import { type ClientSessionSettings, clientSessionSettings, problemOfPassword } from './client-session-settings.ts';
import { gameMessages, openingMessages, parseServerMessage, type ServerMessage } from './messages.ts';

type Received<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };

/**
 * Milliseconds after which the password counts as accepted, because a right one has no answer. A slow server may need a second
 * to refuse a wrong one.
 */
const CONSENT_PAUSE = 2_000;

interface Game {
  readonly color: Color;
  readonly board: BoardSize;
  toMove: Color;
  /** Whether the server waits for our move. */
  isMoveRequested: boolean;
  /** Whether to resign at the next request for a move. */
  resignsNext: boolean;
}

/** The client's side of one connection: docs/protocols/cgos.md. */
class CgosClientSession extends LineClientSession {
  readonly #settings: ClientSessionSettings;
  /** Whether an earlier connection was lost. */
  readonly #isReconnection: boolean;
  /** `strange`: not signed in. `over`: the game has ended, and the server waits for `ready`. */
  #stage: 'strange' | 'signing in' | 'waiting' | 'over' = 'strange';
  #enteredAt: number | undefined;
  #game: Game | undefined;

  constructor(settings: ClientSessionSettings, isBack: boolean) {
    super();
    this.#settings = settings;
    this.#isReconnection = isBack;
  }

  /** The server sends the first message. */
  protected override greet(): void {}

  protected override get due(): number | undefined {
    return this.#enteredAt;
  }

  /** The sign-in counts as accepted: the client waits for a game. */
  protected override onDeadline(): void {
    this.#entered();
    this.report({ kind: 'waiting' });
  }

  protected override onLine(line: string): void {
    const read = parseServerMessage(line);
    if (read.ok) this.#handleMessage(read.value, line);
    else if (/^(?:setup|genmove|play|gameover)(?: |$)/.test(line)) this.abort(`${read.problem}: ${line}`);
    else if (line !== '') this.report({ kind: 'remark', text: line });
  }

  #handleMessage(message: ServerMessage, line: string): void {
    switch (message.kind) {
      case 'protocol':
        this.sendLine(openingMessages.make({ kind: 'engine', text: 'tengen' }));
        return;
      // Some servers send `username` again to check that the client is still there.
      case 'username':
        this.sendLine(this.#settings.name);
        return;
      case 'password':
        this.#stage = 'signing in';
        this.sendLine(this.#settings.password);
        this.#enteredAt = this.now + CONSENT_PAUSE;
        return;
      case 'error':
        this.#refused(line);
        return;
      case 'info':
        this.report({ kind: 'remark', text: line });
        return;
      case 'setup':
        this.#entered();
        this.#begin(message, line);
        return;
      case 'genmove':
        this.#onGenmove(message, line);
        return;
      case 'play':
        this.#played(message, line);
        return;
      case 'gameover':
        this.#ended(message, line);
    }
  }

  #entered(): void {
    this.#enteredAt = undefined;
    if (this.#stage !== 'signing in') return;
    this.#stage = 'waiting';
    this.report({ kind: 'entered', name: this.#settings.name });
  }

  /**
   * The server closes the connection. After a reconnection the lost connection may still have the name, so another attempt may
   * succeed.
   */
  #refused(line: string): void {
    if (this.#isReconnection && this.#stage === 'signing in') this.refuse('enter', line);
    else this.report({ kind: 'remark', text: line });
    this.close();
  }

  /** Handles `setup`, which replaces the known game. */
  #begin({ size, komi, time, white, black, moves }: Received<'setup'>, line: string): void {
    const { name } = this.#settings;
    if (white.name !== name && black.name !== name) {
      this.abort(`a game of other players: ${line}`);
      return;
    }
    // Some servers send no `gameover`.
    if (this.#game !== undefined) this.report({ kind: 'game-ended', text: line });
    const color = white.name === name ? 'white' : 'black';
    const board = square(size);
    this.#game = { color, board, toMove: 'black', isMoveRequested: false, resignsNext: false };
    const opponent = color === 'white' ? black.name : white.name;
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    const start = { setup: [], continues: false, clock: { match: time } };
    this.report({ kind: 'game-started', game: 'go', color, opponent, size, ruleset, komi, ...start });
    for (let index = 0; index < moves.length; index += 2) this.#move(this.#game, moves[index] ?? '', line);
  }

  /** Applies a move of either side, from the server's text. */
  #move(game: Game, word: string, line: string): void {
    const { toMove: color } = game;
    const point = /^pa/i.test(word) ? 'pass' : parseVertex(game.board, word);
    game.toMove = opposite(color);
    if (point === undefined) this.abort(`no move: ${line}`);
    else this.report(point === 'pass' ? { kind: 'passed', color } : { kind: 'played', color, point });
  }

  #onGenmove({ color, time }: Received<'genmove'>, line: string): void {
    const game = this.#game;
    if (game === undefined || color !== game.color || color !== game.toMove) {
      this.abort(`it is not the turn of ${color}: ${line}`);
      return;
    }
    if (game.resignsNext) {
      this.sendLine('resign');
      return;
    }
    this.report({ kind: 'time', left: time });
    if (!game.isMoveRequested) this.report({ kind: 'your-turn', color });
    game.isMoveRequested = true;
  }

  #played({ color, move }: Received<'play'>, line: string): void {
    const game = this.#game;
    if (game === undefined || color === game.color || color !== game.toMove) {
      this.abort(`no move of an opponent: ${line}`);
      // After `resign`, only the end follows.
    } else if (!/^resign$/i.test(move)) this.#move(game, move, line);
  }

  #ended({ result, text }: Received<'gameover'>, line: string): void {
    if (this.#game === undefined) {
      this.abort(`there is no game: ${line}`);
      return;
    }
    this.#game = undefined;
    this.#stage = 'over';
    this.report({ kind: 'game-ended', ...outcome(result, text), text: line });
  }

  protected override onIntent(intent: Intent): void {
    switch (intent.kind) {
      case 'seek':
        this.#seek();
        return;
      case 'play':
        this.#sendMove('play', intent.point);
        return;
      case 'pass':
        this.#sendMove('pass', 'pass');
        return;
      case 'resign':
        this.#resign();
        return;
      case 'leave':
        if (this.#stage !== 'strange') this.sendLine(gameMessages.make({ kind: 'quit' }));
        this.close();
        return;
      case 'enter':
      case 'cancel':
      case 'chat':
      case 'lobby':
        this.refuseUnsupported(intent.kind);
    }
  }

  /** After the sign-in the client waits already. After a game it sends `ready`. */
  #seek(): void {
    if (this.#game !== undefined) this.refuse('seek', 'a game is under way');
    else if (this.#stage === 'strange' || this.#stage === 'signing in') {
      this.refuse('seek', 'the login is not complete');
    } else if (this.#stage === 'over') {
      this.sendLine(gameMessages.make({ kind: 'ready' }));
      this.#stage = 'waiting';
      this.report({ kind: 'waiting' });
    }
  }

  #sendMove(what: 'play' | 'pass', move: Point | 'pass'): void {
    const game = this.#game;
    if (game === undefined) this.refuse(what, 'there is no game');
    else if (!game.isMoveRequested) this.refuse(what, 'it is not our turn');
    else if (move !== 'pass' && (move < 0 || move >= game.board.width ** 2)) {
      // The server would end the game by a loss.
      this.refuse(what, 'the point is not on the board');
    } else {
      game.isMoveRequested = false;
      game.toMove = opposite(game.color);
      this.sendLine(move === 'pass' ? 'pass' : vertexName(game.board, move));
      // A move has no answer. If the server does not accept it, the game ends.
      const { color } = game;
      this.report(move === 'pass' ? { kind: 'passed', color } : { kind: 'played', color, point: move });
    }
  }

  #resign(): void {
    const game = this.#game;
    if (game === undefined) this.refuse('resign', 'there is no game');
    else if (game.isMoveRequested) {
      game.isMoveRequested = false;
      this.sendLine('resign');
    } else game.resignsNext = true;
  }
}

const WINNERS: Readonly<Record<string, Color>> = { B: 'black', W: 'white' };

/** Reads a result, such as `B+3.5`, `W+Resign`, `Draw` or `0`. */
function outcome(result: string, text: string | undefined): Pick<GameEndedEvent, 'winner' | 'reason'> {
  const [side = '', reason = ''] = result.split('+');
  const winner = WINNERS[side.toUpperCase()];
  if (winner === undefined) return /^(?:draw|0)$/i.test(result) ? { winner: 'draw', reason: 'score' } : {};
  if (/^[0-9.]+$/.test(reason)) return { winner, reason: 'score' };
  if (!/^resign$/i.test(reason)) return { winner };
  return { winner, reason: text === 'Opponent left' ? 'left' : 'resigned' };
}

/** The client's half of CGOS: docs/protocols/cgos.md. */
export const cgosClient: ClientHalf = {
  name: 'cgos',
  game: 'go',
  intents: ['seek', 'play', 'pass', 'resign', 'leave'],
  rematch: 'same connection',
  configure(settings) {
    const read = readSettings('cgos', clientSessionSettings, settings);
    if (!read.ok) return read;
    const wrong = problemOfPassword(read.value);
    if (wrong !== undefined) return problem(wrong);
    return ok((before) => new CgosClientSession(read.value, before !== undefined));
  },
};
