import { tmpdir } from 'node:os';
import type { Move } from '../../lobby/notice.ts';
import { ok, problem, type Result } from '../../result.ts';
import { coordinates, pointAt, square } from '../../rules/point.ts';
import type { Choice, GomokuSituation, Situation, TimeLeft } from '../engine.ts';
import type { ExternalEngine } from '../external-engine.ts';
import { newMoves } from '../new-moves.ts';
import type { EngineLog, EngineTimeouts, LineProgram } from '../line-program.ts';
import { moveLimit, timeAfter, toldClock } from '../time-margin.ts';
import {
  type EngineError,
  type Coordinates,
  type EngineMessage,
  LINE_END,
  type ManagerMessage,
  makeManagerMessage,
  nameIn,
  parseEngineMessage,
} from './piskvork-codec.ts';
import { boardMessages, gameInformation, type InfoSettings, timeLeft, timeLimits } from './piskvork-game-setup.ts';

/** Milliseconds for an engine to repeat the move that it has suggested. */
const REPEATING = 1_000;
/** Lines of talk that are logged of one answer. */
const MOST_TALK = 200;
/** Of such a line, in characters. */
const LONGEST_TALK = 1_000;
/** The board that every program has. */
const COMMON_SIZE = 20;

type Answer = Exclude<EngineMessage, { readonly kind: 'message' | 'debug' }>;

/** Plays Gomoku by the Piskvork protocol, from the manager's side. */
export class PiskvorkEngine implements ExternalEngine {
  readonly kind = 'piskvork';
  readonly #program: LineProgram;
  readonly #log: EngineLog;
  readonly #patience: EngineTimeouts;
  #name: string;
  /** It answers ABOUT, so that one may know when everything before has been read. */
  #tellsAbout = false;
  /** It has never complained of INFO. */
  #takesInfo = true;
  /** The lines of the board that START was accepted for. */
  #size: number | undefined;
  /** No stone was told since START or RESTART. */
  #isFresh = false;
  /** The game as the program has it; `undefined` when it has to be told all of it. */
  #told: { readonly game: string; readonly turns: readonly Move[] } | undefined;
  /** The limits of time as they were told last. */
  #toldLimits: readonly InfoSettings[] = [];

  private constructor(program: LineProgram, log: EngineLog, patience: EngineTimeouts) {
    this.#program = program;
    this.#log = log;
    this.#patience = patience;
    this.#name = program.name;
  }

  /** Makes the acquaintance of a program. One that does not say who it is may play all the same. */
  static async open(program: LineProgram, log: EngineLog, patience: EngineTimeouts): Promise<Result<PiskvorkEngine>> {
    const engine = new PiskvorkEngine(program, log, patience);
    const met = await engine.#meet();
    if (met.ok) return ok(engine);
    await engine.close();
    return met;
  }

  get name(): string {
    return this.#name;
  }

  async choose(situation: Situation): Promise<Result<Choice>> {
    if (situation.game !== 'gomoku') return problem(`${this.#name} speaks Piskvork and plays Gomoku only`);
    const asked = this.#program.now();
    const told = this.#told;
    this.#told = undefined;
    const game = JSON.stringify([situation.size, situation.rule, situation.setup]);
    const added = told?.game === game ? newMoves(told.turns, situation.turns) : undefined;
    const last = added?.length === 1 ? added[0] : undefined;
    if (last?.kind === 'play' && last.color !== situation.color) {
      this.#tellTime(situation, 0);
      this.#say({ kind: 'turn', ...coordinates(square(situation.size), last.point) });
    } else {
      const begun = await this.#begin(situation, asked);
      if (!begun.ok) return begun;
    }
    const now = this.#program.now();
    const limit = moveLimit(timeAfter(situation, now - asked), this.#patience, this.#patience.move);
    return await this.#takeMove(situation, game, now + limit);
  }

  async accepts(size: number): Promise<Result<boolean>> {
    this.#told = undefined;
    this.#size = undefined;
    const started = await this.#start(size);
    return started.ok ? ok(started.value === undefined) : started;
  }

  async close(): Promise<void> {
    await this.#program.stop(makeManagerMessage({ kind: 'end' }) + LINE_END);
  }

  async #meet(): Promise<Result<void>> {
    this.#say({ kind: 'about' });
    const deadline = this.#program.now() + this.#patience.probe;
    for (;;) {
      const answer = await this.#hear(deadline);
      if (answer.ok && answer.value.kind === 'description') return ok(undefined);
      if (!answer.ok || answer.value.kind === 'unknown' || answer.value.kind === 'error') break;
    }
    // It is gone, slow to begin or knows no ABOUT; START has to be answered by everybody.
    const started = await this.#start(COMMON_SIZE);
    return started.ok ? ok(undefined) : started;
  }

