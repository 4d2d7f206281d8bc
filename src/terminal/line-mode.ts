import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ClientNews } from '../client/reconnecting-client.ts';
import type { Intent } from '../protocols/client-session-types.ts';
import { drawDiagram } from '../rules/board-diagram.ts';
import { square } from '../rules/point.ts';
import { COMMANDS, NO_BOARD, type ParsedInput, parseInput } from './input-parser.ts';
import { TerminalSession, type TerminalSessionOptions } from './terminal-session.ts';

/** How the session ended; `failed` with the reason if there was no server of this protocol. */
export type SessionEnd = { readonly kind: 'parted' } | { readonly kind: 'failed'; readonly words: string };

/** News that answers a command. */
const ANSWERS: ReadonlySet<string> = new Set([
  'played',
  'passed',
  'your-turn',
  'refused',
  'ended',
  'lobby',
  'lost',
  'marks',
]);
const COMMANDS_WITH_ANSWER: ReadonlySet<string> = new Set(['play', 'pass', 'resign', 'lobby', 'mark', 'unmark']);
const MOVES: ReadonlySet<string> = new Set(['play', 'pass']);
/** Commands for the marking of dead stones. */
const MARKS: ReadonlySet<string> = new Set(['mark', 'unmark', 'accept-marks']);

/**
 * Plays without a terminal: commands are lines of `input`, events are lines of `output`. A command is carried out when
 * the one before it has been answered; a move or a resignation waits for its turn. After the last line, leaves when the
 * game is over or when it would have to move.
 */
export async function playLineMode(
  options: Omit<TerminalSessionOptions, 'onChange'>,
  input: Readable,
  output: Writable,
): Promise<SessionEnd> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  return await new Promise((resolve) => {
    const end = (ended: SessionEnd): void => {
      lines.close();
      resolve(ended);
    };
    const plain = new LineMode(options, (line) => void output.write(`${line}\n`), end);
    lines.on('line', (line) => plain.typed(line));
    lines.on('close', () => plain.nothingMore());
    plain.session.connect();
  });
}

class LineMode {
  readonly session: TerminalSession;
  readonly #print: (line: string) => void;
  readonly #waiting: string[] = [];
  #hasMore = true;
  #leaving = false;
  #entered = false;
  /** Whether a command waits for its answer. */
  #asking = false;
  /** Whether the name was refused; another one may be given. */
  #nameless = false;
  /** The marks as they are now are accepted. */
  #hasAccepted = false;
  /** The last move until it is known to be accepted: it is lost if the connection is lost. */
  #unsure: { readonly line: string; readonly intent: Intent } | undefined;

  constructor(
    options: Omit<TerminalSessionOptions, 'onChange'>,
    print: (line: string) => void,
    end: (ended: SessionEnd) => void,
  ) {
    this.#print = print;
    this.session = new TerminalSession({
      ...options,
      onChange: (line, heard) => {
        if (heard?.kind === 'failed') {
          this.#leaving = true;
          end(heard);
        } else if (line !== undefined) this.#print(line);
        if (heard !== undefined) this.#note(heard);
        // Runs after all events of this message have been handled.
        queueMicrotask(() => {
          this.#goOn();
          if (this.session.stage === 'closed') end({ kind: 'parted' });
        });
      },
    });
  }

