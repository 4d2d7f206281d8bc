import { AssertionError } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { makeClientMessage } from '../../../src/protocols/api/message-codec.ts';
import { parseServerMessage } from '../../../src/protocols/api/parse-server-message.ts';
import type { GameState, ServerMessage } from '../../../src/protocols/api/server-message-schema.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { GoClient } from './go-client.ts';
import { GoRecord } from './go-record.ts';
import { LongGameMoves } from './long-game-turns.ts';
import { WebDirectory } from './web-directory.ts';
import { type RequestedParameters, type RunningGameUpdate, WebGame } from './web-game.ts';

interface WebOptions extends Pick<ClientMessage & { kind: 'seek' }, 'color' | 'computer'> {
  readonly name: string;
  /** What it asks for besides the usual board. */
  readonly board?: RequestedParameters;
  /** It can mark dead stones. */
  readonly marking?: boolean;
}

type MessageOf<Kind extends ServerMessage['kind']> = ServerMessage & { readonly kind: Kind };
type Why = MessageOf<'refused'>['why'];

/** `undefined`: what was said is no message. */
type Request = { readonly id: string; readonly message: ClientMessage | undefined };

/** Is refused while no game can begin, or no turn be kept. */
const CAN_WAIT = /^(?:seek|take|play|pass|offer|accept|decline|mark|accept-marks|resume-play)$/;
const USUAL = { game: 'go', ko: 'positional', suicide: 'allowed' } as const;
const MOST_WATCHED = 32;

/**
 * A client of the page that plays Go, observes and watches. Every message of its own is answered once and in order; and
 * since answers and news come in the order in which things were decided, whatever an answer says must fit what it knows.
 */
export class WebClient extends GoClient {
  readonly name: string;
  readonly #options: Omit<WebOptions, 'name'>;
  protected override readonly maxLineBytes = Number.POSITIVE_INFINITY;
  readonly #requests: Request[] = [];
  #ids = 0;
  #stage: 'new' | 'present' | 'parting' | 'gone' = 'new';
  #wanted: number | undefined;
  #you: MessageOf<'you'> = { kind: 'you' };
  #directory: WebDirectory | undefined;
  readonly #earlier = new LongGameMoves();
  readonly #watched = new Map<number, WebGame>();
  /** A turn of its own that was granted and is yet to be told. */
  #granted: BoardCoordinates | 'pass' | undefined;
  /** To be told again before `sync` is done; not a game, which may end meanwhile and is then told to end. */
  #owed = new Set<string>();
  /** The directory was told since the last answer: more than one `you` may come before `sync` is done. */
  #toldAgain = false;
  /** A line of its own that is yet to come back. */
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

  /** The game at which it sits, as far as it has been told. */
  get ownGame(): WebGame | undefined {
    return this.#you.seat && this.#watched.get(this.#you.seat.game);
  }

  override get isReadyToMove(): boolean {
    const asked = this.#asks('play') || this.#asks('pass') || this.#asks('resign');
    return this.isPresent && this.ownGame?.isMyTurn === true && !asked && !this.#granted;
  }

  override get isSeeking(): boolean {
    const { seek, seat } = this.#you;
    const hasAsked = this.#asks('seek') || this.#asks('take');
    return this.#wanted !== undefined || seek !== undefined || seat !== undefined || hasAsked;
  }

