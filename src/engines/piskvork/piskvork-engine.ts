import { tmpdir } from 'node:os';
import type { Move } from '../../lobby/games/game-event.ts';
import { ok, problem, type Result } from '../../result.ts';
import { coordinates, pointAt, square } from '../../rules/point.ts';
import type { EngineChoice, EngineTimeLimits, GomokuSituation, Situation } from '../engine.ts';
import { moveLimit, reportedLimits, timeAfter } from '../engine-time-limits.ts';
import type { EngineTimeouts } from '../engine-timeouts.ts';
import type { ExternalEngine } from '../external-engine.ts';
import type { EngineLog, LineBasedProgram } from '../line-based-program.ts';
import { movesAfterKnown } from '../moves-after-known.ts';
import {
  LINE_END,
  makeManagerMessage,
  makeRule,
  nameIn,
  type PiskvorkCoordinates,
  type PiskvorkEngineMessage,
  type PiskvorkErrorAnswer,
  type PiskvorkManagerMessage,
  parseEngineMessage,
} from './piskvork-codec.ts';

/** Milliseconds for an engine to repeat a suggested move. */
const REPEAT_TIMEOUT = 1_000;
/** The number of remarks that are logged per answer. */
const MOST_REMARKS = 200;
/** The maximum length of a logged remark in characters. */
const LONGEST_REMARK = 1_000;
/** The board size that every program supports. */
const COMMON_SIZE = 20;

type Answer = Exclude<PiskvorkEngineMessage, { readonly kind: 'message' | 'debug' }>;

/** A program that plays Gomoku over the Piskvork protocol. This side is the manager. */
export class PiskvorkEngine implements ExternalEngine {
  readonly kind = 'piskvork';
  readonly #program: LineBasedProgram;
  readonly #log: EngineLog;
  readonly #timeouts: EngineTimeouts;
  #name: string;
  /** Whether the engine answers ABOUT. If so, the answer shows that all earlier commands have been read. */
  #answersAbout = false;
  /** False after the engine has complained about INFO. */
  #acceptsInfo = true;
  /** The board size for which START was accepted. */
  #size: number | undefined;
  /** Whether no stone was sent since START or RESTART. */
  #isFresh = false;
  /** The game as the program knows it; `undefined` if it must be sent from the beginning. */
  #sent: { readonly game: string; readonly moves: readonly Move[] } | undefined;
  #sentLimits: readonly PiskvorkInfoMessage[] = [];

  private constructor(program: LineBasedProgram, log: EngineLog, timeouts: EngineTimeouts) {
    this.#program = program;
    this.#log = log;
    this.#timeouts = timeouts;
    this.#name = program.name;
  }

  /** Sets up a program. A program that does not give its name is accepted, too. */
  static async open(
    program: LineBasedProgram,
    log: EngineLog,
    timeouts: EngineTimeouts,
  ): Promise<Result<PiskvorkEngine>> {
    const engine = new PiskvorkEngine(program, log, timeouts);
    const identified = await engine.#identify();
    if (identified.ok) return ok(engine);
    await engine.close();
    return identified;
  }

  get name(): string {
    return this.#name;
  }

  async choose(situation: Situation): Promise<Result<EngineChoice>> {
    if (situation.game !== 'gomoku') return problem(`${this.#name} speaks Piskvork and plays Gomoku only`);
    const requestedAt = this.#program.now();
    const sent = this.#sent;
    this.#sent = undefined;
    const game = JSON.stringify([situation.size, situation.rule, situation.setup]);
    const added = sent?.game === game ? movesAfterKnown(sent.moves, situation.moves) : undefined;
    const last = added?.length === 1 ? added[0] : undefined;
    if (last?.kind === 'play' && last.color !== situation.color) {
      this.#sendTime(situation, 0);
      this.#send({ kind: 'turn', ...coordinates(square(situation.size), last.point) });
    } else {
      const started = await this.#startGame(situation, requestedAt);
      if (!started.ok) return started;
    }
    const now = this.#program.now();
    const limit = moveLimit(timeAfter(situation, now - requestedAt), this.#timeouts, this.#timeouts.move);
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

  async #identify(): Promise<Result<void>> {
    this.#send({ kind: 'about' });
    const deadline = this.#program.now() + this.#timeouts.probe;
    for (;;) {
      const answer = await this.#readAnswer(deadline);
      if (answer.ok && answer.value.kind === 'description') return ok(undefined);
      if (!answer.ok || answer.value.kind === 'unknown' || answer.value.kind === 'error') break;
    }
    // The program has ended, is slow, or does not know ABOUT. Every program must answer START.
    const started = await this.#start(COMMON_SIZE);
    return started.ok ? ok(undefined) : started;
  }

  /** Starts a new game with all moves so far. `requestedAt`: the time of the request for the move. */
  async #startGame(situation: GomokuSituation, requestedAt: number): Promise<Result<void>> {
    const ready = await this.#clear(situation.size);
    if (!ready.ok) return ready;
    const informed = await this.#sendGameInformation(situation, requestedAt);
    if (!informed.ok) return informed;
    const isEmpty = situation.setup.length === 0 && situation.moves.length === 0;
    this.#isFresh = false;
    if (isEmpty) this.#send({ kind: 'begin' });
    else this.#send(...boardMessages(situation));
    return ok(undefined);
  }