  #note(heard: ClientNews): void {
    if (ANSWERS.has(heard.kind)) this.#asking = false;
    const unsure = this.#unsure;
    switch (heard.kind) {
      case 'entered':
        this.#entered = true;
        this.#nameless = false;
        break;
      case 'refused':
        // In protocols where the name is part of the seek, a refused name refuses the seek.
        this.#nameless ||= heard.what === 'enter' || heard.what === 'seek';
        this.#unsure = undefined;
        break;
      case 'played':
      case 'passed':
        if (unsure?.intent.kind === (heard.kind === 'played' ? 'play' : 'pass')) this.#unsure = undefined;
        break;
      case 'marking':
      case 'marks':
        this.#hasAccepted = false;
        break;
      case 'ended':
        this.#unsure = undefined;
        break;
      case 'your-turn':
        // The server did not get the move before the connection was lost.
        if (unsure !== undefined) this.#waiting.unshift(unsure.line);
        this.#unsure = undefined;
        break;
      default:
    }
  }

  typed(line: string): void {
    if (line.trim() !== '') this.#waiting.push(line);
    this.#goOn();
  }

  nothingMore(): void {
    this.#hasMore = false;
    this.#goOn();
  }

  #goOn(): void {
    for (let line = this.#waiting[0]; line !== undefined && !this.#leaving; line = this.#waiting[0]) {
      const typed = parseInput(line, this.session.game?.game);
      if (!typed.ok && typed.problem === NO_BOARD && this.session.stage !== 'closed' && !this.#isOver) return;
      if (typed.ok && !this.#isDue(typed.value)) return;
      this.#waiting.shift();
      if (typed.ok) this.#do(typed.value, line);
      else this.#print(typed.problem);
    }
    if (this.#hasMore) return;
    if (this.#isDone) this.#do({ kind: 'quit' });
    else if (this.#isMarking && !this.#hasAccepted && !this.#leaving)
      this.#do({ kind: 'want', intent: { kind: 'accept-marks' } });
  }

  #isDue(typed: ParsedInput): boolean {
    const { stage, game } = this.session;
    if (stage === 'closed') return true;
    if (typed.kind === 'quit') return this.#entered && !this.#asking;
    // The board must include the stone of the previous command.
    if (typed.kind === 'board') return !this.#asking;
    if (typed.kind === 'help') return true;
    switch (typed.intent.kind) {
      case 'mark':
      case 'unmark':
      case 'accept-marks':
        return stage === 'playing' ? this.#isMarking : this.#isOver;
      case 'play':
      case 'pass':
      case 'resign':
        if (this.#isMarking) return true;
        return stage === 'playing' ? game?.wanted !== undefined && !this.#asking : this.#isOver;
      case 'seek':
        return stage === 'idle' || stage === 'waiting';
      case 'enter':
        return this.#entered || this.#nameless;
      case 'cancel':
        return true;
      default:
        return this.#entered && !this.#asking;
    }
  }

  get #isMarking(): boolean {
    return this.session.game?.marks !== undefined && !this.#asking;
  }

  /** No game runs, and no remaining command will start one. */
  get #isOver(): boolean {
    return this.session.stage === 'idle' && (this.session.game?.over !== undefined || !this.#hasMore);
  }

  /** No command is left. */
  get #isDone(): boolean {
    const { stage, game } = this.session;
    if (stage === 'closed' || this.#leaving) return false;
    return stage === 'playing' ? game?.wanted !== undefined && !this.#asking : this.#isOver;
  }

  #do(typed: ParsedInput, line = ''): void {
    switch (typed.kind) {
      case 'want':
        this.#want(typed.intent, line);
        break;
      case 'quit':
        this.#leaving = true;
        this.session.want({ kind: 'leave' });
        break;
      case 'board':
        this.#print(this.#board());
        break;
      case 'help':
        for (const [command, meaning] of COMMANDS) this.#print(`${command.padEnd(20)} ${meaning}`);
    }
  }

  #want(intent: Intent, line: string): void {
    const needsGame = MARKS.has(intent.kind) || MOVES.has(intent.kind) || intent.kind === 'resign';
    if (intent.kind === 'accept-marks') this.#hasAccepted = true;
    if (needsGame && this.session.stage !== 'playing') this.#print('there is no game');
    else if (COMMANDS_WITH_ANSWER.has(intent.kind) && !this.#isMarked(intent)) this.#ask(intent, line);
    else this.session.want(intent);
  }

  /** That a stone is dead already has no answer. */
  #isMarked(intent: Intent): boolean {
    const { marks } = this.session.game ?? {};
    return (intent.kind === 'mark' || intent.kind === 'play') && (marks?.has(intent.point) ?? false);
  }

  #ask(intent: Intent, line: string): void {
    this.#asking = true;
    if (MOVES.has(intent.kind) && this.session.game?.marks === undefined) this.#unsure = { line, intent };
    if (this.session.want(intent)) return;
    this.#asking = false;
    this.#unsure = undefined;
  }

  #board(): string {
    const { game } = this.session;
    if (game === undefined) return NO_BOARD;
    const { black, white } = game.captures;
    const drawing = drawDiagram(square(game.game.size), (point) => game.at(point), { coordinates: game.game.game });
    return game.game.game === 'go' ? `${drawing}\ncaptured by black ${black}, by white ${white}` : drawing;
  }
}
