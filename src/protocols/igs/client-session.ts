import { opposite } from '../../rules/color.ts';
import { handicapStones, isHandicap } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import type { ReadResult } from '../bytes.ts';
import type { ClientHalf, Intent, MarkIntent, NonMarkIntent } from '../client-session-types.ts';
import { LineClientSession } from '../line-client-session.ts';
import { configureClient } from '../read-settings.ts';
import { RETRY_PAUSE } from '../retry-pause.ts';
import type { ReceivedLine } from '../text-line.ts';
import { applyMarkText, type ClientGame, clockIn, newGame, timeEvent } from './client-game.ts';
import { commandMessages, plainCommand } from './client-messages.ts';
import { type ClientSessionSettings, clientSessionSettings } from './client-session-settings.ts';
import { SYSTEM } from './name.ts';
import { type ServerMessage, STATES, serverMessages } from './server-messages.ts';
import { NO_GAME, NO_MARK, NO_MOVE, NOT_NOW, outcome, parseListed } from './server-text-parser.ts';

type Received<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

const latin1 = new TextDecoder('latin1');
const PROMPTS = ['Login: ', 'Password: ', '#> '];

/** The client's side of one connection: docs/protocols/igs.md. */
class IgsClientSession extends LineClientSession {
  readonly #settings: ClientSessionSettings;
  #stage: 'strange' | 'signing in' | 'in' = 'strange';
  #game: ClientGame | undefined;
  #seekTerms: { readonly size: number; readonly opponent: string | undefined } | undefined;
  #lastIntent: Intent['kind'] | undefined;
  /** The last request, such as a move or a seek. It is sent again at `#retryAt`, if the server could not accept it. */
  #lastRequest = '';
  #retryAt: number | undefined;

  constructor(settings: ClientSessionSettings) {
    super();
    this.#settings = settings;
  }

  /** The server sends the first message. */
  protected override greet(): void {}

  protected override get due(): number | undefined {
    return this.#retryAt;
  }

  protected override onDeadline(): void {
    this.#retryAt = undefined;
    this.sendLine(this.#lastRequest);
  }

  #request(line: string): void {
    this.#lastRequest = line;
    this.sendLine(line);
  }