  /** Clears the board with RESTART, which is optional for programs, or with START, which every program knows. */
  async #clear(size: number): Promise<Result<void>> {
    if (this.#size === size && this.#isFresh) return ok(undefined);
    if (this.#size === size) {
      const answer = await this.#request({ kind: 'restart' });
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
      : problem(`${this.#name} does not play on ${size} lines: ${errorText(started.value)}`);
  }

  async #start(size: number): Promise<Result<PiskvorkErrorAnswer | undefined>> {
    const answer = await this.#request({ kind: 'start', size });
    this.#size = answer.ok && answer.value === undefined ? size : undefined;
    this.#isFresh = this.#size !== undefined;
    return answer;
  }

  /**
   * Sends the settings of the game. INFO has no answer, but programs complain about unknown keys. The answer to ABOUT comes
   * after these complaints, so that none of them is taken for the answer to a move.
   */
  async #sendGameInformation(situation: GomokuSituation, requestedAt: number): Promise<Result<void>> {
    if (!this.#acceptsInfo) return ok(undefined);
    const sentAt = this.#program.now();
    const time = this.#reportedTime(situation, sentAt - requestedAt);
    this.#sentLimits = timeLimits(time);
    this.#sendInfo(gameInformation(situation, time, tmpdir()));
    if (!this.#answersAbout) return ok(undefined);
    this.#send({ kind: 'about' });
    const deadline = sentAt + this.#timeouts.setUp;
    for (;;) {
      const answer = await this.#readAnswer(deadline);
      if (!answer.ok) return answer;
      if (answer.value.kind === 'description') break;
      if (answer.value.kind !== 'unknown' && answer.value.kind !== 'error') continue;
      this.#acceptsInfo = false;
      this.#log(`${this.#name} on INFO: ${errorText(answer.value)}`);
    }
    const now = this.#program.now();
    if (now > sentAt) this.#sendTime(situation, now - requestedAt);
    return ok(undefined);
  }

  /** The time that is sent to the engine, `spent` milliseconds after the request. */
  #reportedTime(situation: GomokuSituation, spent: number): EngineTimeLimits {
    return reportedLimits(timeAfter(situation, spent) ?? {}, this.#timeouts);
  }

  /** Sends changed limits, and the remaining time if the server has a clock. */
  #sendTime(situation: GomokuSituation, spent: number): void {
    const time = this.#reportedTime(situation, spent);
    const limits = timeLimits(time);
    const changed = limits.filter(({ value }, index) => value !== this.#sentLimits[index]?.value);
    this.#sentLimits = limits;
    this.#sendInfo([...changed, ...(situation.time === undefined ? [] : [timeLeft(time)])]);
  }

  /** Reads the move. After a complaint, the engine may still move, but has less time. */
  async #takeMove(situation: GomokuSituation, game: string, deadline: number): Promise<Result<EngineChoice>> {
    let complaint: string | undefined;
    for (let until = deadline; ; ) {
      const answer = await this.#readAnswer(until);
      if (!answer.ok) return complaint === undefined ? answer : problem(`${this.#name} makes no move: ${complaint}`);
      const { value } = answer;
      switch (value.kind) {
        case 'move':
          return this.#acceptMove(situation, game, value);
        case 'suggest':
          return await this.#acceptSuggestion(situation, game, value, deadline);
        case 'unknown':
        case 'error':
          this.#log(`${this.#name}: ${errorText(value)}`);
          // If ABOUT is not answered, this may be a late complaint about INFO.
          if (!this.#answersAbout && this.#acceptsInfo) break;
          complaint = errorText(value);
          until = Math.min(deadline, this.#program.now() + this.#timeouts.probe);
          break;
        case 'ok':
        case 'description':
          break;
      }
    }
  }

  /** Accepts a suggestion with PLAY. If the engine does not answer, the suggestion counts as its move. */
  async #acceptSuggestion(
    situation: GomokuSituation,
    game: string,
    suggested: PiskvorkCoordinates,
    deadline: number,
  ): Promise<Result<EngineChoice>> {
    this.#send({ kind: 'play', x: suggested.x, y: suggested.y });
    const until = Math.min(deadline, this.#program.now() + REPEAT_TIMEOUT);
    for (;;) {
      const answer = await this.#readAnswer(until);
      if (answer.ok && answer.value.kind === 'move') return this.#acceptMove(situation, game, answer.value);
      if (answer.ok && answer.value.kind !== 'unknown' && answer.value.kind !== 'error') continue;
      const choice = this.#acceptMove(situation, game, suggested);
      // It is unknown whether the program has placed the stone.
      this.#sent = undefined;
      return choice;
    }
  }

  #acceptMove(
    { size, color, moves }: GomokuSituation,
    game: string,
    { x, y }: PiskvorkCoordinates,
  ): Result<EngineChoice> {
    const point = pointAt(square(size), x, y);
    if (point === undefined) return problem(`${this.#name} plays ${x},${y}, off a board of ${size} lines`);
    this.#sent = { game, moves: [...moves, { kind: 'play', color, point }] };
    return ok({ kind: 'play', point });
  }

  /** Sends a command whose answer is OK. Returns `undefined` for OK, or else the error. */
  async #request(message: PiskvorkManagerMessage): Promise<Result<PiskvorkErrorAnswer | undefined>> {
    this.#send(message);
    const deadline = this.#program.now() + this.#timeouts.setUp;
    for (;;) {
      const answer = await this.#readAnswer(deadline);
      if (!answer.ok) return problem(`${answer.problem} (to ${makeManagerMessage(message)})`);
      if (answer.value.kind === 'ok') return ok(undefined);
      if (answer.value.kind === 'unknown' || answer.value.kind === 'error') return ok(answer.value);
    }
  }

