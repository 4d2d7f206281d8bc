import type { Command, CommandAnswer, RoundAndListenerCounts } from '../../lobby/command.ts';
import type { EndedNotice, Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import { makeAnalysis, parseAnalysis } from '../../rules/records/move-analysis.ts';
import { joinBytes, type ReadResult } from '../bytes.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import type { SignInResult } from '../server-session-types.ts';
import { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import { dayOf } from './fields.ts';
import { endTexts, isIllegalMove } from './gameover-texts.ts';
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
import { RoundReminder } from './round-reminder.ts';
import { ServerSessionGame } from './server-session-game.ts';

type SessionCommand = Extract<Command, { kind: 'enter' | 'seek' | 'ready' | 'play' | 'pass' | 'forfeit' | 'leave' }>;

/**
 * The kind of the client's next line. `waiting` and `watching`: no line is expected, because the client waits for a game or
 * for its turn.
 */
type Stage = 'opening' | 'name' | 'password' | 'waiting' | 'watching' | 'move' | 'ready' | 'viewing';

/** The milliseconds after `setup` in which an engine can prepare itself. No clock runs. */
const PREPARATION = 3_000;

/** Milliseconds after which received bytes without a line feed count as a line, because old clients send no line feed. */
const UNENDED_LINE_PAUSE = 300;

const LF = 0x0a;

/** The server's side of one client. Rulings: docs/protocols/cgos.md. */
export class CgosServerSession extends ServerSessionBase<ReceivedLine, SessionCommand> {
  readonly #listener: ListenerSettings;
  #stage: Stage = 'opening';
  #name = '';
  #sendsAnalysis = false;
  #viewer: MatchViewer | undefined;
  /** Whether the client has returned to a reserved seat. */
  #hasReturned = false;
  #game: ServerSessionGame | undefined;
  /** The time at which the seat is ready, in milliseconds since the epoch. */
  #readyAt: number | undefined;
  /** The time at which the last `genmove` was sent. */
  #genmoveAt = 0;
  /** Set while the client waits for a round. */
  #roundReminder: RoundReminder | undefined;
  readonly #postponed = new PostponedCommand<SessionCommand>();
  /** The time at which a line without a line feed counts as complete. Only before the first line feed. */
  #unendedLineDeadline: number | undefined;
  #hasLineFeeds = false;

  constructor(listener: ListenerSettings, now: number) {
    super(now);
    this.#listener = listener;
  }

  protected override greet(): void {
    this.#sendMessage({ kind: 'protocol', capabilities: [ANALYSIS] });
  }

  override get deadline(): number | undefined {
    const all = [this.#unendedLineDeadline, this.#readyAt, this.#postponed.deadline, this.#roundReminder?.deadline];
    const times = all.filter((time) => time !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  protected override onDeadline(): void {
    if (this.#readyAt !== undefined && this.#readyAt <= this.now) {
      this.#readyAt = undefined;
      this.sendCommand({ kind: 'ready' });
    }
    this.#sendRoundReminder();
    const again = this.#postponed.take(this.now);
    if (again !== undefined) this.sendCommand(again);
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    const read = readLine(bytes, LONGEST_LINE);
    if (read.kind !== 'more' || this.#hasLineFeeds) {
      this.#hasLineFeeds = true;
      this.#unendedLineDeadline = undefined;
      return read;
    }
    this.#unendedLineDeadline ??= this.now + UNENDED_LINE_PAUSE;
    if (this.#unendedLineDeadline > this.now) return read;
    this.#unendedLineDeadline = undefined;
    const line = readLine(joinBytes(bytes, Uint8Array.of(LF)), LONGEST_LINE);
    return line.kind === 'message' ? { ...line, length: bytes.length } : line;
  }

  /** Only the state of the conversation distinguishes a password from a move. */
  protected override isSecret(): boolean {
    return this.#stage === 'password';
  }

  protected override onMessage(line: ReceivedLine): void {
    if (line.kind === 'too-long') this.#end(`a line has at most ${LONGEST_LINE} bytes`);
    // Also the late line feed of a line that counted as complete without it.
    else if (line.text === '') return;
    else if (line.text === 'quit') this.#quit();
    else this.#handleLine(line.text);
  }

  #handleLine(text: string): void {
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
        this.#viewer?.receiveLine(text);
        return;
      // No line is expected.
      case 'waiting':
      case 'watching':
    }
  }

  // Signing in

  #introduce(text: string): void {
    const read = openingMessages.read(text);
    if (read.ok && read.value.kind === 'engine') {
      this.#sendsAnalysis = (read.value.text ?? '').split(' ').includes(ANALYSIS);
      this.#stage = 'name';
      this.#sendMessage({ kind: 'username' });
    } else if (read.ok && read.value.kind === 'viewer') this.#view();
    else this.#end('the answer to "protocol" begins with e1 or v1');
  }

  /** A viewer has no name. */
  #view(): void {
    this.#stage = 'viewing';
    this.#viewer = new MatchViewer({
      ask: (command, onAnswer) => this.ask(command, onAnswer),
      lookUp: (question, onFound) => this.lookUp(question, onFound),
      send: (message) => this.send(lineBytes(viewerServerMessages.make(message))),
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
    this.#sendMessage({ kind: 'password' });
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
      // Otherwise a client could not enter while its old connection is not closed yet.
      this.sendCommand({ kind: 'enter', name: this.#name, replacesOwn: true });
    }
  }

  #seek(): void {
    const { parameters, gift, round, anchors, computer } = this.#listener;
    const isAnchor = anchors.has(this.#name.toLowerCase());
    this.#stage = 'waiting';
    this.sendCommand({
      kind: 'seek',
      parameters,
      handshake: true,
      clock: { lag: gift, runsAway: true },
      pool: { ...(round === undefined ? {} : { round }), ...(isAnchor ? { anchor: true } : {}) },
      ...(computer ? {} : { opponentKind: 'person' }),
    });
  }

  #onWaitingForRound({ in: roundIn, games, players }: RoundAndListenerCounts): void {
    const { round } = this.#listener;
    if (round === undefined) return;
    this.#sendMessage({ kind: 'info', text: `Games in progress: ${games} Players:${players}` });
    this.#roundReminder = new RoundReminder(round, this.now + roundIn, this.now);
    this.#sendRoundReminder();
  }

  #sendRoundReminder(): void {
    const text = this.#roundReminder?.take(this.now);
    if (text !== undefined) this.#sendMessage({ kind: 'info', text });
  }

  // Playing

  #move(text: string): void {
    const game = this.#game;
    const read = gameMessages.read(text);
    // `ready` may be a late answer to the end of the last game.
    if (game === undefined || text === '' || (read.ok && read.value.kind === 'ready')) return;
    const word = text.split(/\s/, 1)[0] ?? '';
    const move = game.parseMove(word);
    const spent = Math.max(0, this.now - this.#genmoveAt);
    this.#stage = 'watching';
    if (move === undefined) this.#foul('off-board');
    else if (move === 'resign') this.sendCommand({ kind: 'forfeit', how: 'resigned' });
    else {
      const more = { spent, ...this.#analysisIn(text) };
      this.sendCommand(move === 'pass' ? { kind: 'pass', ...more } : { kind: 'play', point: move, ...more });
    }
  }

  /** The analysis after the move, if the client has announced analyses. An analysis that is not JSON is dropped. */
  #analysisIn(text: string): { analysis?: string } {
    const [, json] = /^\S+\s+(.*)$/s.exec(text) ?? [];
    const analysis = json === undefined || !this.#sendsAnalysis ? undefined : parseAnalysis(json);
    return analysis === undefined ? {} : { analysis: makeAnalysis(analysis) };
  }

  #foul(why: Refusal): void {
    this.sendCommand({ kind: 'forfeit', how: 'fouled', foul: why });
  }

  protected override onAnswer(command: SessionCommand, answer: CommandAnswer): void {
    switch (command.kind) {
      case 'enter':
        if (answer.kind === 'entered') {
          this.#hasReturned = answer.held;
          this.#seek();
        } else this.#end('the name is in use');
        return;
      case 'seek':
        this.#postponed.putIfNotNow(command, answer, this.now);
        if (answer.kind === 'waiting' && answer.round !== undefined) this.#onWaitingForRound(answer.round);
        return;
      case 'play':
      case 'pass':
        if (this.#postponed.putIfNotNow(command, answer, this.now)) return;
        // Otherwise the game has ended meanwhile.
        if (answer.kind === 'refused' && isIllegalMove(answer.why)) this.#foul(answer.why);
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
      case 'play-started':
        this.#sendGameMessage(this.#requireGame().begin());
        return;
      case 'played':
      case 'passed':
        for (const message of this.#requireGame().moved(notice)) this.#sendGameMessage(message);
        return;
      case 'ended':
        this.#ended(notice);
        return;
      case 'replaced':
        this.#sendMessage({ kind: 'info', text: 'another login is being attempted using this user name' });
        this.close();
        return;
      case 'removed':
        this.#end('you have been disconnected by an administrator');
        return;
      case 'farewell':
        this.#end('server stops');
        return;
      case 'directory':
      case 'spectator-update':
        this.#viewer?.notify(notice);
        return;
      // The protocol has no messages for chat, and for other players.
    }
  }

  #start(started: StartedNotice): void {
    const cameBack = this.#hasReturned;
    this.#game = new ServerSessionGame(started, this.#name);
    this.#hasReturned = false;
    this.#roundReminder = undefined;
    this.#stage = 'watching';
    this.#sendMessage(this.#game.setup);
    if (cameBack) this.sendCommand({ kind: 'ready' });
    else this.#readyAt = this.now + PREPARATION;
  }

  #sendGameMessage(message: ServerMessage | undefined): void {
    if (message === undefined) return;
    if (message.kind === 'genmove') {
      this.#stage = 'move';
      this.#genmoveAt = this.now;
    }
    this.#sendMessage(message);
  }

  #ended(end: EndedNotice): void {
    const { result, text } = endTexts(end);
    this.#game = undefined;
    this.#readyAt = undefined;
    this.#postponed.drop();
    this.#stage = 'ready';
    this.#sendMessage({
      kind: 'gameover',
      date: dayOf(this.now),
      result,
      ...(text === undefined ? {} : { text }),
    });
  }

  #requireGame(): ServerSessionGame {
    if (this.#game === undefined) throw new Error('a notice of a game that has not started');
    return this.#game;
  }

  // Leaving

  #quit(): void {
    if (['opening', 'name', 'password', 'viewing'].includes(this.#stage)) this.close();
    else this.sendCommand({ kind: 'leave' });
  }

  #end(text: string): void {
    this.#sendMessage({ kind: 'error', text });
    this.close();
  }

  #sendMessage(message: ServerMessage): void {
    this.send(lineBytes(serverMessages.make(message)));
  }
}
