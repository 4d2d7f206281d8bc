import type { ReconnectingClientEvent } from '../client/reconnecting-client.ts';
import type { Clock } from '../clock.ts';
import type { Intent } from '../protocols/client-session-types.ts';
import { type Point, pointAt, square } from '../rules/point.ts';
import { plainText } from '../sanitize-text.ts';
import { minutes, type ScreenView } from './draw-screen.ts';
import { commandsOf, type ParsedInput, parseInput } from './input-parser.ts';
import { type DisplayedTime, TerminalSession, type TerminalSessionOptions } from './terminal-session.ts';

/** A key that was pressed. `name` is the terminal's name of the key, and `text` is the text that the key produces, if any. */
export interface KeyPress {
  readonly name: string;
  readonly text: string;
  readonly ctrl: boolean;
}

/** The number of messages that are kept. */
const MOST_MESSAGES = 200;
/** Events that answer a move. Until it comes, no other move is sent, so that pressing a key twice plays only one stone. */
const ANSWERS: ReadonlySet<ReconnectingClientEvent['kind']> = new Set([
  'played',
  'passed',
  'your-turn',
  'refused',
  'game-ended',
  'connection-lost',
]);
/** Events after which a question about the game has no meaning any more. */
const ENDS_QUESTION: ReadonlySet<ReconnectingClientEvent['kind']> = new Set([
  'game-started',
  'game-ended',
  'connection-lost',
  'disconnected',
]);
/** The longest input line, in characters. */
const LONGEST_INPUT = 500;

/** The questions before an intent that is hard to undo. */
const QUESTIONS = {
  resign: 'resign this game? y/n, then Enter',
  pass: 'pass on an open board? y/n, then Enter',
} as const;
const YES = /^(?:y|yes)$/i;
const NO = /^(?:n|no)?$/i;

const ENTER: ReadonlySet<string> = new Set(['return', 'enter']);
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

export interface FullScreenOptions extends Omit<TerminalSessionOptions, 'onChange'> {
  readonly title: string;
  readonly clock: Clock;
  /** Called when the screen must be drawn again. */
  readonly onChange: () => void;
  /** Called when the user leaves. */
  readonly onEnd: (why: string | undefined) => void;
}

/** The state of the full screen: a board with a cursor, an input line, and messages. */
export class FullScreenState {
  readonly #options: FullScreenOptions;
  readonly #session: TerminalSession;
  readonly #messages: string[] = [];
  #cursor = 0 as Point;
  #input = '';
  #help = false;
  /** Whether a move was sent and is not answered yet. */
  #isMovePending = false;
  #leaving = false;
  /** Whether the user was asked before leaving this game, and has done nothing else in it since. */
  #hasAskedAboutLeaving = false;
  /** The resignation or pass that is sent only after the user has confirmed it. */
  #unconfirmed: 'resign' | 'pass' | undefined;

  constructor(options: FullScreenOptions) {
    this.#options = options;
    this.#session = new TerminalSession({ ...options, onChange: (line, event) => this.#onChange(line, event) });
  }

  start(): void {
    this.#session.connect();
  }

  press(key: KeyPress): void {
    const { name, text, ctrl } = key;
    const arrow = ARROWS[name];
    if (ctrl && (name === 'c' || name === 'd')) this.#leave();
    else if (this.#help) this.#closeHelp(key);
    else if (arrow !== undefined) this.#move(...arrow);
    else if (ENTER.has(name)) this.#enter();
    else if (name === 'escape') this.#clearInput();
    else if (name === 'backspace') this.#input = this.#input.slice(0, -1);
    else if (text === '?' && this.#input === '') this.#help = true;
    else this.#type(key);
    this.#options.onChange();
  }

  /** Any key closes the help. A character is also typed; other keys have no other effect. */
  #closeHelp(key: KeyPress): void {
    this.#help = false;
    if (key.text !== '?') this.#type(key);
  }

  /** Escape also answers a question with no. */
  #clearInput(): void {
    this.#input = '';
    this.#unconfirmed = undefined;
  }

  #type({ text, ctrl }: KeyPress): void {
    if (!ctrl && text !== '' && !/\p{Cc}/u.test(text) && this.#input.length < LONGEST_INPUT) this.#input += text;
  }

  view(size: { readonly columns: number; readonly rows: number; readonly rich: boolean }): ScreenView {
    return {
      ...size,
      title: this.#options.title,
      status: this.#status(),
      game: this.#session.game,
      cursor: this.#cursor,
      timeLeft: this.#timeLeft,
      commands: commandsOf(this.#session.protocol.intents),
      messages: this.#messages,
      input: this.#input,
      help: this.#help,
    };
  }

  get #timeLeft(): DisplayedTime | undefined {
    return this.#session.timeLeft(this.#options.clock.now());
  }

