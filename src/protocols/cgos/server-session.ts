import type { Command, CommandAnswer, RoundView } from '../../lobby/command.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { makeAnalysis, parseAnalysis } from '../../rules/records/move-analysis.ts';
import { joinBytes } from '../bytes.ts';
import type { ReadResult } from '../message-read-result.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import type { SignInResult } from '../server-session-types.ts';
import { type Line, lineBytes, readLine } from '../text-line.ts';
import { dayOf } from './fields.ts';
import type { ListenerSettings } from './listener-settings.ts';
import { MatchViewer } from './match-viewer.ts';
import {
  ANALYSIS,
  gameMessages,
  LONGEST_LINE,
  openingMessages,
  type ServerMessage,
  serverMessages,
  viewerServerMessages,
} from './messages.ts';
import { isName, NAME_FORM } from './name.ts';
import { isPassword, PASSWORD_FORM } from './password.ts';
import { endWords } from './results.ts';
import { RoundReminder } from './round-reminder.ts';
import { ServerGame } from './server-game.ts';

/** The commands that this session asks. */
type Asked = Extract<Command, { kind: 'enter' | 'seek' | 'ready' | 'play' | 'pass' | 'forfeit' | 'leave' }>;

/**
 * What the next line of the client is. `waiting` and `watching`: nothing is expected, because the client waits for a game, or for its
 * turn.
 */
type Stage = 'opening' | 'name' | 'password' | 'waiting' | 'watching' | 'move' | 'ready' | 'viewing';

/** The time for an engine to prepare itself after `setup`, in milliseconds; no clock runs. */
const PREPARATION = 3_000;

/** Milliseconds without a line feed after which what was received counts as a line: old clients write none. */
const NO_LINE_FEED = 300;

const LF = 0x0a;

/** The server's side of one client. Rulings: docs/protocols/cgos.md. */
export class CgosServerSession extends ServerSessionBase<Line> {
  readonly #listener: ListenerSettings;
  #stage: Stage = 'opening';
  #name = '';
  /** The client sends analyses with its moves. */
  #analyses = false;
  #viewer: MatchViewer | undefined;
  /** A seat was held for this client. */
  #cameBack = false;
  #game: ServerGame | undefined;
  /** When the seat is ready; milliseconds since the epoch. */
  #readyAt: number | undefined;
  /** When the last question for a move was sent. */
  #askedAt = 0;
  /** Why the client's move was illegal. */
  #fault: string | undefined;
  /** While it waits for a round. */
  #roundReminder: RoundReminder | undefined;
  readonly #postponed = new PostponedCommand<Asked>();
  /** When a line without its end counts as a whole one; only before the first line feed. */
  #unendedUntil: number | undefined;
  #hasLineFeeds = false;

  constructor(listener: ListenerSettings, now: number) {
    super(now);
    this.#listener = listener;
  }

  protected override greet(): void {
    this.#say({ kind: 'protocol', capabilities: [ANALYSIS] });
  }