  #readDescription(description: string): void {
    if (!this.#answersAbout) this.#log(description.slice(0, LONGEST_REMARK));
    this.#answersAbout = true;
    this.#name = nameIn(description) ?? this.#name;
  }

  #sendInfo(information: readonly PiskvorkManagerMessage[]): void {
    if (this.#acceptsInfo) this.#write(information);
  }

  /** Sends commands. Earlier unread output is logged and dropped. */
  #send(...messages: readonly PiskvorkManagerMessage[]): void {
    for (const line of this.#program.unread().slice(0, MOST_REMARKS))
      this.#log(`${this.#name} sends without a request: ${line.slice(0, LONGEST_REMARK)}`);
    this.#write(messages);
  }

  #write(messages: readonly PiskvorkManagerMessage[]): void {
    const lines = messages.map((message) => makeManagerMessage(message) + LINE_END);
    if (lines.length > 0) this.#program.write(lines.join(''));
  }

  /** The next line that may be an answer; remarks are logged. */
  async #readAnswer(deadline: number): Promise<Result<Answer>> {
    for (let remarks = 0; ; remarks++) {
      const line = await this.#program.line(deadline);
      if (!line.ok) return line;
      const message = parseEngineMessage(line.value);
      const isRemark = message.kind === 'malformed' || message.kind === 'message' || message.kind === 'debug';
      if (message.kind === 'description') this.#readDescription(message.text);
      if (!isRemark) return ok(message);
      if (remarks < MOST_REMARKS && message.text !== '')
        this.#log(`${this.#name}: ${message.text.slice(0, LONGEST_REMARK)}`);
    }
  }
}

const errorText = ({ kind, text }: PiskvorkErrorAnswer): string =>
  `${kind.toUpperCase()} ${text.slice(0, 200)}`.trimEnd();

type PiskvorkInfoMessage = PiskvorkManagerMessage & { readonly kind: 'info' };

/** The time for a move that is sent if there is no limit, in milliseconds. Without it, engines use a default of their own. */
const UNTIMED_TURN = 4_500;
/** The value for no limit of the whole game. */
const NO_LIMIT = 2_147_483_647;

const info = (key: string, value: string | number): PiskvorkInfoMessage => ({
  kind: 'info',
  key,
  value: String(value),
});

/** The settings of a game. `folder` is a directory for files of the engine. */
function gameInformation(
  { rule }: GomokuSituation,
  time: EngineTimeLimits,
  folder: string,
): readonly PiskvorkInfoMessage[] {
  return [
    ...timeLimits(time),
    // 0 is no limit.
    info('max_memory', 0),
    timeLeft(time),
    // 1 means that the opponent is a program. Whether this is true is not known here.
    info('game_type', 1),
    info('rule', makeRule(rule)),
    info('folder', folder),
  ];
}

/** The limits per move and per game. 0 means no limit. */
const timeLimits = ({ turn, match, left }: EngineTimeLimits): readonly PiskvorkInfoMessage[] => [
  info('timeout_turn', Math.min(NO_LIMIT, turn ?? left ?? match ?? UNTIMED_TURN)),
  info('timeout_match', Math.min(NO_LIMIT, match ?? left ?? 0)),
];

const timeLeft = ({ match, left = match }: EngineTimeLimits): PiskvorkInfoMessage =>
  info('time_left', left === undefined ? NO_LIMIT : Math.min(NO_LIMIT, left));

/** The stones on the board in the order of the moves; set-up stones alternate, black first. */
function boardMessages({ size, setup, moves, color }: GomokuSituation): readonly PiskvorkManagerMessage[] {
  const black = setup.filter((stone) => stone.color === 'black');
  const white = setup.filter((stone) => stone.color === 'white');
  const laid = Array.from({ length: Math.max(black.length, white.length) }, (_, index) => [black[index], white[index]]);
  const stones = [
    ...laid.flat().filter((stone) => stone !== undefined),
    ...moves.filter((move) => move.kind === 'play'),
  ];
  const lines = stones.map((stone): PiskvorkManagerMessage => {
    const owner = stone.color === color ? 'own' : 'opponent';
    return { kind: 'stone', ...coordinates(square(size), stone.point), owner };
  });
  return [{ kind: 'board' }, ...lines, { kind: 'done' }];
}
