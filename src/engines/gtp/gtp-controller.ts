import type { Move, Stone } from '../../lobby/games/game-event.ts';
import { ok, problem, type Result } from '../../result.ts';
import { handicapPoints, isHandicap } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import { lineText } from '../../sanitize-text.ts';
import type { EngineChoice, GoSituation } from '../engine.ts';
import { reportedEngineClock } from '../engine-time-limits.ts';
import { reportedClock, type TimeMargins, timeAfter } from '../engine-time-margins.ts';
import { placeHandicap } from '../go/place-handicap.ts';
import type { EngineLog } from '../line-based-program.ts';
import { goPosition } from '../move-legality.ts';
import { newMoves } from '../new-moves.ts';
import { clockLeft, clockSettings } from './gtp-clock.ts';
import { type GtpCommand, makeColor, parseMove } from './gtp-codec.ts';
import { rulesCommand, timeLeft, timeSettings } from './gtp-game-setup.ts';

/** The commands that are assumed if an engine does not list its commands. */
/** What the engine was last told of a clock was for another game. */
const CLOCK_OF_EARLIER_GAME = '';
const BASICS = ['play', 'genmove', 'boardsize', 'clear_board', 'komi'];
const LONGEST_NAME = 64;

/** A response to a command: its lines are separated by LF. */
export interface GtpResponse {
  readonly ok: boolean;
  readonly text: string;
}

/** The next command. `movesFor`: it asks for a move in this situation; every other command is answered soon. */
export interface GtpRequest {
  readonly command: GtpCommand;
  readonly movesFor?: GoSituation;
}

/** Commands to an engine one after the other, each after the response to the one before. */
export type GtpExchange<Value> = Generator<GtpRequest, Value, GtpResponse>;

/** What a controller does. */
export interface GtpControllerOptions {
  /** Of the program, before it has said its own name. */
  readonly name: string;
  readonly log: EngineLog;
  readonly margins: TimeMargins;
  /** Milliseconds from any start. */
  now(): number;
}

/** A controller: which commands an engine gets. It neither sends nor receives anything itself. */
export class GtpController {
  readonly #options: GtpControllerOptions;
  #name: string;
  #offered: ReadonlySet<string> = new Set(BASICS);
  /** The game as the engine knows it; `undefined` if it must be sent from the beginning. */
  #sent: { readonly game: string; readonly moves: readonly Move[] } | undefined;
  /** Where the engine wants its handicap stones in this game. */
  #wishes: readonly Point[] = [];
  /** The clock as it was last sent; `undefined` if it was never sent. */
  #clock: string | undefined;

  constructor(options: GtpControllerOptions) {
    this.#options = options;
    this.#name = options.name;
  }

  /** The name that the engine gives, or else the name of its program. One line of at most 64 characters. */
  get name(): string {
    return this.#name;
  }

  /** Queries commands, name and version. */
  *meet(): GtpExchange<void> {
    const commands = yield* ask(['list_commands']);
    if (commands.ok) this.#offered = new Set(commands.text.split(/\s+/));
    else this.#log(`${this.#name} does not tell its commands`);
    const version = yield* ask(['protocol_version']);
    if (version.text !== '2') this.#log(`${this.#name} speaks GTP ${version.text}, not 2`);
    const name = yield* ask(['name']);
    const edition = yield* ask(['version']);
    const plain = lineText(name.text).slice(0, LONGEST_NAME);
    if (name.ok && plain !== '') this.#name = plain;
    if (edition.ok) this.#log(`${this.#name} ${lineText(edition.text)}`.trimEnd());
  }

  /** Whether the engine plays on a board of this size. It forgets its game. */
  *accepts(size: number): GtpExchange<boolean> {
    this.#sent = undefined;
    return (yield* ask(['boardsize', size])).ok;
  }

