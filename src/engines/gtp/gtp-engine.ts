import type { Move, Stone } from '../../lobby/games/game-event.ts';
import { ok, problem, type Result } from '../../result.ts';
import { handicapPoints, isHandicap } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';
import { vertexName } from '../../rules/vertex.ts';
import { carryText } from '../../text.ts';
import type { Choice, GoSituation, Situation } from '../engine.ts';
import { reportedEngineClock } from '../engine-clock.ts';
import type { ExternalEngine } from '../external-engine.ts';
import type { EngineLog, EngineTimeouts, LineProgram } from '../line-program.ts';
import { goPosition } from '../move-legality.ts';
import { newMoves } from '../new-moves.ts';
import { moveLimit, reportedClock, timeAfter } from '../time-margin.ts';
import { clockLeft, clockSettings } from './gtp-clock.ts';
import { type GtpCommand, makeColor, parseMove } from './gtp-codec.ts';
import { rulesCommand, timeLeft, timeSettings } from './gtp-game-setup.ts';
import { GtpResponseReader } from './gtp-response-reader.ts';

/** The commands that are assumed if an engine does not list its commands. */
const BASICS = ['play', 'genmove', 'boardsize', 'clear_board', 'komi'];
const LONGEST_NAME = 64;
/** The number of unrelated lines that are logged per answer. */
const MOST_NOISE = 100;

interface Response {
  readonly ok: boolean;
  readonly text: string;
}

/** Plays Go over GTP: sends the moves that the program does not know yet, and asks for a move. */
export class GtpEngine implements ExternalEngine {
  readonly kind = 'gtp';
  readonly #program: LineProgram;
  readonly #responses: GtpResponseReader;
  readonly #log: EngineLog;
  readonly #patience: EngineTimeouts;
  #name: string;
  #offered: ReadonlySet<string> = new Set(BASICS);
  /** The game as the program knows it; `undefined` if it must be sent from the beginning. */
  #sent: { readonly game: string; readonly turns: readonly Move[] } | undefined;
  /** The clock as it was last sent; `undefined` if it was never sent. */
  #clock: string | undefined;

  private constructor(program: LineProgram, session: GtpResponseReader, log: EngineLog, patience: EngineTimeouts) {
    this.#program = program;
    this.#responses = session;
    this.#log = log;
    this.#patience = patience;
    this.#name = program.name;
  }

  /** Queries the name and the commands of a program; `session` has read its first lines. */
  static async open(
    program: LineProgram,
    log: EngineLog,
    patience: EngineTimeouts,
    session: GtpResponseReader = new GtpResponseReader(),
  ): Promise<Result<GtpEngine>> {
    const engine = new GtpEngine(program, session, log, patience);
    const met = await engine.#meet();
    if (met.ok) return ok(engine);
    await engine.close();
    return met;
  }

  get name(): string {
    return this.#name;
  }

  async choose(situation: Situation): Promise<Result<Choice>> {
    if (situation.game !== 'go') return problem(`${this.#name} speaks GTP and plays Go only`);
    const asked = this.#program.now();
    const laidOut = await this.#updateBoard(situation);
    if (!laidOut.ok) return laidOut;
    const timed = await this.#sendTime(situation, this.#program.now() - asked);
    if (!timed.ok) return timed;
    const time = timeAfter(situation, this.#program.now() - asked);
    return await this.#askForMove(situation, moveLimit(time, this.#patience, this.#patience.move));
  }

  async accepts(size: number): Promise<Result<boolean>> {
    this.#sent = undefined;
    const response = await this.#ask(['boardsize', size]);
    return response.ok ? ok(response.value.ok) : response;
  }

  async close(): Promise<void> {
    await this.#program.stop(`${this.#responses.ask(['quit']).line}\n`);
  }

  async #meet(): Promise<Result<void>> {
    const commands = await this.#ask(['list_commands']);
    if (!commands.ok) return commands;
    if (commands.value.ok) this.#offered = new Set(commands.value.text.split(/\s+/));
    else this.#log(`${this.#name} does not tell its commands`);
    const version = await this.#ask(['protocol_version']);
    if (!version.ok) return version;
    if (version.value.text !== '2') this.#log(`${this.#name} speaks GTP ${version.value.text}, not 2`);
    const name = await this.#ask(['name']);
    if (!name.ok) return name;
    const edition = await this.#ask(['version']);
    if (!edition.ok) return edition;
    const plain = carryText(name.value.text).slice(0, LONGEST_NAME);
    if (name.value.ok && plain !== '') this.#name = plain;
    if (edition.value.ok) this.#log(`${this.#name} ${carryText(edition.value.text)}`.trimEnd());
    return ok(undefined);
  }

