import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { ReconnectingClientEvent } from '../client/reconnecting-client.ts';
import type { Intent } from '../protocols/client-session-types.ts';
import { drawDiagram } from '../rules/board-diagram.ts';
import { square } from '../rules/point.ts';
import { COMMANDS, NO_BOARD, type ParsedInput, parseInput } from './input-parser.ts';
import { TerminalSession, type TerminalSessionOptions } from './terminal-session.ts';

/** How the session ended. `connection-failed`: there was no server of this protocol; `text` is the reason. */
export type LineModeResult =
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'connection-failed'; readonly text: string };

/** Events that answer a command. */
const ANSWERS: ReadonlySet<string> = new Set([
  'played',
  'passed',
  'your-turn',
  'refused',
  'game-ended',
  'lobby',
  'connection-lost',
  'marks',
]);
const COMMANDS_WITH_ANSWER: ReadonlySet<string> = new Set(['play', 'pass', 'resign', 'lobby', 'mark', 'unmark']);
const MOVES: ReadonlySet<string> = new Set(['play', 'pass']);
/** Commands for the marking of dead stones. */
const MARKS: ReadonlySet<string> = new Set(['mark', 'unmark', 'accept-marks']);

/**
 * Plays without a terminal: commands are lines of `input`, and events are lines of `output`. A command is carried out after
 * the previous command has been answered. A move or a resignation waits until it is the player's turn. After the last line
 * of input, the player leaves when the game is over or when a move is needed.
 */
export async function playLineMode(
  options: Omit<TerminalSessionOptions, 'onChange'>,
  input: Readable,
  output: Writable,
): Promise<LineModeResult> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  return await new Promise((resolve) => {
    const end = (result: LineModeResult): void => {
      lines.close();
      resolve(result);
    };
    const plain = new LineMode(options, (line) => void output.write(`${line}\n`), end);
    lines.on('line', (line) => plain.addLine(line));
    lines.on('close', () => plain.endInput());
    plain.session.connect();
  });
}

class LineMode {
  readonly session: TerminalSession;
  readonly #print: (line: string) => void;
  readonly #lines: string[] = [];
  #hasMoreInput = true;
  #isLeaving = false;
  #hasEntered = false;
  /** Whether the last command has not been answered yet. */
  #isCommandPending = false;
  /** Whether the server has refused the name, so that the user may give another one. */
  #isNameRefused = false;
  /** Whether the player has accepted the current marks. */
  #hasAccepted = false;
  /** The last move, until the server confirms it. If the connection is lost before that, the move is lost. */
  #unconfirmedMove: { readonly line: string; readonly intent: Intent } | undefined;

  constructor(
    options: Omit<TerminalSessionOptions, 'onChange'>,
    print: (line: string) => void,
    end: (ended: LineModeResult) => void,
  ) {
    this.#print = print;
    this.session = new TerminalSession({
      ...options,
      onChange: (line, event) => {
        if (event?.kind === 'connection-failed') {
          this.#isLeaving = true;
          end(event);
        } else if (line !== undefined) this.#print(line);
        if (event !== undefined) this.#track(event);
        // Runs after all events of this message have been handled.
        queueMicrotask(() => {
          this.#runCommands();
          if (this.session.stage === 'closed') end({ kind: 'disconnected' });
        });
      },
    });
  }

