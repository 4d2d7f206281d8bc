import type { Notice } from '../../lobby/notice.ts';
import { lineText } from '../../sanitize-text.ts';
import { type ReadResult, utf8 } from '../bytes.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import type { SignInResult } from '../server-session-types.ts';
import { LONGEST_LINE, type ReceivedLine } from '../text-line.ts';
import { BANNER, entryLine } from './banner.ts';
import { ChatCommands } from './chat-commands.ts';
import { type ClientCommand, commandMessages, isCommand, MEANINGLESS, plainCommand } from './client-messages.ts';
import { ClientToggles } from './client-toggles.ts';
import { DirectoryAnnouncements } from './directory-announcements.ts';
import { DirectoryLists } from './directory-lists.ts';
import { HELP_LINES } from './help.ts';
import { MatchRequests } from './match-requests.ts';
import { isName, NAME_FORM } from './name.ts';
import { ObservedGames } from './observed-games.ts';
import { OwnAdjournedGames } from './own-adjourned-games.ts';
import { OwnGame } from './own-game.ts';
import { STATES } from './server-messages.ts';
import type { ServerSessionGame } from './server-session-game.ts';
import type { SessionContext } from './session-context.ts';
import { TelnetLineReader } from './telnet-line-reader.ts';
import { terminalLines } from './terminal-lines.ts';

const END = '\r\n';
const LOGIN = 'Login: ';
/** The maximum number of wrong passwords on one connection. */
const MAX_ATTEMPTS = 3;
/** The highest number that is appended to the name `guest`. */
const MAX_GUESTS = 9_999;

/** The server's side of one client. Rulings: docs/protocols/igs.md. */
export class IgsServerSession extends ServerSessionBase<ReceivedLine> {
  readonly #reader = new TelnetLineReader();
  readonly #toggles = new ClientToggles();
  readonly #own: OwnGame;
  readonly #observed: ObservedGames;
  readonly #requests: MatchRequests;
  readonly #lists: DirectoryLists;
  readonly #chat: ChatCommands;
  readonly #adjourned: OwnAdjournedGames;
  readonly #serverAnnouncements: DirectoryAnnouncements;
  #stage: 'name' | 'password' | 'entering' | 'in' = 'name';
  #name = '';
  #attempts = 0;
  /** Whether the last text was a prompt without a line end, for a terminal, and no line was received after it. */
  #isPrompted = false;
  /** Whether the command that was answered last still needs a prompt. */
  #owesPrompt = false;

  constructor(usualKomi: number, now: number) {
    super(now);
    const link = this.#link();
    this.#own = new OwnGame(link, usualKomi);
    this.#observed = new ObservedGames(link);
    this.#requests = new MatchRequests(link, usualKomi);
    this.#lists = new DirectoryLists(link, this.#observed);
    this.#adjourned = new OwnAdjournedGames(link);
    this.#serverAnnouncements = new DirectoryAnnouncements(link, this.#toggles);
    this.#chat = new ChatCommands(link, this.#observed);
  }