  /** Brings the board of the program up to date. */
  async #updateBoard(situation: GoSituation): Promise<Result<void>> {
    const { size, komi, rulesets, setup, turns } = situation;
    const game = JSON.stringify([size, komi, rulesets, setup]);
    const known = this.#sent?.game === game ? newMoves(this.#sent.turns, turns) : undefined;
    this.#sent = undefined;
    const begun = known === undefined ? await this.#begin(situation) : ok(undefined);
    if (!begun.ok) return begun;
    const placed = known === undefined ? await this.#placeHandicap(situation) : ok(true);
    if (!placed.ok) return placed;
    const stones = placed.value ? [] : setup.map((stone) => ({ kind: 'play', ...stone }) as const);
    for (const turn of [...stones, ...(known ?? turns)]) {
      const played = await this.#play(situation, turn);
      if (!played.ok) return played;
      if (played.value.ok) continue;
      this.#log(`${this.#name} takes no ${turn.kind} of the game: ${played.value.text}`);
      const arranged = await this.#setUpStones(situation);
      if (!arranged.ok) return arranged;
      break;
    }
    this.#sent = { game, turns };
    return ok(undefined);
  }

  async #begin({ size, komi, rulesets }: GoSituation): Promise<Result<void>> {
    const sized = await this.#sendRequired(['boardsize', size]);
    if (!sized.ok) return sized;
    const rules = rulesCommand(rulesets, this.#offered);
    const ruled = rules === undefined ? ok(undefined) : await this.#sendOptional(rules);
    if (!ruled.ok) return ruled;
    const cleared = await this.#sendRequired(['clear_board']);
    return cleared.ok ? await this.#sendOptional(['komi', komi]) : cleared;
  }

  /**
   * Sends handicap stones with one command, so that the program knows that they are handicap. False if the stones are no handicap, or the
   * program does not take them: then they are played one by one.
   */
  async #placeHandicap({ size, setup }: GoSituation): Promise<Result<boolean>> {
    if (setup.length < 2 || setup.some(({ color }) => color !== 'black')) return ok(false);
    const places = setup.map(({ point }) => vertexName(square(size), point));
    const isFixed = isHandicap(size, setup.length) && isSameSet(handicapPoints(size, setup.length), setup);
    const commands: readonly GtpCommand[] = [
      ['set_free_handicap', ...places],
      ...(isFixed ? [['fixed_handicap', setup.length] as const] : []),
    ];
    const command = commands.find(([name]) => this.#offered.has(name));
    if (command === undefined) return ok(false);
    const response = await this.#ask(command);
    if (!response.ok) return response;
    const { ok: done, text } = response.value;
    const elsewhere = command[0] === 'fixed_handicap' && !isSameList(text.toUpperCase().split(/\s+/), places);
    if (done && !elsewhere) return ok(true);
    this.#log(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
    const cleared = await this.#sendRequired(['clear_board']);
    return cleared.ok ? ok(false) : cleared;
  }

  /**
   * Sends the stones on the board without the moves, for a program whose rules do not allow the moves (suicide). In no
   * order do these stones capture each other: each chain has a liberty, or lacks one of its own stones.
   */
  async #setUpStones(situation: GoSituation): Promise<Result<void>> {
    const position = goPosition(situation);
    if (!position.ok) return position;
    const cleared = await this.#sendRequired(['clear_board']);
    if (!cleared.ok) return cleared;
    for (const stone of position.value.stones()) {
      const played = await this.#play(situation, { kind: 'play', ...stone });
      if (!played.ok) return played;
      if (!played.value.ok) return problem(`${this.#name} does not take the position: ${played.value.text}`);
    }
    return ok(undefined);
  }

  #play({ size }: GoSituation, turn: Move): Promise<Result<Response>> {
    const where = turn.kind === 'pass' ? 'pass' : vertexName(square(size), turn.point);
    return this.#ask(['play', makeColor(turn.color), where]);
  }

  /**
   * Sends the time control, as it was when the move was requested, and the remaining time `spent` milliseconds later.
   */
  async #sendTime(situation: GoSituation, spent: number): Promise<Result<void>> {
    const [control, now] = [0, spent].map((milliseconds) => {
      const time = timeAfter(situation, milliseconds);
      return time === undefined ? undefined : reportedClock(time, this.#patience);
    });
    const exact = situation.clock && reportedEngineClock(situation.clock, spent, this.#patience);
    const settings = (exact && clockSettings(exact.control, this.#offered)) ?? timeSettings(control, this.#offered);
    const clock = JSON.stringify(settings);
    // An engine must be told that there is no clock only if it had one before.
    const isNew = clock !== this.#clock && (control !== undefined || this.#clock !== undefined);
    this.#clock = isNew ? clock : this.#clock;
    const { color } = situation;
    const left = (exact && clockLeft(exact, color, this.#offered)) ?? timeLeft(now, color, this.#offered);
    for (const command of [isNew ? settings : undefined, left]) {
      const sent = command === undefined ? ok(undefined) : await this.#sendOptional(command);
      if (!sent.ok) return sent;
    }
    return ok(undefined);
  }

  async #askForMove({ size, color }: GoSituation, limit: number): Promise<Result<Choice>> {
    const sent = this.#sent;
    this.#sent = undefined;
    const command: GtpCommand = [this.#genmove, makeColor(color)];
    const response = await this.#ask(command, limit);
    if (!response.ok) return response;
    const { ok: good, text } = response.value;
    const choice = good ? parseMove(square(size), text) : undefined;
    if (choice === undefined) return problem(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
    // The program has made the move on its own board, unless it resigned.
    if (sent !== undefined && choice.kind !== 'resign') {
      this.#sent = { game: sent.game, turns: [...sent.turns, { ...choice, color }] };
    }
    return ok(choice);
  }

  /**
   * The command that asks for a move. After two passes all stones count as alive, so an engine that expects agreement
   * on dead stones must be told to capture them first. KataGo knows this from its rules.
   */
  get #genmove(): string {
    const cleans = !this.#offered.has('kata-set-rules') && this.#offered.has('kgs-genmove_cleanup');
    return cleans ? 'kgs-genmove_cleanup' : 'genmove';
  }

  /** Sends a command that the program must accept. */
  async #sendRequired(command: GtpCommand): Promise<Result<void>> {
    const response = await this.#ask(command);
    if (!response.ok) return response;
    const { ok: done, text } = response.value;
    return done ? ok(undefined) : problem(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
  }

  /** Sends a command that the program may refuse. */
  async #sendOptional(command: GtpCommand): Promise<Result<void>> {
    const response = await this.#ask(command);
    if (!response.ok) return response;
    if (!response.value.ok) this.#log(`${this.#name} answers ${quote(response.value.text)} to ${command.join(' ')}`);
    return ok(undefined);
  }

  async #ask(command: GtpCommand, limit = this.#patience.setUp): Promise<Result<Response>> {
    const { id, line } = this.#responses.ask(command);
    const deadline = this.#program.now() + limit;
    this.#program.write(`${line}\n`);
    let noise = 0;
    for (;;) {
      const said = await this.#program.line(deadline);
      if (!said.ok) return problem(`${said.problem} (to ${command.join(' ')})`);
      const output = this.#responses.read(said.value);
      if (output?.kind === 'answer' && output.id === id) return ok(output);
      if (output?.kind !== 'noise') continue;
      noise++;
      if (noise <= MOST_NOISE) this.#log(`${this.#name} says unasked: ${output.text.slice(0, 200)}`);
    }
  }
}

const isSameSet = (points: readonly Point[], stones: readonly Stone[]): boolean =>
  stones.length === points.length && stones.every(({ point }) => points.includes(point));

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

const quote = (text: string): string => JSON.stringify(text.slice(0, 200));