  #asks(kind: ClientMessage['kind']): boolean {
    return this.#requests.some(({ message }) => message?.kind === kind);
  }

  // What it says

  override seek(size: number): void {
    this.#wanted = this.isPresent ? undefined : size;
    const { board, marking, ...wish } = this.#options;
    if (this.isPresent) this.request({ kind: 'seek', board: { ...USUAL, size, ...board }, ...wish });
    else if (!this.#asks('enter'))
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
    // One goodbye is enough, also where its answer takes its time.
    if (this.#stage === 'parting') return true;
    this.#stage = 'parting';
    this.#wanted = undefined;
    this.request({ kind: 'leave' });
    return true;
  }

  override sendNonsense(): void {
    this.request(undefined);
  }

  /** Has everything told again: it must be as it is known. */
  override poll(): void {
    if (this.#requests.length === 0) this.request({ kind: 'sync' });
  }

  /** Without a message it is nonsense. */
  request(message: ClientMessage | undefined): void {
    // Nothing is answered after the goodbye.
    if (this.#stage === 'parting' && message?.kind !== 'leave') return;
    const id = `${++this.#ids}`;
    this.#requests.push({ id, message });
    this.sendLine(message === undefined ? `{"kind":"dance","id":"${id}"}` : makeClientMessage({ ...message, id }));
  }

  // What it hears

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
    if (this.#echo !== undefined && message.kind !== 'chat') this.fail('a line of mine does not come back');
    switch (message.kind) {
      case 'done':
        this.#done(message);
        break;
      case 'refused':
        this.#refused(message);
        break;
      case 'you':
        this.#tellYou(message);
        break;
      case 'directory':
        this.#tellDirectory(message);
        break;
      case 'changes':
        if (this.#directory === undefined) this.fail('changes, and I do not observe');
        for (const change of message.changes) this.#directory.applyChange(change);
        break;
      case 'turns':
        this.#earlier.take(message);
        break;
      case 'game':
        this.#tellGame(this.#earlier.complete(message.state));
        break;
      case 'ended':
        this.#ended(message);
        break;
      case 'unwatched':
        if (this.#requests[0]?.message?.kind !== 'unwatch') this.fail('I watch it still');
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

  #answered(id: string | undefined): Request {
    const request = this.#requests.shift();
    if (request === undefined || request.id !== id) this.fail(`I have not said ${id}, but ${request?.id}`);
    this.#toldAgain = false;
    return request;
  }

  #done({ id, name, waiting }: MessageOf<'done'>): void {
    const message = this.#answered(id).message ?? this.fail('that was no message');
    if (message.kind === 'observe' || message.kind === 'sync') this.#directory?.complete();
    switch (message.kind) {
      case 'enter':
        if (name !== this.name) this.fail('not my name');
        if (this.#stage === 'new') this.#stage = 'present';
        break;
      case 'seek':
        if (this.#you.seat !== undefined || waiting === undefined) this.fail('I sit, and may seek');
        break;
      case 'play':
        this.#granted = message.point;
        break;
      case 'pass':
        this.#granted = 'pass';
        break;
      case 'chat':
        this.#echo = message.text;
        break;
      case 'watch':
        if (!this.#watched.has(message.game)) this.fail('I have not been shown the game');
        break;
      case 'unwatch':
        if (this.#you.seat?.game !== message.game) this.#watched.delete(message.game);
        break;
      case 'unobserve':
        this.#directory = undefined;
        break;
      case 'sync':
        if (this.#owed.size > 0) this.fail(`I am not told again: ${[...this.#owed].join(', ')}`);
        break;
    }
  }

  #refused({ id, why, opponentRules }: MessageOf<'refused'>): void {
    const { message } = this.#answered(id);
    if (message === undefined) {
      if (why !== 'malformed') this.fail('that was no message');
      return;
    }
    if (message.kind === 'enter') this.#wanted = undefined;
    if (!this.#mayBeRefused(message, why)) this.fail(`refused: ${why}${opponentRules ? ', by their rules' : ''}`);
  }

  /** Refusals come in the order of what is told, so that what this client knows is what the server knew. */
  #mayBeRefused(message: ClientMessage, why: Why): boolean {
    const { name, seat } = this.#you;
    if (why === 'not-now') return this.mayBePostponed && CAN_WAIT.test(message.kind);
    if (why === 'not-entered') return name === undefined && message.kind !== 'enter';
    switch (message.kind) {
      case 'enter':
        // A connection that is lost still has the name for a while.
        return why === (name === undefined ? 'name-taken' : 'entered-already');
      case 'seek':
        return why === 'in-game' && seat !== undefined;
      case 'take':
        return why === 'in-game' ? seat !== undefined : why === 'no-such-seek' && this.#isSettled(message);
      case 'cancel':
        return why === 'no-such-seek' && this.#you.seek === undefined;
      case 'play':
      case 'pass':
        return this.#mayBeRefusedTurn(message, why);
      case 'resign':
        return why === 'no-game' && seat === undefined;
      case 'offer':
        // Whoever is away cannot be asked either.
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
        if (why === 'too-many') return this.#watched.size >= MOST_WATCHED;
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

  /** Dead stones are marked in its game, as far as it has been told. */
  get isMarking(): boolean {
    return this.ownGame?.state.marking !== undefined;
  }

  /** The opponent waits for an answer. */
  get hasOpenOffer(): boolean {
    const { offer } = this.ownGame?.state ?? {};
    return offer !== undefined && offer.by !== this.#you.seat?.color;
  }

  #mayBeRefusedTurn(message: ClientMessage & { kind: 'play' | 'pass' }, why: Why): boolean {
    const { seat } = this.#you;
    if (why === 'no-game' || seat === undefined) return why === 'no-game' && seat === undefined;
    // Of a game that is yet to be shown it knows nothing.
    return this.ownGame?.mayRefuse(message, why) ?? true;
  }

  #tellYou(you: MessageOf<'you'>): void {
    const before = this.#you;
    this.#you = you;
    if (this.#requests[0]?.message?.kind === 'sync' && this.#directory && !this.#toldAgain) this.#owed.add('directory');
    if (before.seat !== undefined && you.seat === undefined && this.#watched.has(before.seat.game)) {
      this.fail('my game is over, and nobody has told me');
    }
    if (this.#wanted === undefined || you.name === undefined) return;
    const size = this.#wanted;
    this.#wanted = undefined;
    if (you.seat === undefined) this.seek(size);
  }

  #tellDirectory(message: MessageOf<'directory'>): void {
    if (this.#directory === undefined && this.#requests[0]?.message?.kind !== 'observe') this.fail('I do not observe');
    this.#directory = new WebDirectory(message, this.#directory);
    this.#owed.delete('directory');
    this.#toldAgain = true;
  }

  #tellGame(state: GameState): void {
    const { seat } = this.#you;
    const known = this.#watched.get(state.game);
    const color = seat?.game === state.game ? seat.color : undefined;
    if (known !== undefined && (color === undefined || color === known.color)) {
      known.receiveStateAgain(state);
    } else {
      if (color === undefined && this.#requests[0]?.message?.kind !== 'watch') this.fail('I do not watch it');
      // A turn that was granted before the game could be shown is in it.
      if (color !== undefined) this.#granted = undefined;
      this.#watched.set(state.game, new WebGame(state, color ?? 'both', (what) => this.fail(what)));
    }
    this.#lookAtTable();
  }

  #news(message: RunningGameUpdate): void {
    const game = this.#watched.get(message.game) ?? this.fail('news of a game that I do not watch');
    const isTurn = message.kind === 'played' || message.kind === 'passed';
    if (isTurn && game === this.ownGame && message.color === this.#you.seat?.color) this.#takeGranted(message);
    game.receive(message);
    this.#lookAtTable();
  }

  #takeGranted(message: MessageOf<'played' | 'passed'>): void {
    const granted = this.#granted ?? this.fail('I have not taken a turn');
    this.#granted = undefined;
    const turn = message.kind === 'played' ? { x: message.point.x, y: message.point.y } : 'pass';
    if (!isDeepStrictEqual(granted, turn)) this.fail('I have taken another turn');
  }

  /** The record of the seat's game is another one after turns were taken back. */
  #lookAtTable(): void {
    const record = this.ownGame?.record;
    if (record instanceof GoRecord) this.game = record;
  }

  #ended({ game, ...end }: MessageOf<'ended'>): void {
    const watched = this.#watched.get(game);
    this.#granted = undefined;
    // One's own may end before it can be shown.
    if (watched === undefined && this.#you.seat?.game !== game) this.fail('the end of a game that I do not watch');
    watched?.receiveEnd(end);
    this.#watched.delete(game);
  }

  #chat({ from, text }: MessageOf<'chat'>): void {
    if (this.#echo !== undefined && (from !== this.name || text !== this.#echo.replace(/\p{Cc}/gu, '-'))) {
      this.fail('a line of mine does not come back');
    }
    this.#echo = undefined;
    if (this.#you.name === undefined) this.fail('I cannot hear yet');
  }

  #goodbye(why: MessageOf<'goodbye'>['why']): void {
    const isMine = why === 'left' && this.#stage === 'parting' && this.#requests.length === 0;
    const isTheirs = why !== 'left' && this.mayBeDisconnected;
    if (!isMine && !isTheirs) this.fail('a goodbye for no reason');
    this.#stage = 'gone';
  }
}
