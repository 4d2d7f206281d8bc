import { tmpdir } from 'node:os';
import type { Move } from '../../lobby/games/game-event.ts';
import { ok, problem, type Result } from '../../result.ts';
import { coordinates, pointAt, square } from '../../rules/point.ts';
import type { EngineChoice, EngineTimeLimits, GomokuSituation, Situation } from '../engine.ts';
import { moveLimit, reportedClock, timeAfter } from '../engine-time-margins.ts';
import type { EngineTimeouts } from '../engine-timeouts.ts';
import type { ExternalEngine } from '../external-engine.ts';
import type { EngineLog, LineBasedProgram } from '../line-based-program.ts';
import { newMoves } from '../new-moves.ts';
import {
  type Coordinates,
  type EngineMessage,
  type ErrorAnswer,
  LINE_END,
  type ManagerMessage,
  makeManagerMessage,
  nameIn,
  parseEngineMessage,
} from './piskvork-codec.ts';
import { boardMessages, gameInformation, type InfoMessage, timeLeft, timeLimits } from './piskvork-game-setup.ts';

/** Milliseconds for an engine to repeat a suggested move. */
const REPEATING = 1_000;
/** The number of remarks that are logged per answer. */
const MOST_TALK = 200;
/** The maximum length of a logged remark in characters. */
const LONGEST_TALK = 1_000;
/** The board size that every program supports. */
const COMMON_SIZE = 20;

type Answer = Exclude<EngineMessage, { readonly kind: 'message' | 'debug' }>;

/** Plays Gomoku over the Piskvork protocol, as the manager. */
export class PiskvorkEngine implements ExternalEngine {
  readonly kind = 'piskvork';
  readonly #program: LineBasedProgram;
  readonly #log: EngineLog;
  readonly #patience: EngineTimeouts;
  #name: string;
  /** Whether the engine answers ABOUT. If so, the answer shows that all earlier commands have been read. */
  #tellsAbout = false;
  /** False after the engine has complained about INFO. */
  #takesInfo = true;
  /** The board size for which START was accepted. */
  #size: number | undefined;
  /** Whether no stone was sent since START or RESTART. */
  #isFresh = false;
  /** The game as the program knows it; `undefined` if it must be sent from the beginning. */
  #sent: { readonly game: string; readonly moves: readonly Move[] } | undefined;
  /** The time limits that were sent last. */
  #sentLimits: readonly InfoMessage[] = [];

  private constructor(program: LineBasedProgram, log: EngineLog, patience: EngineTimeouts) {
    this.#program = program;
    this.#log = log;
    this.#patience = patience;
    this.#name = program.name;
  }

  /** Sets up a program. It may be used even if it does not give its name. */
  static async open(
    program: LineBasedProgram,
    log: EngineLog,
    patience: EngineTimeouts,
  ): Promise<Result<PiskvorkEngine>> {
    const engine = new PiskvorkEngine(program, log, patience);
    const met = await engine.#meet();
    if (met.ok) return ok(engine);
    await engine.close();
    return met;
  }

  get name(): string {
    return this.#name;
  }

  async choose(situation: Situation): Promise<Result<EngineChoice>> {
    if (situation.game !== 'gomoku') return problem(`${this.#name} speaks Piskvork and plays Gomoku only`);
    const asked = this.#program.now();
    const sent = this.#sent;
    this.#sent = undefined;
    const game = JSON.stringify([situation.size, situation.rule, situation.setup]);
    const added = sent?.game === game ? newMoves(sent.moves, situation.moves) : undefined;
    const last = added?.length === 1 ? added[0] : undefined;
    if (last?.kind === 'play' && last.color !== situation.color) {
      this.#sendTime(situation, 0);
      this.#send({ kind: 'turn', ...coordinates(square(situation.size), last.point) });
    } else {
      const begun = await this.#begin(situation, asked);
      if (!begun.ok) return begun;
    }
    const now = this.#program.now();
    const limit = moveLimit(timeAfter(situation, now - asked), this.#patience, this.#patience.move);
    return await this.#takeMove(situation, game, now + limit);
  }

  async accepts(size: number): Promise<Result<boolean>> {
    this.#sent = undefined;
    this.#size = undefined;
    const started = await this.#start(size);
    return started.ok ? ok(started.value === undefined) : started;
  }

  async close(): Promise<void> {
    await this.#program.stop(makeManagerMessage({ kind: 'end' }) + LINE_END);
  }

  async #meet(): Promise<Result<void>> {
    this.#send({ kind: 'about' });
    const deadline = this.#program.now() + this.#patience.probe;
    for (;;) {
      const answer = await this.#readAnswer(deadline);
      if (answer.ok && answer.value.kind === 'description') return ok(undefined);
      if (!answer.ok || answer.value.kind === 'unknown' || answer.value.kind === 'error') break;
    }
    // The program has ended, is slow, or does not know ABOUT. Every program must answer START.
    const started = await this.#start(COMMON_SIZE);
    return started.ok ? ok(undefined) : started;
  }