  override get deadline(): number | undefined {
    const all = [this.#unendedUntil, this.#readyAt, this.#postponed.deadline, this.#roundReminder?.deadline];
    const times = all.filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  protected override onDeadline(): void {
    if (this.#readyAt !== undefined && this.#readyAt <= this.now) {
      this.#readyAt = undefined;
      this.#ask({ kind: 'ready' });
    }
    this.#tellRound();
    const again = this.#postponed.take(this.now);
    if (again !== undefined) this.#ask(again);
  }

  protected override read(bytes: Uint8Array): ReadResult<Line> {
    const read = readLine(bytes, LONGEST_LINE);
    if (read.kind !== 'more' || this.#hasLineFeeds) {
      this.#hasLineFeeds = true;
      this.#unendedUntil = undefined;
      return read;
    }
    this.#unendedUntil ??= this.now + NO_LINE_FEED;
    if (this.#unendedUntil > this.now) return read;
    this.#unendedUntil = undefined;
    const line = readLine(joinBytes(bytes, Uint8Array.of(LF)), LONGEST_LINE);
    return line.kind === 'message' ? { ...line, length: bytes.length } : line;
  }

  /** Nothing but the state of the conversation tells a password from a move. */
  protected override isSecret(): boolean {
    return this.#stage === 'password';
  }

  protected override onMessage(line: Line): void {
    if (line.kind === 'too-long') this.#end(`a line has at most ${LONGEST_LINE} bytes`);
    // Also the late end of a line that was taken without one.
    else if (line.text === '') return;
    else if (line.text === 'quit') this.#quit();
    else this.#take(line.text);
  }

  #take(text: string): void {
    switch (this.#stage) {
      case 'opening':
        this.#introduce(text);
        return;
      case 'name':
        this.#takeName(text);
        return;
      case 'password':
        this.#password(text);
        return;
      case 'move':
        this.#move(text);
        return;
      case 'ready':
        if (text === 'ready') this.#seek();
        return;
      case 'viewing':
        this.#viewer?.take(text);
        return;
      // Nothing was asked for.
      case 'waiting':
      case 'watching':
    }
  }

  // Signing in

  #introduce(text: string): void {
    const read = openingMessages.read(text);
    if (read.ok && read.value.kind === 'engine') {
      this.#analyses = (read.value.text ?? '').split(' ').includes(ANALYSIS);
      this.#stage = 'name';
      this.#say({ kind: 'username' });
    } else if (read.ok && read.value.kind === 'viewer') this.#view();
    else this.#end('the answer to "protocol" begins with e1 or v1');
  }

  /** A viewer has no name. */
  #view(): void {
    this.#stage = 'viewing';
    this.#viewer = new MatchViewer({
      ask: (command, onAnswer) => this.ask(command, onAnswer),
      lookUp: (question, onFound) => this.lookUp(question, onFound),
      say: (message) => this.send(lineBytes(viewerServerMessages.make(message))),
    });
    this.#viewer.begin();
  }

  #takeName(name: string): void {
    if (!isName(name)) {
      this.#end(`a name has ${NAME_FORM}`);
      return;
    }
    this.#name = name;
    this.#stage = 'password';
    this.#say({ kind: 'password' });
  }

  #password(text: string): void {
    const [password = '', newPassword, ...more] = text.split(/ +/);
    if (!isPassword(password) || !isPassword(newPassword ?? password) || more.length > 0) {
      this.#end(`a password has ${PASSWORD_FORM}; a second word replaces it`);
      return;
    }
    const replacement = newPassword === undefined ? {} : { newPassword };
    const credentials = { name: this.#name, password, ...replacement, ifUnknown: 'reserve' } as const;
    this.signIn(credentials, (result) => this.#signedIn(result));
  }

  #signedIn(result: SignInResult): void {
    if (result.kind === 'refused') this.#end(result.reason);
    else {
      this.#stage = 'waiting';
      // A client whose old connection has not died yet would be locked out otherwise.
      this.#ask({ kind: 'enter', name: this.#name, replacesOwn: true });
    }
  }

  #seek(): void {
    const { parameters, gift, round, anchors, computer } = this.#listener;
    const isAnchor = anchors.has(this.#name.toLowerCase());
    this.#stage = 'waiting';
    this.#ask({
      kind: 'seek',
      parameters,
      handshake: true,
      clock: { lag: gift, runsAway: true },
      pool: { ...(round === undefined ? {} : { round }), ...(isAnchor ? { anchor: true } : {}) },
      ...(computer ? {} : { opponentKind: 'person' }),
    });
  }

  #waits({ in: roundIn, games, players }: RoundView): void {
    const { round } = this.#listener;
    if (round === undefined) return;
    this.#say({ kind: 'info', text: `Games in progress: ${games} Players:${players}` });
    this.#roundReminder = new RoundReminder(round, this.now + roundIn, this.now);
    this.#tellRound();
  }

  #tellRound(): void {
    const text = this.#roundReminder?.take(this.now);
    if (text !== undefined) this.#say({ kind: 'info', text });
  }

  // Playing

  #move(text: string): void {
    const game = this.#game;
    const read = gameMessages.read(text);
    // A late answer to the last game's end is no move.
    if (game === undefined || text === '' || (read.ok && read.value.kind === 'ready')) return;
    const word = text.split(/\s/, 1)[0] ?? '';
    const move = game.read(word);
    const spent = Math.max(0, this.now - this.#askedAt);
    this.#stage = 'watching';
    if (move === undefined) this.#foul(`it is no move: ${word.slice(0, 20)}`);
    else if (move === 'resign') this.#ask({ kind: 'forfeit', how: 'resigned' });
    else {
      const more = { spent, ...this.#analysisIn(text) };
      this.#ask(move === 'pass' ? { kind: 'pass', ...more } : { kind: 'play', point: move, ...more });
    }
  }

  /** What follows the move, if the client has said that it sends analyses. One that is no JSON is dropped. */
  #analysisIn(text: string): { analysis?: string } {
    const [, json] = /^\S+\s+(.*)$/s.exec(text) ?? [];
    const analysis = json === undefined || !this.#analyses ? undefined : parseAnalysis(json);
    return analysis === undefined ? {} : { analysis: makeAnalysis(analysis) };
  }

  #foul(words: string): void {
    this.#fault = words;
    this.#ask({ kind: 'forfeit', how: 'fouled' });
  }

  #ask(command: Asked): void {
    this.ask(command, (answer) => this.#answered(command, answer));
  }

  #answered(command: Asked, answer: CommandAnswer): void {
    switch (command.kind) {
      case 'enter':
        if (answer.kind === 'entered') {
          this.#cameBack = answer.held;
          this.#seek();
        } else this.#end('the name is in use');
        return;
      case 'seek':
        this.#postponed.putIfNotNow(command, answer, this.now);
        if (answer.kind === 'waiting' && answer.round !== undefined) this.#waits(answer.round);
        return;
      case 'play':
      case 'pass':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) return;
        // Otherwise the game has ended meanwhile.
        if (answer.kind === 'refused' && answer.why in ILLEGAL) this.#foul(ILLEGAL[answer.why] ?? answer.why);
        return;
      case 'leave':
        this.close();
        return;
      case 'ready':
      case 'forfeit':
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        return;
      case 'begun':
        this.#tell(this.#seated().begin());
        return;
      case 'played':
      case 'passed':
        for (const message of this.#seated().moved(notice)) this.#tell(message);
        return;
      case 'ended':
        this.#ended(notice);
        return;
      case 'replaced':
        this.#say({ kind: 'info', text: 'another login is being attempted using this user name' });
        this.close();
        return;
      case 'removed':
        this.#end('you have been sent away');
        return;
      case 'farewell':
        this.#end('server stops');
        return;
      case 'directory':
      case 'news':
        this.#viewer?.hear(notice);
        return;
      // The protocol has no messages for chat, and for other players.
      case 'chat':
      case 'entered':
      case 'left':
    }
  }

  #start(started: StartedNotice): void {
    const cameBack = this.#cameBack;
    this.#game = new ServerGame(started, this.#name);
    this.#cameBack = false;
    this.#roundReminder = undefined;
    this.#fault = undefined;
    this.#stage = 'watching';
    this.#say(this.#game.setup);
    if (cameBack) this.#ask({ kind: 'ready' });
    else this.#readyAt = this.now + PREPARATION;
  }

  #tell(message: ServerMessage | undefined): void {
    if (message === undefined) return;
    if (message.kind === 'genmove') {
      this.#stage = 'move';
      this.#askedAt = this.now;
    }
    this.#say(message);
  }

  #ended(end: EndedNotice): void {
    const { result, text } = endWords(end);
    const words = this.#fault ?? text;
    this.#game = undefined;
    this.#readyAt = undefined;
    this.#postponed.drop();
    this.#stage = 'ready';
    this.#say({ kind: 'gameover', date: dayOf(this.now), result, ...(words === undefined ? {} : { text: words }) });
  }

  #seated(): ServerGame {
    if (this.#game === undefined) throw new Error('news of a game that never started');
    return this.#game;
  }

  // Leaving

  #quit(): void {
    if (['opening', 'name', 'password', 'viewing'].includes(this.#stage)) this.close();
    else this.#ask({ kind: 'leave' });
  }

  #end(words: string): void {
    this.#say({ kind: 'error', text: words });
    this.close();
  }

  #say(message: ServerMessage): void {
    this.send(lineBytes(serverMessages.make(message)));
  }
}

/** The moves that cost the game, in the words for people. */
const ILLEGAL: Readonly<Partial<Record<Refusal, string>>> = {
  'off-board': 'it is not on the board',
  occupied: 'a stone stands there',
  suicide: 'it takes the last liberty of its own stones',
  ko: 'the position has been on the board before',
};
