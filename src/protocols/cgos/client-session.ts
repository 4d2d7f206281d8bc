import { ok, problem } from '../../result.ts';
import { type Color, opposite } from '../../rules/color.ts';
import { type BoardSize, type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import type { ClientHalf, GameEndedEvent, Intent } from '../client-session-types.ts';
import { LineClientSession } from '../line-client-session.ts';
import { readSettings } from '../read-settings.ts';
import { type ClientSettings, clientSettings, problemOfPassword } from './client-settings.ts';
import { gameMessages, openingMessages, parseServerMessage, type ServerMessage } from './messages.ts';

type Received<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };

/** Milliseconds of silence after the password, which has no answer if it is right. A slow server may need a second to refuse a wrong one. */
const CONSENT = 2_000;

interface Game {
  readonly color: Color;
  readonly board: BoardSize;
  toMove: Color;
  /** The server waits for our move. */
  asked: boolean;
  /** We resign as soon as we are asked. */
  isLost: boolean;
}

/** Our client's side of one connection: docs/protocols/cgos.md. */
class CgosClientSession extends LineClientSession {
  readonly #settings: ClientSettings;
  /** The server knew us before the connection was lost. */
  readonly #isBack: boolean;
  /** `over`: the server waits for `ready`. */
  #stage: 'strange' | 'signing in' | 'waiting' | 'over' = 'strange';
  #enteredAt: number | undefined;
  #game: Game | undefined;

  constructor(settings: ClientSettings, isBack: boolean) {
    super();
    this.#settings = settings;
    this.#isBack = isBack;
  }

  /** The server speaks first. */
  protected override greet(): void {}

  protected override get due(): number | undefined {
    return this.#enteredAt;
  }

  /** Who has signed in waits for a game. */
  protected override onDeadline(): void {
    this.#entered();
    this.report({ kind: 'waiting' });
  }

  protected override onLine(line: string): void {
    const read = parseServerMessage(line);
    if (read.ok) this.#take(read.value, line);
    else if (/^(?:setup|genmove|play|gameover)(?: |$)/.test(line)) this.abort(`${read.problem}: ${line}`);
    else if (line !== '') this.report({ kind: 'remark', words: line });
  }

  #take(message: ServerMessage, line: string): void {
    switch (message.kind) {
      case 'protocol':
        this.sendLine(openingMessages.make({ kind: 'engine', text: 'tengen' }));
        return;
      // Some servers ask for the name of a client that has signed in, to see that it is there.
      case 'username':
        this.sendLine(this.#settings.name);
        return;
      case 'password':
        this.#stage = 'signing in';
        this.sendLine(this.#settings.password);
        this.#enteredAt = this.now + CONSENT;
        return;
      case 'error':
        this.#refused(line);
        return;
      case 'info':
        this.report({ kind: 'remark', words: line });
        return;
      case 'setup':
        this.#entered();
        this.#begin(message, line);
        return;
      case 'genmove':
        this.#asked(message, line);
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

  /** The server closes. Our own lost connection may still have the name: then another attempt may succeed. */
  #refused(line: string): void {
    if (this.#isBack && this.#stage === 'signing in') this.refuse('enter', line);
    else this.report({ kind: 'remark', words: line });
    this.close();
  }

  /** Whatever was known of a game before counts no more. */
  #begin({ size, komi, time, white, black, moves }: Received<'setup'>, line: string): void {
    const { name } = this.#settings;
    if (white.name !== name && black.name !== name) {
      this.abort(`a game without us: ${line}`);
      return;
    }
    // Some servers send no `gameover`.
    if (this.#game !== undefined) this.report({ kind: 'ended', words: line });
    const color = white.name === name ? 'white' : 'black';
    const board = square(size);
    this.#game = { color, board, toMove: 'black', asked: false, isLost: false };
    const opponent = color === 'white' ? black.name : white.name;
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    const nothingYet = { setup: [], continues: false, clock: { match: time } };
    this.report({ kind: 'begun', game: 'go', color, opponent, size, ruleset, komi, ...nothingYet });
    for (let index = 0; index < moves.length; index += 2) this.#move(this.#game, moves[index] ?? '', line);
  }

  /** A turn of either side, as the server has written it. */
  #move(game: Game, word: string, line: string): void {
    const { toMove: color } = game;
    const point = /^pa/i.test(word) ? 'pass' : parseVertex(game.board, word);
    game.toMove = opposite(color);
    if (point === undefined) this.abort(`no move: ${line}`);
    else this.report(point === 'pass' ? { kind: 'passed', color } : { kind: 'played', color, point });
  }

  #asked({ color, time }: Received<'genmove'>, line: string): void {
    const game = this.#game;
    if (game === undefined || color !== game.color || color !== game.toMove) {
      this.abort(`it is not the turn of ${color}: ${line}`);
      return;
    }
    if (game.isLost) {
      this.sendLine('resign');
      return;
    }
    this.report({ kind: 'time', left: time });
    if (!game.asked) this.report({ kind: 'your-turn', color });
    game.asked = true;
  }

  #played({ color, move }: Received<'play'>, line: string): void {
    const game = this.#game;
    if (game === undefined || color === game.color || color !== game.toMove) {
      this.abort(`no move of an opponent: ${line}`);
      // The end follows.
    } else if (!/^resign$/i.test(move)) this.#move(game, move, line);
  }