  #status(): string {
    if (this.#help) return `press any key to close${this.#timeLeftText()}`;
    if (this.#unconfirmed !== undefined) return QUESTIONS[this.#unconfirmed];
    const { stage, game } = this.#session;
    switch (stage) {
      case 'connecting':
        return 'connecting to the server ...';
      case 'idle':
        return 'no game: type seek to find an opponent, ? for help';
      case 'waiting':
        return `waiting for an opponent; ${this.#session.protocol.intents.includes('cancel') ? 'cancel' : 'quit'} stops waiting, ? for help`;
      case 'playing':
        if (game?.marks !== undefined)
          return `${game.marks.size} dead: type or pick a point of dead stones, alive, or accept; ? for help`;
        if (game?.ownColorToMove === undefined) return 'the other side is to move; ? for help';
        return `your turn, ${game.ownColorToMove}${this.#timeLeftText()}: type a point, or arrows and Enter; ? for help`;
      case 'connection-lost':
        return 'connection lost; reconnecting';
      case 'closed':
        return `${game?.ending === undefined ? 'the connection is closed' : 'the game is over'}: type seek to play again, or quit`;
    }
  }

  #timeLeftText(): string {
    const { turn, left } = this.#timeLeft ?? {};
    const time = turn ?? left;
    return time === undefined ? '' : `, ${minutes(time)} left`;
  }

  #addMessage(line: string): void {
    this.#messages.push(line);
    if (this.#messages.length > MOST_MESSAGES) this.#messages.shift();
  }

  #onChange(line: string | undefined, event: ReconnectingClientEvent | undefined): void {
    // The status line already shows whose turn it is.
    if (line !== undefined && event?.kind !== 'your-turn') this.#addMessage(line);
    if (event !== undefined && ANSWERS.has(event.kind)) this.#isMovePending = false;
    if (event !== undefined && ENDS_QUESTION.has(event.kind)) this.#unconfirmed = undefined;
    if (event?.kind === 'game-started') {
      this.#hasAskedAboutLeaving = false;
      this.#center();
    }
    if (event?.kind === 'connection-failed') this.#options.onEnd(event.text);
    else if (event?.kind === 'disconnected' && (this.#leaving || this.#session.game === undefined))
      this.#options.onEnd(undefined);
    this.#options.onChange();
  }

  #center(): void {
    const size = this.#session.game?.info.size ?? 1;
    const middle = Math.floor((size - 1) / 2);
    this.#cursor = pointAt(square(size), middle, middle)!;
  }

  #move(dx: number, dy: number): void {
    const size = this.#session.game?.info.size;
    if (size === undefined) return;
    const within = (at: number): number => Math.min(Math.max(0, at), size - 1);
    const x = within((this.#cursor % size) + dx);
    const y = within(Math.floor(this.#cursor / size) + dy);
    this.#cursor = pointAt(square(size), x, y)!;
  }

  #enter(): void {
    const line = this.#input;
    this.#input = '';
    const asked = this.#unconfirmed;
    this.#unconfirmed = undefined;
    if (asked !== undefined && YES.test(line.trim())) this.#perform({ kind: asked });
    else if (asked !== undefined && NO.test(line.trim())) return;
    else if (line.trim() !== '') this.#enterCommand(line);
    else if (line === '' && this.#acceptsPoint) this.#perform({ kind: 'play', point: this.#cursor });
  }

  /** Whether Enter plays or marks the point under the cursor: it is our turn, or dead stones are marked. */
  get #acceptsPoint(): boolean {
    const { ownColorToMove, marks } = this.#session.game ?? {};
    return ownColorToMove !== undefined || marks !== undefined;
  }

  #perform(intent: Intent): void {
    this.#hasAskedAboutLeaving = false;
    const isMove = intent.kind === 'play' || intent.kind === 'pass';
    if (isMove && this.#isMovePending) return;
    const isSent = this.#session.perform(intent);
    if (isMove) this.#isMovePending = isSent && this.#session.game?.ownColorToMove !== undefined;
    if (isSent && intent.kind === 'chat')
      this.#addMessage(plainText(`you${intent.to === undefined ? '' : ` to ${intent.to}`}: ${intent.text}`));
  }

  /** Whether the user must confirm: a resignation, or a pass while much of the board is open. */
  #needsQuestion(intent: Intent): intent is Intent & { readonly kind: 'resign' | 'pass' } {
    const { game, protocol } = this.#session;
    if (game === undefined || game.ending !== undefined || !protocol.intents.includes(intent.kind)) return false;
    if (intent.kind === 'resign') return true;
    return intent.kind === 'pass' && game.ownColorToMove !== undefined && game.isPassPremature;
  }

  #enterCommand(line: string): void {
    const typed = parseInput(line, this.#session.game?.info);
    if (typed.ok) this.#carryOut(typed.value);
    else this.#onChange(typed.problem, undefined);
  }

  #carryOut(typed: ParsedInput): void {
    switch (typed.kind) {
      case 'intent':
        if (typed.intent.kind === 'play') this.#cursor = typed.intent.point;
        if (this.#needsQuestion(typed.intent)) this.#unconfirmed = typed.intent.kind;
        else this.#perform(typed.intent);
        break;
      case 'quit':
        this.#leave();
        break;
      case 'help':
        this.#help = true;
        break;
      case 'board':
        break;
    }
  }

  /** Leaves the server. In a running game, only the second request leaves. A further one does not wait for the server. */
  #leave(): void {
    this.#unconfirmed = undefined;
    const { stage, game } = this.#session;
    const isPlaying = game !== undefined && game.ending === undefined;
    if (this.#leaving || stage === 'closed') this.#options.onEnd(undefined);
    else if (isPlaying && !this.#hasAskedAboutLeaving) {
      this.#hasAskedAboutLeaving = true;
      this.#addMessage('If you leave now, you may lose the game. To leave, press Ctrl-C or type quit again.');
    } else {
      this.#leaving = true;
      this.#session.perform({ kind: 'leave' });
    }
  }
}
