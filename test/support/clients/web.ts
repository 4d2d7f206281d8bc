import { AssertionError } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { makeClientMessage } from '../../../src/protocols/api/message-codec.ts';
import { parseServerMessage } from '../../../src/protocols/api/parse-server-message.ts';
import type { GameState, ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { GoClient } from './go-client.ts';
import { GoRecord } from './go-record.ts';
import { LongGameMoves } from './long-game-moves.ts';
import { WebDirectory } from './web-directory.ts';
import { type RequestedParameters, type RunningGameUpdate, WebGame } from './web-game.ts';

interface WebOptions extends Pick<ClientMessage & { kind: 'seek' }, 'color' | 'computer'> {
  readonly name: string;
  /** Parameters of its seeks that differ from the default. */
  readonly board?: RequestedParameters;
  /** Whether it can mark dead stones. */
  readonly marking?: boolean;
}

type MessageOf<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };
type RefusalReason = MessageOf<'refused'>['why'];

/** `message` is undefined if the line is not a message of the protocol. */
type Request = { readonly id: string; readonly message: ClientMessage | undefined };

/** Messages that the server may refuse as `not-now`: no game can start, or no move can be stored. */
const POSTPONABLE = /^(?:seek|take|play|pass|offer|accept|decline|mark|accept-marks|resume-play)$/;
const DEFAULT_RULES = { game: 'go', ko: 'positional', suicide: 'allowed' } as const;
const MAX_WATCHED = 32;

/**
 * A client of the page's protocol, which plays, observes the directory and watches games. The server answers each request once and in order.
 * Answers and news arrive in the order of the lobby's decisions, so each answer must fit the state that the client knows.
 */
export class WebClient extends GoClient {
  readonly name: string;
  readonly #options: Omit<WebOptions, 'name'>;
  protected override readonly maxLineBytes = Number.POSITIVE_INFINITY;
  readonly #requests: Request[] = [];
  #ids = 0;
  #stage: 'new' | 'present' | 'parting' | 'gone' = 'new';
  #sizeToSeek: number | undefined;
  #you: MessageOf<'you'> = { kind: 'you' };
  #directory: WebDirectory | undefined;
  readonly #earlier = new LongGameMoves();
  readonly #watched = new Map<number, WebGame>();
  /** A move of its own that the server has accepted and not sent yet. */
  #accepted: BoardCoordinates | 'pass' | undefined;
  /** Whether the server must send the directory again before it answers `sync`. */
  #awaitsDirectory = false;
  /** Whether the directory has arrived since the last answer: several `you` may come before the answer to `sync`. */
  #hasDirectoryAgain = false;
  /** Its chat message that the server must send back. */
  #echo: string | undefined;

  constructor({ name, ...options }: WebOptions) {
    super();
    this.name = name;
    this.#options = options;
  }

  get isPresent(): boolean {
    return this.#stage === 'present' && this.#you.name !== undefined;
  }

  get directory(): WebDirectory | undefined {
    return this.#directory;
  }

  get watched(): ReadonlyMap<number, WebGame> {
    return this.#watched;
  }

  /** The game in which it has a seat; undefined until the server has sent the game. */
  get ownGame(): WebGame | undefined {
    return this.#you.seat && this.#watched.get(this.#you.seat.game);
  }

  override get isReadyToMove(): boolean {
    const asked = this.#isPending('play') || this.#isPending('pass') || this.#isPending('resign');
    return this.isPresent && this.ownGame?.isMyTurn === true && !asked && !this.#accepted;
  }

  override get isSeeking(): boolean {
    const { seek, seat } = this.#you;
    const hasAsked = this.#isPending('seek') || this.#isPending('take');
    return this.#sizeToSeek !== undefined || seek !== undefined || seat !== undefined || hasAsked;
  }