  /** A prompt has no line end. */
  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    const start = latin1.decode(bytes.subarray(0, 20));
    const prompt = PROMPTS.find((each) => start.startsWith(each));
    if (prompt === undefined) return super.read(bytes);
    return { kind: 'message', message: { kind: 'text', text: prompt.trim() }, length: prompt.length };
  }

  protected override onLine(line: string): void {
    if (line === 'Login:') this.#login();
    else if (line === 'Password:') this.sendLine(this.#settings.password);
    else if (line === '#>') this.sendLine('toggle client on');
    else if (/^\d/.test(line)) this.#read(line);
    else if (line !== '') this.report({ kind: 'remark', text: line });
  }

  /** A second request for the name means that the password was wrong. */
  #login(): void {
    if (this.#stage === 'strange') {
      this.#stage = 'signing in';
      this.sendLine(this.#settings.name);
    } else {
      this.report({ kind: 'remark', text: 'the server refuses the login' });
      this.close();
    }
  }

  /** Handles a line with a number. Unknown numbers are those of other servers. */
  #read(line: string): void {
    const read = serverMessages.read(line);
    if (read.ok) this.#handleMessage(read.value, line);
    else if (/^15 (?:Game \d+ [A-Z]+:| {0,2}\d)/.test(line)) this.abort(`${read.problem}: ${line}`);
  }

  #handleMessage(message: ServerMessage, line: string): void {
    switch (message.kind) {
      case 'prompt':
        this.#prompt(message);
        return;
      case 'header':
        this.#header(message, line);
        return;
      case 'games':
        this.#listed(message.text);
        return;
      case 'move':
        this.#moved(message, line);
        return;
      case 'information':
        this.#information(message.text, line);
        return;
      case 'error':
        this.#refused(line);
        return;
      case 'score':
        if (this.#game !== undefined) this.#game.score = message;
        return;
      case 'news':
        this.#news(message.text, line);
        return;
      case 'told':
      case 'said':
      case 'shouted':
      case 'channel':
        if (message.kind === 'told' && message.from === SYSTEM) this.sendLine('noundo');
        else this.report({ kind: 'chat', from: message.from, text: message.text });
        return;
      case 'undo':
        this.abort(`a move was taken back without our agreement: ${line}`);
        return;
      case 'shutdown':
        this.report({ kind: 'remark', text: line });
        return;
      // Lists, positions, and chat of spectators.
      default:
    }
  }

  #prompt({ state }: Received<'prompt'>): void {
    if (state === STATES.password) {
      this.sendLine(this.#settings.password);
      return;
    }
    if (this.#stage === 'signing in') {
      this.#stage = 'in';
      this.sendLine('toggle client on');
      this.sendLine('toggle quiet on');
      this.report({ kind: 'entered', name: this.#settings.name });
    }
    const game = this.#game;
    if (game?.awaitsMoves && game.hasHeader && game.terms !== undefined) {
      game.awaitsMoves = false;
      if (game.marks === undefined) this.#requestMove(game);
      else this.#reportMarks(game, true);
    }
  }

  // Finding a game

  /** Handles a header. After the first header of our game, its terms and moves are requested. */
  #header(header: Received<'header'>, line: string): void {
    const { game: id, white, black } = header;
    const { name } = this.#settings;
    const game = this.#game;
    if (game !== undefined) {
      if (game.id !== id) return;
      if (game.terms !== undefined) game.hasHeader = true;
      game.clock = clockIn(header, game.color);
      return;
    }
    if (white !== name && black !== name) {
      this.abort(`a game of other players: ${line}`);
      return;
    }
    this.#seekTerms = undefined;
    this.#game = newGame(header, black === name ? 'black' : 'white');
    this.sendLine(commandMessages.make({ kind: 'games', game: id }));
    this.sendLine(commandMessages.make({ kind: 'moves', game: id }));
  }

  #listed(text: string): void {
    const game = this.#game;
    const listed = parseListed(text);
    if (game === undefined || game.terms !== undefined || listed.id !== game.id) return;
    const { size, handicap, komi } = listed;
    if (size < 2 || size > 25 || !isHandicap(size, handicap)) {
      this.abort(`a game that we cannot play: ${text}`);
      return;
    }
    game.terms = { size, handicap };
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    const { color, opponent } = game;
    const started = { color, opponent, size, setup: [...handicapStones(size, handicap)], continues: false } as const;
    this.report({ kind: 'game-started', game: 'go', ...started, ruleset, komi });
  }

  /** Accepts a request that fits our seek, by sending its command. */
  #requested(command: string): void {
    const read = commandMessages.read(plainCommand(command));
    if (!read.ok || (read.value.kind !== 'match' && read.value.kind !== 'nmatch')) return;
    const { name, size } = read.value;
    const seeks = this.#seekTerms;
    const isWanted = seeks?.opponent === undefined || seeks.opponent.toLowerCase() === name.toLowerCase();
    if (seeks !== undefined && this.#game === undefined && seeks.size === size && isWanted) this.sendLine(command);
  }

  // Playing

  /** Handles a move. Only the next number is accepted; after a gap all moves are requested. */
  #moved({ number, color, move }: Received<'move'>, line: string): void {
    const game = this.#game;
    if (game?.terms === undefined || number < game.count) return;
    if (number > game.count) {
      if (!game.awaitsMoves) this.#catchUp(game);
      return;
    }
    game.count++;
    game.toMove = opposite(color);
    const word = move.split(' ', 1)[0] ?? '';
    if (/^handicap$/i.test(word)) return;
    game.passes = /^pass$/i.test(word) ? game.passes + 1 : 0;
    const point = /^pass$/i.test(word) ? 'pass' : parseVertex(square(game.terms.size), word);
    if (point === undefined) this.abort(`no move: ${line}`);
    else this.report(point === 'pass' ? { kind: 'passed', color } : { kind: 'played', color, point });
    if (color === game.color) game.isMoveRequested = false;
    if (!game.awaitsMoves) this.#requestMove(game);
  }

  #catchUp(game: ClientGame): void {
    game.awaitsMoves = true;
    game.hasHeader = false;
    this.sendLine(commandMessages.make({ kind: 'moves', game: game.id }));
  }

  #requestMove(game: ClientGame): void {
    if (game.toMove !== game.color || game.isMoveRequested || game.passes > 1) return;
    game.isMoveRequested = true;
    const time = timeEvent(game);
    if (time !== undefined) this.report(time);
    this.report({ kind: 'your-turn', color: game.color });
  }

  #information(text: string, line: string): void {
    const [, command] = /^Use <(n?match [^>]*)>/.exec(text) ?? [];
    const game = this.#game;
    if (command !== undefined) this.#requested(command);
    else if (text.endsWith('would like to adjourn the game.')) this.sendLine('decline adjourn');
    else if (game !== undefined && this.#marking(game, text)) return;
    else if (/declines your request for a match\.$/.test(text)) {
      this.#seekTerms = undefined;
      this.refuse('seek', line);
    } else this.report({ kind: 'remark', text: line });
  }

  /** Handles a text about dead stones. Returns whether the text is about them. */
  #marking(game: ClientGame, text: string): boolean {
    const before = game.marks;
    const isAboutMarks = applyMarkText(game, text);
    if (isAboutMarks && game.marks !== undefined) this.#reportMarks(game, before === undefined);
    else if (isAboutMarks) {
      this.report({ kind: 'resumed' });
      this.#requestMove(game);
    }
    return isAboutMarks;
  }

  /** Reports the marked chains, if the moves are known. `begins`: `marking` was not reported yet. */
  #reportMarks({ terms, awaitsMoves: catchesUp, marks = [] }: ClientGame, begins: boolean): void {
    if (terms === undefined || catchesUp) return;
    if (begins) this.report({ kind: 'marking' });
    const dead = marks.map((vertex) => parseVertex(square(terms.size), vertex));
    if (!begins || marks.length > 0) this.report({ kind: 'marks', dead: dead.filter((point) => point !== undefined) });
  }

  /** Errors do not name a command. An error that fits the last intent counts as its answer. */
  #refused(line: string): void {
    if (NOT_NOW.test(line)) {
      this.#retryAt = this.now + RETRY_PAUSE;
      return;
    }
    const asked = this.#lastIntent;
    const game = this.#game;
    const isTurn = (isMove(asked) && NO_MOVE.test(line)) || (/mark/.test(asked ?? '') && NO_MARK.test(line));
    const isAnswer = asked === 'seek' ? game === undefined && NO_GAME.test(line) : isTurn;
    if (!isAnswer) {
      this.report({ kind: 'remark', text: line });
      return;
    }
    this.#lastIntent = undefined;
    if (asked === 'seek') this.#seekTerms = undefined;
    this.refusedByServer(asked, line);
    if (isMove(asked) && game !== undefined) {
      game.isMoveRequested = false;
      this.#requestMove(game);
    }
  }

  #news(text: string, line: string): void {
    const game = this.#game;
    const [, id, end = ''] = /^\{Game (\d+): \S+ vs \S+(?: :)? (\S.*)\}$/.exec(text) ?? [];
    if (game === undefined || Number(id) !== game.id || end.startsWith('@')) return;
    this.#game = undefined;
    this.#retryAt = undefined;
    this.report({ kind: 'game-ended', ...outcome(end, game.score), text: line });
  }

  protected override onIntent(intent: NonMarkIntent): void {
    this.#lastIntent = intent.kind;
    switch (intent.kind) {
      case 'seek':
        this.#seek(intent.size ?? this.#settings.size, intent.opponent ?? this.#settings.opponent);
        return;
      case 'cancel':
        this.#cancel();
        return;
      case 'play':
        this.#sendMove('play', intent.point);
        return;
      case 'pass':
        this.#sendMove('pass', 'pass');
        return;
      case 'resign':
        if (this.#game === undefined) this.refuse('resign', 'there is no game');
        else this.sendLine('resign');
        return;
      case 'chat':
        this.#chat(intent.text, intent.to);
        return;
      case 'leave':
        if (this.#stage === 'in') this.sendLine('quit');
        this.close();
        return;
      case 'enter':
      case 'lobby':
        this.refuseUnsupported(intent.kind);
    }
  }

  #chat(text: string, to: string | undefined): void {
    const kind = this.#game === undefined ? 'shout' : 'say';
    const line = commandMessages.make(
      to === undefined ? { kind, words: text } : { kind: 'tell', name: to, words: text },
    );
    if (commandMessages.read(plainCommand(line)).ok) this.sendLine(line);
    else this.refuse('chat', 'this protocol cannot carry the name or the text');
  }

  #seek(size: number, opponent: string | undefined): void {
    const { minutes, byo } = this.#settings;
    if (this.#game !== undefined) this.refuse('seek', 'a game is under way');
    else if (this.#stage !== 'in') this.refuse('seek', 'the login is not complete');
    else if (opponent !== undefined && !commandMessages.read(plainCommand(`decline ${opponent}`)).ok)
      this.refuse('seek', 'this protocol cannot carry the name');
    else {
      this.#seekTerms = { size, opponent };
      if (opponent === undefined) this.#request(`seek ${size}${minutes + byo > 0 ? ` ${minutes} ${byo}` : ''}`);
      else this.#request(`match ${opponent} B ${size} ${minutes} ${byo}`);
      this.report({ kind: 'waiting' });
    }
  }

  #cancel(): void {
    if (this.#seekTerms === undefined) this.refuse('cancel', 'there is no open seek');
    else {
      this.sendLine(this.#seekTerms.opponent === undefined ? 'seek cancel' : `withdraw ${this.#seekTerms.opponent}`);
      this.#seekTerms = undefined;
    }
  }

  protected override onMarkIntent(intent: MarkIntent): void {
    this.#lastIntent = intent.kind;
    const { terms, marks } = this.#game ?? {};
    if (terms === undefined || marks === undefined) this.refuse(intent.kind, 'no stones are marked now');
    else if (intent.kind === 'accept-marks') this.#request('done');
    else if (intent.kind === 'unmark') this.#request('undo');
    else if (intent.point >= 0 && intent.point < terms.size ** 2)
      this.#request(vertexName(square(terms.size), intent.point));
    else this.refuse('mark', 'the point is not on the board');
  }

  #sendMove(what: 'play' | 'pass', move: Point | 'pass'): void {
    const game = this.#game;
    if (game?.terms === undefined) this.refuse(what, 'there is no game');
    else if (!game.isMoveRequested) this.refuse(what, 'it is not our turn');
    else if (move !== 'pass' && (move < 0 || move >= game.terms.size ** 2))
      this.refuse(what, 'the point is not on the board');
    else this.#request(move === 'pass' ? 'pass' : vertexName(square(game.terms.size), move));
  }
}

const isMove = (asked: Intent['kind'] | undefined): boolean => asked === 'play' || asked === 'pass';

/** The client's half of IGS: docs/protocols/igs.md. */
export const igsClient: ClientHalf = {
  name: 'igs',
  game: 'go',
  intents: ['seek', 'cancel', 'play', 'pass', 'resign', 'mark', 'unmark', 'accept-marks', 'chat', 'leave'],
  rematch: 'same connection',
  configure: configureClient('igs', clientSessionSettings, IgsClientSession),
};