  /** The object through which the helper classes use the session. */
  #link(): SessionContext {
    const session = this;
    return {
      get name() {
        return session.#name;
      },
      get now() {
        return session.now;
      },
      get own() {
        return session.#own.game;
      },
      ask: (command, onAnswer) => session.ask(command, onAnswer),
      lookUp: (question, onFound) => session.lookUp(question, onFound),
      sendWithoutPrompt: (...lines) => session.#sendWithoutPrompt(lines),
      send: (...lines) => session.#send(...lines),
      promptAfterNotices: () => {
        session.#owesPrompt = true;
      },
      sendWithBoard: (game, lines) => session.#sendWithBoard(game, lines),
    };
  }

  /** The banner and the prompt are one write, because clients search for the prompt at the end of the received bytes. */
  protected override greet(): void {
    this.send(utf8(`${BANNER}${END}${LOGIN}`));
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    return this.#reader.read(bytes);
  }

  protected override isSecret(): boolean {
    return this.#stage === 'password';
  }

  protected override onMessage(message: ReceivedLine): void {
    if (message.kind === 'too-long') {
      this.#end(`5 A line has at most ${LONGEST_LINE} bytes.`);
      return;
    }
    const { text } = message;
    switch (this.#stage) {
      case 'name':
        this.#takeName(text);
        return;
      case 'password':
        this.#password(text);
        return;
      case 'entering':
        return;
      case 'in':
        this.#handleLine(text);
    }
  }

  // Signing in

  #takeName(name: string): void {
    if (name === '') this.send(utf8(END + LOGIN));
    else if (!isName(name)) this.send(utf8(`${END}5 A name has ${NAME_FORM}.${END}${LOGIN}`));
    else {
      this.#name = name;
      this.#stage = 'password';
      // All clients accept this line as the prompt for the password, so a prompt without a line end is not needed.
      this.send(utf8(`${END}1 ${STATES.password}${END}`));
    }
  }

  #password(password: string): void {
    this.#stage = 'entering';
    this.signIn({ name: this.#name, password, ifUnknown: 'ignore' }, (result) => this.#signedIn(result));
  }

  #signedIn(result: SignInResult): void {
    if (result.kind !== 'refused') {
      // Only a subscriber that enters is shown the seeks that name it.
      this.ask({ kind: 'observe' }, () => this.#enter(this.#name, 1));
      return;
    }
    if (result.isBusy !== true) this.#attempts++;
    const lines = result.isBusy ? [`5 ${result.reason}`] : ['5 Invalid password.', `9 ${result.reason}`];
    if (this.#attempts >= MAX_ATTEMPTS) this.#end(...lines);
    else {
      this.#stage = 'name';
      this.send(utf8(`${lines.join(END)}${END}${END}${LOGIN}`));
    }
  }

  /** Enters. Several clients may use the name `guest`: they get numbers. */
  #enter(name: string, count: number): void {
    this.ask({ kind: 'enter', name, receives: ['chat', 'arrivals'], canMark: true, replacesOwn: true }, (answer) => {
      if (answer.kind === 'entered') this.#entered(name, answer.held);
      else if (/^guest$/i.test(this.#name) && count < MAX_GUESTS) this.#enter(`${this.#name}${count + 1}`, count + 1);
      else this.#end(`5 The name ${name} is in use.`);
    });
  }

  #entered(name: string, isHeld: boolean): void {
    this.#name = name;
    this.#stage = 'in';
    this.#send(`1 ${STATES.idle}`, entryLine(this.now));
    if (isHeld) this.ask({ kind: 'return' }, () => {});
  }

  // Commands

  #handleLine(text: string): void {
    this.#isPrompted = false;
    const plain = plainCommand(text);
    const read = commandMessages.read(plain);
    if (plain === '') this.#send();
    else if (read.ok) this.#command(read.value);
    else this.#unknown(text, plain);
  }

  /** Answers an unknown line. Clients wait for a prompt after every line. */
  #unknown(text: string, plain: string): void {
    const word = firstWord(plain);
    if (MEANINGLESS.has(word)) this.#send();
    else if (isCommand(word)) this.#send('5 Invalid parameters');
    else this.#send(`5 ${firstWord(text.trim())}: Unknown command.`);
  }

  #command(command: ClientCommand): void {
    switch (command.kind) {
      case 'toggle':
        this.#toggle(command.what, command.value);
        return;
      case 'match':
      case 'nmatch':
        this.#requests.match(command);
        return;
      case 'decline':
        if (this.#own.game === undefined) this.#requests.decline(command.name);
        else this.#own.declineProposal();
        return;
      case 'withdraw':
        this.#requests.withdraw();
        return;
      case 'seek':
        this.#requests.seek(command.terms ?? '');
        return;
      case 'move':
      case 'pass':
      case 'resign':
      case 'undo':
      case 'undoplease':
      case 'noundo':
      case 'done':
      case 'score':
      case 'adjourn':
        this.#own.execute(command);
        return;
      case 'komi':
      case 'handicap':
      case 'free':
      case 'unfree':
      case 'addtime':
        this.#requests.setTerm(command);
        return;
      case 'load':
        this.#adjourned.load(command.which);
        return;
      case 'stored':
        this.#adjourned.list(command.name ?? this.#name);
        return;
      case 'time':
        this.#observed.about(command.game, (game) => this.#send(game.header(this.now)));
        return;
      case 'refresh':
        this.#observed.about(command.game, (game) => this.#send(...game.drawing()));
        return;
      case 'moves':
        this.#observed.withGame(command.game, (game) => this.#send(game.header(this.now), ...game.moveLines()));
        return;
      case 'status':
        this.#observed.withGame(command.game, (game) => this.#sendWithBoard(game, game.positionLines(this.now)));
        return;
      case 'all':
        this.#observed.listObservers(command.game);
        return;
      case 'observe':
        this.#observed.toggle(command.game);
        return;
      case 'unobserve':
        this.#observed.stop(command.game);
        return;
      case 'games':
      case 'who':
      case 'userlist':
      case 'stats':
      case 'results':
        this.#lists.execute(command);
        return;
      case 'tell':
      case 'message':
      case 'say':
      case 'kibitz':
      case 'shout':
      case 'yell':
        this.#chat.execute(command);
        return;
      case 'help':
        this.#send('8 File', ...HELP_LINES, '8 File');
        return;
      case 'ayt':
      case 'id':
        this.#send(...(command.kind === 'ayt' ? ['9 yes'] : []));
        return;
      case 'quit':
        this.ask({ kind: 'leave' }, () => this.close());
    }
  }

  #toggle(what: string, value: string | undefined): void {
    const wasOpen = this.#toggles.isOpen;
    const line = this.#toggles.set(what, value);
    const { isOpen } = this.#toggles;
    if (isOpen === wasOpen) this.#send(line);
    else this.ask({ kind: 'set-open', open: isOpen }, () => this.#send(line));
  }

  // Notices

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#requests.started();
        this.#own.start(notice);
        this.#observed.watchOwn(notice.game, notice.key);
        return;
      case 'played':
      case 'passed':
        this.#own.moved(notice);
        return;
      case 'marking':
        this.#own.marking(notice);
        return;
      case 'marked':
        this.#own.marked(notice);
        return;
      case 'accepted':
        this.#own.accepted(notice);
        return;
      case 'resumed':
        this.#own.resumed(notice);
        return;
      case 'ended':
        this.#serverAnnouncements.markAnnounced(this.#own.game?.terms.id);
        this.#own.ended(notice);
        return;
      case 'adjourned-games':
        if (this.#stage === 'in') this.#adjourned.changed(notice.games);
        return;
      case 'spectator-update':
        if (notice.update.kind === 'ended' && this.#observed.find(notice.game) !== undefined)
          this.#serverAnnouncements.markAnnounced(notice.game);
        if (notice.game === this.#own.game?.terms.id) this.#own.onSpectatorUpdate(notice.update);
        else this.#observed.notify(notice);
        return;
      case 'chat':
        if (notice.to !== 'everyone' || !this.#toggles.isQuiet) this.#chat.notify(notice);
        return;
      case 'entered':
        if (this.#stage === 'in') this.#serverAnnouncements.entered(notice.name);
        return;
      case 'left':
        this.#requests.left(notice.name);
        if (this.#stage === 'in') this.#serverAnnouncements.left(notice.name);
        return;
      case 'directory':
        this.#directoryChanged(notice);
        return;
      case 'replaced':
        this.#end('9 Another connection uses your name.');
        return;
      case 'removed':
        this.#end('9 You have been disconnected by an administrator.');
        return;
      case 'farewell':
        this.#end('4 **** Server shutdown started by admin. ****');
        return;
      case 'play-started':
    }
  }

  #directoryChanged({ changes }: Notice & { readonly kind: 'directory' }): void {
    if (this.#stage !== 'in') return;
    this.#requests.changed(changes, this.#toggles.isOpen);
    this.#serverAnnouncements.changed(changes);
  }

  protected override onProceed(): void {
    if (this.#owesPrompt) this.#send();
  }

  // Sending

  #sendWithoutPrompt(lines: readonly string[]): void {
    if (lines.length > 0) this.send(utf8(this.#format(lines)));
    this.#isPrompted = false;
  }

  /** Sends lines and the prompt in one write. A terminal gets no second prompt without lines before it. */
  #send(...lines: string[]): void {
    const { isClient } = this.#toggles;
    this.#owesPrompt = false;
    if (!this.#isPrompted || lines.length > 0)
      this.send(utf8(this.#format(lines) + (isClient ? `1 ${this.#state}${END}` : '#> ')));
    this.#isPrompted = !isClient;
  }

  #sendWithBoard(game: ServerSessionGame, lines: readonly string[]): void {
    this.#send(...lines, ...(this.#toggles.isClient ? [] : game.drawing()));
  }

  /** Formats lines. A terminal gets them on a new line after the prompt. */
  #format(lines: readonly string[]): string {
    const shown = this.#toggles.isClient ? lines : terminalLines(lines);
    return (this.#isPrompted ? END : '') + shown.map((each) => each + END).join('');
  }

  get #state(): string {
    const own = this.#own.game;
    if (own !== undefined) return own.dead === undefined ? STATES.playing : STATES.scoring;
    return this.#observed.isEmpty ? STATES.idle : STATES.observing;
  }

  #end(...lines: string[]): void {
    // The prompt for the name has no line end.
    this.#sendWithoutPrompt(this.#stage === 'name' ? ['', ...lines] : lines);
    this.close();
  }
}

const firstWord = (text: string): string => lineText(text.split(/\s/, 1)[0] ?? '').slice(0, 40);