  #track(event: ReconnectingClientEvent): void {
    if (ANSWERS.has(event.kind)) this.#isCommandPending = false;
    const unsure = this.#unconfirmedMove;
    switch (event.kind) {
      case 'entered':
        this.#hasEntered = true;
        this.#isNameRefused = false;
        break;
      case 'refused':
        // In protocols where the name is part of the seek, a refused name refuses the seek.
        this.#isNameRefused ||= event.intent === 'enter' || event.intent === 'seek';
        this.#unconfirmedMove = undefined;
        break;
      case 'played':
      case 'passed':
        if (unsure?.intent.kind === (event.kind === 'played' ? 'play' : 'pass')) this.#unconfirmedMove = undefined;
        break;
      case 'marking':
      case 'marks':
        this.#hasAccepted = false;
        break;
      case 'game-ended':
        this.#unconfirmedMove = undefined;
        break;
      case 'your-turn':
        // The server did not get the move before the connection was lost.
        if (unsure !== undefined) this.#lines.unshift(unsure.line);
        this.#unconfirmedMove = undefined;
        break;
      default:
    }
  }

  addLine(line: string): void {
    if (line.trim() !== '') this.#lines.push(line);
    this.#runCommands();
  }

  endInput(): void {
    this.#hasMoreInput = false;
    this.#runCommands();
  }

  #runCommands(): void {
    for (let line = this.#lines[0]; line !== undefined && !this.#isLeaving; line = this.#lines[0]) {
      const typed = parseInput(line, this.session.game?.info);
      if (!typed.ok && typed.problem === NO_BOARD && this.session.stage !== 'closed' && !this.#isOver) return;
      if (typed.ok && !this.#isDue(typed.value)) return;
      this.#lines.shift();
      if (typed.ok) this.#carryOut(typed.value, line);
      else this.#print(typed.problem);
    }
    if (this.#hasMoreInput) return;
    if (this.#isDone) this.#carryOut({ kind: 'quit' });
    else if (this.#isMarking && !this.#hasAccepted && !this.#isLeaving)
      this.#carryOut({ kind: 'intent', intent: { kind: 'accept-marks' } });
  }

  #isDue(typed: ParsedInput): boolean {
    const { stage, game } = this.session;
    if (stage === 'closed') return true;
    if (typed.kind === 'quit') return this.#hasEntered && !this.#isCommandPending;
    // The board must include the stone of the previous command.
    if (typed.kind === 'board') return !this.#isCommandPending;
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
        return stage === 'playing' ? game?.ownColorToMove !== undefined && !this.#isCommandPending : this.#isOver;
      case 'seek':
        return stage === 'idle' || stage === 'waiting';
      case 'enter':
        return this.#hasEntered || this.#isNameRefused;
      case 'cancel':
        return true;
      default:
        return this.#hasEntered && !this.#isCommandPending;
    }
  }

  get #isMarking(): boolean {
    return this.session.game?.marks !== undefined && !this.#isCommandPending;
  }

  /** No game runs, and no remaining command will start one. */
  get #isOver(): boolean {
    return this.session.stage === 'idle' && (this.session.game?.ending !== undefined || !this.#hasMoreInput);
  }

  /** Whether a player without further input has to leave now: no game runs, or a move is needed. */
  get #isDone(): boolean {
    const { stage, game } = this.session;
    if (stage === 'closed' || this.#isLeaving) return false;
    return stage === 'playing' ? game?.ownColorToMove !== undefined && !this.#isCommandPending : this.#isOver;
  }

  #carryOut(typed: ParsedInput, line = ''): void {
    switch (typed.kind) {
      case 'intent':
        this.#perform(typed.intent, line);
        break;
      case 'quit':
        this.#isLeaving = true;
        this.session.perform({ kind: 'leave' });
        break;
      case 'board':
        this.#print(this.#board());
        break;
      case 'help':
        for (const [command, meaning] of COMMANDS) this.#print(`${command.padEnd(20)} ${meaning}`);
    }
  }

  #perform(intent: Intent, line: string): void {
    const needsGame = MARKS.has(intent.kind) || MOVES.has(intent.kind) || intent.kind === 'resign';
    if (intent.kind === 'accept-marks') this.#hasAccepted = true;
    if (needsGame && this.session.stage !== 'playing') this.#print('there is no game');
    else if (COMMANDS_WITH_ANSWER.has(intent.kind) && !this.#isMarked(intent)) this.#sendCommand(intent, line);
    else this.session.perform(intent);
  }

  /** Whether the intent marks a stone that is marked already. The server does not answer this. */
  #isMarked(intent: Intent): boolean {
    const { marks } = this.session.game ?? {};
    return (intent.kind === 'mark' || intent.kind === 'play') && (marks?.has(intent.point) ?? false);
  }

  #sendCommand(intent: Intent, line: string): void {
    this.#isCommandPending = true;
    if (MOVES.has(intent.kind) && this.session.game?.marks === undefined) this.#unconfirmedMove = { line, intent };
    if (this.session.perform(intent)) return;
    this.#isCommandPending = false;
    this.#unconfirmedMove = undefined;
  }

  #board(): string {
    const { game } = this.session;
    if (game === undefined) return NO_BOARD;
    const { black, white } = game.captures;
    const drawing = drawDiagram(square(game.info.size), (point) => game.at(point), { coordinates: game.info.game });
    return game.info.game === 'go' ? `${drawing}\ncaptured by black ${black}, by white ${white}` : drawing;
  }
}