  /** A move; the problem is one line. If the dialogue is broken off, the next one begins with an empty board. */
  *choose(situation: GoSituation): GtpExchange<Result<EngineChoice>> {
    if (situation.toPlace !== undefined) return ok({ kind: 'play', point: yield* this.#chooseHandicap(situation) });
    const asked = this.#options.now();
    const laidOut = yield* this.#updateBoard(situation);
    if (!laidOut.ok) return laidOut;
    yield* this.#sendTime(situation, this.#options.now() - asked);
    return yield* this.#askForMove(situation);
  }

  /** Whether the engine can be asked for dead stones. */
  get knowsDeadStones(): boolean {
    return this.#offered.has('final_status_list');
  }

  /** The stones that the engine takes for dead; points without a stone are left out. The problem is one line. */
  *deadStones(situation: GoSituation): GtpExchange<Result<readonly Point[]>> {
    const laidOut = yield* this.#updateBoard(situation);
    const position = goPosition(situation);
    if (!laidOut.ok) return laidOut;
    if (!position.ok) return position;
    const { ok: done, text } = yield* ask(['final_status_list', 'dead']);
    if (!done) return problem(`${this.#name} answers ${quote(text)} to final_status_list dead`);
    const board = square(situation.size);
    const named = text.split(/\s+/).map((vertex) => parseVertex(board, vertex));
    const points = new Set(named.filter((point) => point !== undefined));
    return ok([...points].filter((point) => position.value.at(point) !== undefined));
  }

  /** Brings the board of the program up to date. */
  *#updateBoard(situation: GoSituation): GtpExchange<Result<void>> {
    const { size, komi, rulesets, setup, moves } = situation;
    const game = JSON.stringify([size, komi, rulesets, setup]);
    const known = this.#sent?.game === game ? newMoves(this.#sent.moves, moves) : undefined;
    this.#sent = undefined;
    const begun = known === undefined ? yield* this.#begin(situation) : ok(undefined);
    if (!begun.ok) return begun;
    const placed = known === undefined ? yield* this.#placeHandicap(situation) : ok(true);
    if (!placed.ok) return placed;
    const stones = placed.value ? [] : setup.map((stone) => ({ kind: 'play', ...stone }) as const);
    for (const move of [...stones, ...(known ?? moves)]) {
      const played = yield* play(situation, move);
      if (played.ok) continue;
      this.#log(`${this.#name} takes no ${move.kind} of the game: ${played.text}`);
      const arranged = yield* this.#setUpStones(situation);
      if (!arranged.ok) return arranged;
      break;
    }
    this.#sent = { game, moves };
    return ok(undefined);
  }

  /** One stone of those that the engine wants, which it is asked for before the first one. */
  *#chooseHandicap(situation: GoSituation): GtpExchange<Point> {
    const { setup } = situation;
    this.#sent = undefined;
    if (setup.length === 0) this.#wishes = yield* this.#askForHandicap(situation);
    const isPlaced = (point: Point): boolean => setup.some((stone) => stone.point === point);
    const isKnown = setup.every(({ point }) => this.#wishes.includes(point));
    const wish = isKnown ? this.#wishes.find((point) => !isPlaced(point)) : undefined;
    return wish ?? placeHandicap(situation);
  }

  /** The points of `place_free_handicap`; none if the engine does not know the command, or answers something else. */
  *#askForHandicap(situation: GoSituation): GtpExchange<readonly Point[]> {
    const { size, toPlace = 0 } = situation;
    if (!this.#offered.has('place_free_handicap') || !(yield* this.#begin(situation)).ok) return [];
    const { ok: done, text } = yield* ask(['place_free_handicap', toPlace]);
    const named = text.split(/\s+/).map((vertex) => parseVertex(square(size), vertex));
    const points = new Set(named.filter((point) => point !== undefined));
    if (done && named.length === toPlace && points.size === toPlace) return [...points];
    this.#log(`${this.#name} answers ${quote(text)} to place_free_handicap ${toPlace}`);
    return [];
  }

  *#begin({ size, komi, rulesets }: GoSituation): GtpExchange<Result<void>> {
    // Some engines forget it with the board.
    if (this.#clock !== undefined) this.#clock = CLOCK_OF_EARLIER_GAME;
    const sized = yield* this.#sendRequired(['boardsize', size]);
    if (!sized.ok) return sized;
    const rules = rulesCommand(rulesets, this.#offered);
    if (rules !== undefined) yield* this.#sendOptional(rules);
    const cleared = yield* this.#sendRequired(['clear_board']);
    if (cleared.ok) yield* this.#sendOptional(['komi', komi]);
    return cleared;
  }

  /**
   * Sends handicap stones with one command, so that the program knows that they are handicap. False if the stones are no handicap, or the
   * program does not take them: then they are played one by one.
   */
  *#placeHandicap({ size, setup }: GoSituation): GtpExchange<Result<boolean>> {
    if (setup.length < 2 || setup.some(({ color }) => color !== 'black')) return ok(false);
    const places = setup.map(({ point }) => vertexName(square(size), point));
    const isFixed = isHandicap(size, setup.length) && isSameSet(handicapPoints(size, setup.length), setup);
    const commands: readonly GtpCommand[] = [
      ['set_free_handicap', ...places],
      ...(isFixed ? [['fixed_handicap', setup.length] as const] : []),
    ];
    const command = commands.find(([name]) => this.#offered.has(name));
    if (command === undefined) return ok(false);
    const { ok: done, text } = yield* ask(command);
    const elsewhere = command[0] === 'fixed_handicap' && !isSameList(text.toUpperCase().split(/\s+/), places);
    if (done && !elsewhere) return ok(true);
    this.#log(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
    const cleared = yield* this.#sendRequired(['clear_board']);
    return cleared.ok ? ok(false) : cleared;
  }

  /**
   * Sends the stones on the board without the moves, for a program whose rules do not allow the moves (suicide). In no
   * order do these stones capture each other: each chain has a liberty, or lacks one of its own stones.
   */
  *#setUpStones(situation: GoSituation): GtpExchange<Result<void>> {
    const position = goPosition(situation);
    if (!position.ok) return position;
    const cleared = yield* this.#sendRequired(['clear_board']);
    if (!cleared.ok) return cleared;
    for (const stone of position.value.stones()) {
      const played = yield* play(situation, { kind: 'play', ...stone });
      if (!played.ok) return problem(`${this.#name} does not take the position: ${played.text}`);
    }
    return ok(undefined);
  }

  /**
   * Sends the time control, as it was when the move was requested, and the remaining time `spent` milliseconds later.
   */
  *#sendTime(situation: GoSituation, spent: number): GtpExchange<void> {
    const { margins } = this.#options;
    const [control, now] = [0, spent].map((milliseconds) => {
      const time = timeAfter(situation, milliseconds);
      return time === undefined ? undefined : reportedClock(time, margins);
    });
    const exact = situation.clock && reportedEngineClock(situation.clock, spent, margins);
    const settings = (exact && clockSettings(exact.control, this.#offered)) ?? timeSettings(control, this.#offered);
    const clock = JSON.stringify(settings);
    // An engine must be told that there is no clock only if it had one before.
    const isNew = clock !== this.#clock && (control !== undefined || this.#clock !== undefined);
    this.#clock = isNew ? clock : this.#clock;
    const { color } = situation;
    const left = (exact && clockLeft(exact, color, this.#offered)) ?? timeLeft(now, color, this.#offered);
    for (const command of [isNew ? settings : undefined, left])
      if (command !== undefined) yield* this.#sendOptional(command);
  }

  *#askForMove(situation: GoSituation): GtpExchange<Result<EngineChoice>> {
    const { size, color } = situation;
    const sent = this.#sent;
    this.#sent = undefined;
    const command: GtpCommand = [this.#genmove, makeColor(color)];
    const { ok: good, text } = yield { command, movesFor: situation };
    const choice = good ? parseMove(square(size), text) : undefined;
    if (choice === undefined) return problem(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
    // The program has made the move on its own board, unless it resigned.
    if (sent !== undefined && choice.kind !== 'resign') {
      this.#sent = { game: sent.game, moves: [...sent.moves, { ...choice, color }] };
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
  *#sendRequired(command: GtpCommand): GtpExchange<Result<void>> {
    const { ok: done, text } = yield* ask(command);
    return done ? ok(undefined) : problem(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
  }

  /** Sends a command that the program may refuse. */
  *#sendOptional(command: GtpCommand): GtpExchange<void> {
    const { ok: done, text } = yield* ask(command);
    if (!done) this.#log(`${this.#name} answers ${quote(text)} to ${command.join(' ')}`);
  }

  #log(line: string): void {
    this.#options.log(line);
  }
}

function* ask(command: GtpCommand): GtpExchange<GtpResponse> {
  return yield { command };
}

function play({ size }: GoSituation, move: Move): GtpExchange<GtpResponse> {
  const where = move.kind === 'pass' ? 'pass' : vertexName(square(size), move.point);
  return ask(['play', makeColor(move.color), where]);
}

const isSameSet = (points: readonly Point[], stones: readonly Stone[]): boolean =>
  stones.length === points.length && stones.every(({ point }) => points.includes(point));

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

const quote = (text: string): string => JSON.stringify(text.slice(0, 200));