  #isPending(kind: ClientMessage['kind']): boolean {
    return this.#requests.some(({ message }) => message?.kind === kind);
  }

  override seek(size: number): void {
    this.#sizeToSeek = this.isPresent ? undefined : size;
    const { board, marking, ...seekOptions } = this.#options;
    if (this.isPresent) this.request({ kind: 'seek', board: { ...DEFAULT_RULES, size, ...board }, ...seekOptions });
    else if (!this.#isPending('enter'))
      this.request({ kind: 'enter', name: this.name, ...(marking === true && { marking }) });
  }

  override play({ x, y }: BoardCoordinates): void {
    this.request({ kind: 'play', point: { x, y } });
  }

  override pass(): void {
    this.request({ kind: 'pass' });
  }

  override resign(): void {
    this.request({ kind: 'resign' });
  }

  override leave(): boolean {
    // One goodbye is enough, even if its answer is late.
    if (this.#stage === 'parting') return true;
    this.#stage = 'parting';
    this.#sizeToSeek = undefined;
    this.request({ kind: 'leave' });
    return true;
  }

  override sendNonsense(): void {
    this.request(undefined);
  }

  /** Asks the server to send the whole state again: it must equal the known state. */
  override poll(): void {
    if (this.#requests.length === 0) this.request({ kind: 'sync' });
  }

  /** Sends a request, or an unknown message if `message` is undefined. */
  request(message: ClientMessage | undefined): void {
    // The server answers nothing after the goodbye.
    if (this.#stage === 'parting' && message?.kind !== 'leave') return;
    const id = `${++this.#ids}`;
    this.#requests.push({ id, message });
    this.sendLine(message === undefined ? `{"kind":"dance","id":"${id}"}` : makeClientMessage({ ...message, id }));
  }

  protected override mayClose(): boolean {
    return this.#stage === 'gone';
  }

  protected override receiveLine(line: string): void {
    const read = parseServerMessage(line);
    if (!read.ok) this.fail(`no message: ${read.problem.problem}`);
    if (this.#stage === 'gone') this.fail('a message after the goodbye');
    try {
      this.#take(read.value);
    } catch (error) {
      if (error instanceof AssertionError) this.fail(error.message);
      throw error;
    }
  }

  #take(message: ServerMessage): void {
    if (this.#echo !== undefined && message.kind !== 'chat') this.fail("the client's chat message did not come back");
    switch (message.kind) {
      case 'done':
        this.#done(message);
        break;
      case 'refused':
        this.#refused(message);
        break;
      case 'you':
        this.#receiveYou(message);
        break;
      case 'directory':
        this.#receiveDirectory(message);
        break;
      case 'changes':
        if (this.#directory === undefined) this.fail('changes, but the client does not observe');
        for (const change of message.changes) this.#directory.applyChange(change);
        break;
      case 'turns':
        this.#earlier.take(message);
        break;
      case 'game':
        this.#receiveGame(this.#earlier.complete(message.state));
        break;
      case 'ended':
        this.#ended(message);
        break;
      case 'unwatched':
        if (this.#requests[0]?.message?.kind !== 'unwatch') this.fail('unwatched, but the client has not asked for it');
        break;
      case 'chat':
        this.#chat(message);
        break;
      case 'goodbye':
        this.#goodbye(message.why);
        break;
      default:
        this.#news(message);
    }
  }

  #takeRequest(id: string | undefined): Request {
    const request = this.#requests.shift();
    if (request === undefined || request.id !== id) this.fail(`an answer to ${id}, expected ${request?.id}`);
    this.#hasDirectoryAgain = false;
    return request;
  }

  #done({ id, name, waiting }: MessageOf<'done'>): void {
    const message = this.#takeRequest(id).message ?? this.fail('the unknown message was not refused as malformed');
    if (message.kind === 'observe' || message.kind === 'sync') this.#directory?.complete();
    switch (message.kind) {
      case 'enter':
        if (name !== this.name) this.fail('not the name of the client');
        if (this.#stage === 'new') this.#stage = 'present';
        break;
      case 'seek':
        if (this.#you.seat !== undefined || waiting === undefined) this.fail('a seek of a seated client');
        break;
      case 'play':
        this.#accepted = message.point;
        break;
      case 'pass':
        this.#accepted = 'pass';
        break;
      case 'chat':
        this.#echo = message.text;
        break;
      case 'watch':
        if (!this.#watched.has(message.game)) this.fail('watch was answered before the game was sent');
        break;
      case 'unwatch':
        if (this.#you.seat?.game !== message.game) this.#watched.delete(message.game);
        break;
      case 'unobserve':
        this.#directory = undefined;
        break;
      case 'sync':
        if (this.#awaitsDirectory) this.fail('the directory was not sent again before the answer to sync');
        break;
    }
  }

  #refused({ id, why, opponentRules }: MessageOf<'refused'>): void {
    const { message } = this.#takeRequest(id);
    if (message === undefined) {
      if (why !== 'malformed') this.fail('the unknown message was not refused as malformed');
      return;
    }
    if (message.kind === 'enter') this.#sizeToSeek = undefined;
    if (!this.#mayBeRefused(message, why)) this.fail(`refused: ${why}${opponentRules ? ' by opponent rules' : ''}`);
  }

  /** Refusals and news arrive in order. The client knows the same state now as the server did when it decided. */
  #mayBeRefused(message: ClientMessage, why: RefusalReason): boolean {
    const { name, seat } = this.#you;
    if (why === 'not-now') return this.mayBePostponed && POSTPONABLE.test(message.kind);
    if (why === 'not-entered') return name === undefined && message.kind !== 'enter';
    switch (message.kind) {
      case 'enter':
        // A lost connection may keep the name for a while.
        return why === (name === undefined ? 'name-taken' : 'entered-already');
      case 'seek':
        return why === 'in-game' && seat !== undefined;
      case 'take':
        return why === 'in-game' ? seat !== undefined : why === 'no-such-seek' && this.#isSettled(message);
      case 'cancel':
        return why === 'no-such-seek' && this.#you.seek === undefined;
      case 'play':
      case 'pass':
        return this.#mayBeRefusedMove(message, why);
      case 'resign':
        return why === 'no-game' && seat === undefined;
      case 'offer':
        // An offer to an absent opponent is refused too.
        return why === 'no-game' ? seat === undefined : why === 'cannot-offer';
      case 'accept':
      case 'decline':
        return why === 'no-game' ? seat === undefined : why === 'no-offer' && !this.hasOpenOffer;
      case 'mark':
        return why === 'cannot-mark' && !(this.isMarking && this.ownGame?.hasStone(message.point));
      case 'accept-marks':
      case 'resume-play':
        return why === 'cannot-mark' && !this.isMarking;
      case 'watch':
        if (why === 'too-many') return this.#watched.size >= MAX_WATCHED;
        return why === 'no-game' && !(this.#directory?.games.has(message.game) ?? false);
      case 'chat':
        return ['no-game', 'no-such-player', 'cannot-chat'].includes(why);
      default:
        return false;
    }
  }

  #isSettled({ host, board }: ClientMessage & { kind: 'take' }): boolean {
    const seek = this.#directory?.seeks.get(host);
    return seek?.host === this.name || seek?.board.game !== board.game || seek.board.size !== board.size;
  }

  /** Whether the players of its game mark dead stones now. */
  get isMarking(): boolean {
    return this.ownGame?.state.marking !== undefined;
  }

  /** Whether the opponent has made an offer that is not answered. */
  get hasOpenOffer(): boolean {
    const { offer } = this.ownGame?.state ?? {};
    return offer !== undefined && offer.by !== this.#you.seat?.color;
  }

  #mayBeRefusedMove(message: ClientMessage & { kind: 'play' | 'pass' }, why: RefusalReason): boolean {
    const { seat } = this.#you;
    if (why === 'no-game' || seat === undefined) return why === 'no-game' && seat === undefined;
    // The client knows nothing of a game that the server has not sent yet.
    return this.ownGame?.mayRefuse(message, why) ?? true;
  }

  #receiveYou(you: MessageOf<'you'>): void {
    const before = this.#you;
    this.#you = you;
    const isSync = this.#requests[0]?.message?.kind === 'sync';
    if (isSync && this.#directory && !this.#hasDirectoryAgain) this.#awaitsDirectory = true;
    if (before.seat !== undefined && you.seat === undefined && this.#watched.has(before.seat.game)) {
      this.fail("the client's game is over, but the server has not sent its end");
    }
    if (this.#sizeToSeek === undefined || you.name === undefined) return;
    const size = this.#sizeToSeek;
    this.#sizeToSeek = undefined;
    if (you.seat === undefined) this.seek(size);
  }

  #receiveDirectory(message: MessageOf<'directory'>): void {
    if (this.#directory === undefined && this.#requests[0]?.message?.kind !== 'observe')
      this.fail('the client does not observe');
    this.#directory = new WebDirectory(message, this.#directory);
    this.#awaitsDirectory = false;
    this.#hasDirectoryAgain = true;
  }

  #receiveGame(state: GameState): void {
    const { seat } = this.#you;
    const known = this.#watched.get(state.game);
    const color = seat?.game === state.game ? seat.color : undefined;
    if (known !== undefined && (color === undefined || color === known.color)) {
      known.receiveStateAgain(state);
    } else {
      if (color === undefined && this.#requests[0]?.message?.kind !== 'watch') this.fail('an unwatched game');
      // The game contains a move that the server accepted before it sent the game.
      if (color !== undefined) this.#accepted = undefined;
      this.#watched.set(state.game, new WebGame(state, color ?? 'both', (what) => this.fail(what)));
    }
    this.#updateOwnGame();
  }

  #news(message: RunningGameUpdate): void {
    const game = this.#watched.get(message.game) ?? this.fail('news of a game that the client does not watch');
    const isMove = message.kind === 'played' || message.kind === 'passed';
    if (isMove && game === this.ownGame && message.color === this.#you.seat?.color) this.#confirmAccepted(message);
    game.receive(message);
    this.#updateOwnGame();
  }

  #confirmAccepted(message: MessageOf<'played' | 'passed'>): void {
    const accepted = this.#accepted ?? this.fail('a move that the client has not made');
    this.#accepted = undefined;
    const turn = message.kind === 'played' ? { x: message.point.x, y: message.point.y } : 'pass';
    if (!isDeepStrictEqual(accepted, turn)) this.fail('another move than the client has made');
  }

  /** Sets `game` to the record of its own game. The record is a new object after a take-back. */
  #updateOwnGame(): void {
    const record = this.ownGame?.record;
    if (record instanceof GoRecord) this.game = record;
  }

  #ended({ game, ...end }: MessageOf<'ended'>): void {
    const watched = this.#watched.get(game);
    this.#accepted = undefined;
    // The client's own game may end before the server has sent it.
    if (watched === undefined && this.#you.seat?.game !== game) this.fail('the end of an unwatched game');
    watched?.receiveEnd(end);
    this.#watched.delete(game);
  }

  #chat({ from, text }: MessageOf<'chat'>): void {
    if (this.#echo !== undefined && (from !== this.name || text !== this.#echo.replace(/\p{Cc}/gu, '-'))) {
      this.fail("the client's chat message did not come back");
    }
    this.#echo = undefined;
    if (this.#you.name === undefined) this.fail('chat before the client has entered');
  }

  #goodbye(why: MessageOf<'goodbye'>['why']): void {
    const isRequested = why === 'left' && this.#stage === 'parting' && this.#requests.length === 0;
    const isByServer = why !== 'left' && this.mayBeDisconnected;
    if (!isRequested && !isByServer) this.fail('a goodbye for no reason');
    this.#stage = 'gone';
  }
}