  #ended({ result, text }: Received<'gameover'>, line: string): void {
    if (this.#game === undefined) {
      this.abort(`there is no game: ${line}`);
      return;
    }
    this.#game = undefined;
    this.#stage = 'over';
    this.report({ kind: 'ended', ...outcome(result, text), words: line });
  }

  protected override onIntent(intent: Intent): void {
    switch (intent.kind) {
      case 'seek':
        this.#seek();
        return;
      case 'play':
        this.#answer('play', intent.point);
        return;
      case 'pass':
        this.#answer('pass', 'pass');
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

  /** After the sign-in a client waits and was told so. After a game it says `ready`. */
  #seek(): void {
    if (this.#game !== undefined) this.refuse('seek', 'a game is under way');
    else if (this.#stage === 'strange' || this.#stage === 'signing in') {
      this.refuse('seek', 'the server has not let us in');
    } else if (this.#stage === 'over') {
      this.sendLine(gameMessages.make({ kind: 'ready' }));
      this.#stage = 'waiting';
      this.report({ kind: 'waiting' });
    }
  }

  #answer(what: 'play' | 'pass', move: Point | 'pass'): void {
    const game = this.#game;
    if (game === undefined) this.refuse(what, 'there is no game');
    else if (!game.asked) this.refuse(what, 'it is not our turn');
    else if (move !== 'pass' && (move < 0 || move >= game.board.width ** 2)) {
      // To say it would lose the game.
      this.refuse(what, 'the point is not on the board');
    } else {
      game.asked = false;
      game.toMove = opposite(game.color);
      this.sendLine(move === 'pass' ? 'pass' : vertexName(game.board, move));
      // There is no answer to wait for: a move that the server does not take ends the game.
      const { color } = game;
      this.report(move === 'pass' ? { kind: 'passed', color } : { kind: 'played', color, point: move });
    }
  }

  #resign(): void {
    const game = this.#game;
    if (game === undefined) this.refuse('resign', 'there is no game');
    else if (game.asked) {
      game.asked = false;
      this.sendLine('resign');
    } else game.isLost = true;
  }
}

const WINNERS: Readonly<Record<string, Color>> = { B: 'black', W: 'white' };

/** `B+3.5`, `W+Resign`, `Draw`, `0`. */
function outcome(result: string, text: string | undefined): Pick<GameEndedEvent, 'winner' | 'how'> {
  const [side = '', how = ''] = result.split('+');
  const winner = WINNERS[side.toUpperCase()];
  if (winner === undefined) return /^(?:draw|0)$/i.test(result) ? { winner: 'nobody', how: 'score' } : {};
  if (/^[0-9.]+$/.test(how)) return { winner, how: 'score' };
  if (!/^resign$/i.test(how)) return { winner };
  return { winner, how: text === 'Opponent left' ? 'left' : 'resigned' };
}

/** Our CGOS client: docs/protocols/cgos.md. */
export const cgosClient: ClientHalf = {
  name: 'cgos',
  game: 'go',
  intents: ['seek', 'play', 'pass', 'resign', 'leave'],
  rematch: 'same connection',
  configure(settings) {
    const read = readSettings('cgos', clientSettings, settings);
    if (!read.ok) return read;
    const wrong = problemOfPassword(read.value);
    if (wrong !== undefined) return problem(wrong);
    return ok((before) => new CgosClientSession(read.value, before !== undefined));
  },
};