  /** Starts a new game with all moves so far. The move was requested at `asked`. */
  async #begin(situation: GomokuSituation, asked: number): Promise<Result<void>> {
    const ready = await this.#clear(situation.size);
    if (!ready.ok) return ready;
    const informed = await this.#sendGame(situation, asked);
    if (!informed.ok) return informed;
    const isEmpty = situation.setup.length === 0 && situation.moves.length === 0;
    this.#isFresh = false;
    if (isEmpty) this.#send({ kind: 'begin' });
    else this.#send(...boardMessages(situation));
    return ok(undefined);
  }

  /** Clears the board. RESTART is optional; every program knows START. */
  async #clear(size: number): Promise<Result<void>> {
    if (this.#size === size && this.#isFresh) return ok(undefined);
    if (this.#size === size) {
      const answer = await this.#ask({ kind: 'restart' });
      if (!answer.ok) return answer;
      if (answer.value === undefined) {
        this.#isFresh = true;
        return ok(undefined);
      }
    }
    const started = await this.#start(size);
    if (!started.ok) return started;
    return started.value === undefined
      ? ok(undefined)
      : problem(`${this.#name} does not play on ${size} lines: ${inWords(started.value)}`);
  }

  async #start(size: number): Promise<Result<ErrorAnswer | undefined>> {
    const answer = await this.#ask({ kind: 'start', size });
    this.#size = answer.ok && answer.value === undefined ? size : undefined;
    this.#isFresh = this.#size !== undefined;
    return answer;
  }

  /**
   * INFO has no answer, but programs complain about unknown keys. The answer to ABOUT marks the end of such complaints,
   * so that none is taken for the answer to a move.
   */
  async #sendGame(situation: GomokuSituation, asked: number): Promise<Result<void>> {
    if (!this.#takesInfo) return ok(undefined);
    const toldAt = this.#program.now();
    const time = this.#reportedTime(situation, toldAt - asked);
    this.#sentLimits = timeLimits(time);
    this.#inform(gameInformation(situation, time, tmpdir()));
    if (!this.#tellsAbout) return ok(undefined);
    this.#send({ kind: 'about' });
    const deadline = toldAt + this.#patience.setUp;
    for (;;) {
      const answer = await this.#readAnswer(deadline);
      if (!answer.ok) return answer;
      if (answer.value.kind === 'description') break;
      if (answer.value.kind !== 'unknown' && answer.value.kind !== 'error') continue;
      this.#takesInfo = false;
      this.#log(`${this.#name} on INFO: ${inWords(answer.value)}`);
    }
    const now = this.#program.now();
    if (now > toldAt) this.#sendTime(situation, now - asked);
    return ok(undefined);
  }

  /** The time that the engine is told, `spent` milliseconds after the request. */
  #reportedTime(situation: GomokuSituation, spent: number): EngineTimeLimits {
    return reportedClock(timeAfter(situation, spent) ?? {}, this.#patience);
  }

  /** Sends changed limits, and the remaining time if the server has a clock. */
  #sendTime(situation: GomokuSituation, spent: number): void {
    const time = this.#reportedTime(situation, spent);
    const limits = timeLimits(time);
    const changed = limits.filter(({ value }, index) => value !== this.#sentLimits[index]?.value);
    this.#sentLimits = limits;
    this.#inform([...changed, ...(situation.time === undefined ? [] : [timeLeft(time)])]);
  }

  /** Reads the move. After a complaint the engine may still move, with less time. */
  async #takeMove(situation: GomokuSituation, game: string, deadline: number): Promise<Result<EngineChoice>> {
    let complaint: string | undefined;
    for (let until = deadline; ; ) {
      const answer = await this.#readAnswer(until);
      if (!answer.ok) return complaint === undefined ? answer : problem(`${this.#name} makes no move: ${complaint}`);
      const { value } = answer;
      switch (value.kind) {
        case 'move':
          return this.#played(situation, game, value);
        case 'suggest':
          return await this.#agree(situation, game, value, deadline);
        case 'unknown':
        case 'error':
          this.#log(`${this.#name}: ${inWords(value)}`);
          // If ABOUT is not answered, this may be a late complaint about INFO.
          if (!this.#tellsAbout && this.#takesInfo) break;
          complaint = inWords(value);
          until = Math.min(deadline, this.#program.now() + this.#patience.probe);
          break;
        case 'ok':
        case 'description':
          break;
      }
    }
  }

  /** Accepts a suggestion with PLAY. If the engine does not answer, the suggestion counts as its move. */
  async #agree(
    situation: GomokuSituation,
    game: string,
    suggested: Coordinates,
    deadline: number,
  ): Promise<Result<EngineChoice>> {
    this.#send({ kind: 'play', x: suggested.x, y: suggested.y });
    const patience = Math.min(deadline, this.#program.now() + REPEATING);
    for (;;) {
      const answer = await this.#readAnswer(patience);
      if (answer.ok && answer.value.kind === 'move') return this.#played(situation, game, answer.value);
      if (answer.ok && answer.value.kind !== 'unknown' && answer.value.kind !== 'error') continue;
      const choice = this.#played(situation, game, suggested);
      // It is unknown whether the program has placed the stone.
      this.#sent = undefined;
      return choice;
    }
  }

  #played({ size, color, moves }: GomokuSituation, game: string, { x, y }: Coordinates): Result<EngineChoice> {
    const point = pointAt(square(size), x, y);
    if (point === undefined) return problem(`${this.#name} plays ${x},${y}, off a board of ${size} lines`);
    this.#sent = { game, moves: [...moves, { kind: 'play', color, point }] };
    return ok({ kind: 'play', point });
  }

  /** Sends a command that is answered by OK; returns `undefined` for OK, or the other answer. */
  async #ask(message: ManagerMessage): Promise<Result<ErrorAnswer | undefined>> {
    this.#send(message);
    const deadline = this.#program.now() + this.#patience.setUp;
    for (;;) {
      const answer = await this.#readAnswer(deadline);
      if (!answer.ok) return problem(`${answer.problem} (to ${makeManagerMessage(message)})`);
      if (answer.value.kind === 'ok') return ok(undefined);
      if (answer.value.kind === 'unknown' || answer.value.kind === 'error') return ok(answer.value);
    }
  }

  #learn(description: string): void {
    if (!this.#tellsAbout) this.#log(description.slice(0, LONGEST_TALK));
    this.#tellsAbout = true;
    this.#name = nameIn(description) ?? this.#name;
  }

  #inform(information: readonly ManagerMessage[]): void {
    if (this.#takesInfo) this.#write(information);
  }

  /** Sends a command; earlier unrelated output is logged and dropped. */
  #send(...messages: readonly ManagerMessage[]): void {
    for (const line of this.#program.unread().slice(0, MOST_TALK))
      this.#log(`${this.#name} says unasked: ${line.slice(0, LONGEST_TALK)}`);
    this.#write(messages);
  }

  #write(messages: readonly ManagerMessage[]): void {
    const lines = messages.map((message) => makeManagerMessage(message) + LINE_END);
    if (lines.length > 0) this.#program.write(lines.join(''));
  }

  /** The next line that may be an answer; remarks are logged. */
  async #readAnswer(deadline: number): Promise<Result<Answer>> {
    for (let talk = 0; ; talk++) {
      const line = await this.#program.line(deadline);
      if (!line.ok) return line;
      const message = parseEngineMessage(line.value);
      const isTalk = message.kind === 'malformed' || message.kind === 'message' || message.kind === 'debug';
      if (message.kind === 'description') this.#learn(message.text);
      if (!isTalk) return ok(message);
      if (talk < MOST_TALK && message.text !== '') this.#log(`${this.#name}: ${message.text.slice(0, LONGEST_TALK)}`);
    }
  }
}

const inWords = ({ kind, text }: ErrorAnswer): string => `${kind.toUpperCase()} ${text.slice(0, 200)}`.trimEnd();