  /** A new game, with all that has been played of it. The move was asked for at `asked`. */
  async #begin(situation: GomokuSituation, asked: number): Promise<Result<void>> {
    const ready = await this.#clear(situation.size);
    if (!ready.ok) return ready;
    const informed = await this.#tellGame(situation, asked);
    if (!informed.ok) return informed;
    const isEmpty = situation.setup.length === 0 && situation.turns.length === 0;
    this.#isFresh = false;
    if (isEmpty) this.#say({ kind: 'begin' });
    else this.#say(...boardMessages(situation));
    return ok(undefined);
  }

  /** An empty board. RESTART is optional; every program knows START. */
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

  async #start(size: number): Promise<Result<EngineError | undefined>> {
    const answer = await this.#ask({ kind: 'start', size });
    this.#size = answer.ok && answer.value === undefined ? size : undefined;
    this.#isFresh = this.#size !== undefined;
    return answer;
  }

  /**
   * INFO has no answer; programs complain of what they do not know all the same. ABOUT, which is answered, shows where
   * such complaints end, so that none is taken for the answer to a turn.
   */
  async #tellGame(situation: GomokuSituation, asked: number): Promise<Result<void>> {
    if (!this.#takesInfo) return ok(undefined);
    const toldAt = this.#program.now();
    const time = this.#timeToTell(situation, toldAt - asked);
    this.#toldLimits = timeLimits(time);
    this.#inform(gameInformation(situation, time, tmpdir()));
    if (!this.#tellsAbout) return ok(undefined);
    this.#say({ kind: 'about' });
    const deadline = toldAt + this.#patience.setUp;
    for (;;) {
      const answer = await this.#hear(deadline);
      if (!answer.ok) return answer;
      if (answer.value.kind === 'description') break;
      if (answer.value.kind !== 'unknown' && answer.value.kind !== 'error') continue;
      this.#takesInfo = false;
      this.#log(`${this.#name} on INFO: ${inWords(answer.value)}`);
    }
    const now = this.#program.now();
    if (now > toldAt) this.#tellTime(situation, now - asked);
    return ok(undefined);
  }

  /** What an engine is told of its time, `spent` milliseconds after it was asked. */
  #timeToTell(situation: GomokuSituation, spent: number): TimeLeft {
    return toldClock(timeAfter(situation, spent) ?? {}, this.#patience);
  }

  /** Tells the limits that have changed, and what is left where the server has a clock. */
  #tellTime(situation: GomokuSituation, spent: number): void {
    const time = this.#timeToTell(situation, spent);
    const limits = timeLimits(time);
    const changed = limits.filter(({ value }, index) => value !== this.#toldLimits[index]?.value);
    this.#toldLimits = limits;
    this.#inform([...changed, ...(situation.time === undefined ? [] : [timeLeft(time)])]);
  }

  /** Who complains of the turn may still move, but does not get all of its time for it. */
  async #takeMove(situation: GomokuSituation, game: string, deadline: number): Promise<Result<Choice>> {
    let complaint: string | undefined;
    for (let until = deadline; ; ) {
      const answer = await this.#hear(until);
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
          // Where nothing showed the end of complaints of INFO, this may be one.
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

  /** A suggestion waits for PLAY and is then played as a move; it counts as one even if nothing more is said. */
  async #agree(
    situation: GomokuSituation,
    game: string,
    suggested: Coordinates,
    deadline: number,
  ): Promise<Result<Choice>> {
    this.#say({ kind: 'play', x: suggested.x, y: suggested.y });
    const patience = Math.min(deadline, this.#program.now() + REPEATING);
    for (;;) {
      const answer = await this.#hear(patience);
      if (answer.ok && answer.value.kind === 'move') return this.#played(situation, game, answer.value);
      if (answer.ok && answer.value.kind !== 'unknown' && answer.value.kind !== 'error') continue;
      const choice = this.#played(situation, game, suggested);
      // Whether the program has laid the stone is not known.
      this.#told = undefined;
      return choice;
    }
  }

  #played({ size, color, turns }: GomokuSituation, game: string, { x, y }: Coordinates): Result<Choice> {
    const point = pointAt(square(size), x, y);
    if (point === undefined) return problem(`${this.#name} plays ${x},${y}, off a board of ${size} lines`);
    this.#told = { game, turns: [...turns, { kind: 'play', color, point }] };
    return ok({ kind: 'play', point });
  }

  /** Says what is answered by OK; `undefined` if it was, or what was said instead. */
  async #ask(message: ManagerMessage): Promise<Result<EngineError | undefined>> {
    this.#say(message);
    const deadline = this.#program.now() + this.#patience.setUp;
    for (;;) {
      const answer = await this.#hear(deadline);
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

  /** Says what is to be answered: what has been said unasked is no answer to it. */
  #say(...messages: readonly ManagerMessage[]): void {
    for (const line of this.#program.unread().slice(0, MOST_TALK))
      this.#log(`${this.#name} says unasked: ${line.slice(0, LONGEST_TALK)}`);
    this.#write(messages);
  }

  #write(messages: readonly ManagerMessage[]): void {
    const lines = messages.map((message) => makeManagerMessage(message) + LINE_END);
    if (lines.length > 0) this.#program.write(lines.join(''));
  }

  /** The next line that may be an answer; words for people and for the author are logged. */
  async #hear(deadline: number): Promise<Result<Answer>> {
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

const inWords = ({ kind, text }: EngineError): string => `${kind.toUpperCase()} ${text.slice(0, 200)}`.trimEnd();
