import type { Move, Stone } from '../../lobby/games/game-event.ts';
import { ok, problem, type Result } from '../../result.ts';
import { handicapPoints, isHandicap } from '../../rules/go/handicap.ts';
import { type Point, square } from '../../rules/point.ts';
import { parseVertex, vertexName } from '../../rules/vertex.ts';
import { lineText } from '../../sanitize-text.ts';
import type { EngineChoice, GoSituation } from '../engine.ts';
import { type EngineTimeMargins, reportedEngineClock, reportedLimits, timeAfter } from '../engine-time-limits.ts';
import { placeHandicap } from '../go/place-handicap.ts';
import type { EngineLog } from '../line-based-program.ts';
import { goPosition } from '../move-legality.ts';
import { movesAfterKnown } from '../moves-after-known.ts';
import { type GtpCommand, makeColor, parseMove } from './gtp-codec.ts';
import { rulesCommand } from './gtp-rules-command.ts';
import { clockLeft, clockSettings, timeLeft, timeSettings } from './gtp-time-commands.ts';

/** The value of `#clock` if the last clock that was sent belongs to an earlier game. */
const EARLIER_GAME = '';
/** The commands that are assumed if an engine does not list its commands. */
const BASIC_COMMANDS = ['play', 'genmove', 'boardsize', 'clear_board', 'komi'];
const LONGEST_NAME = 64;

/** A response to a command: its lines are separated by LF. */
export interface GtpResponse {
  readonly ok: boolean;
  readonly text: string;
}

/**
 * The next command. `movesFor`: the situation in which the command asks for a move. An engine answers all other commands
 * soon.
 */
export interface NextGtpCommand {
  readonly command: GtpCommand;
  readonly movesFor?: GoSituation;
}

/** A dialogue with an engine: yields commands one after the other, and gets the response to each. */
export type GtpCoroutine<Value> = Generator<NextGtpCommand, Value, GtpResponse>;

export interface GtpEngineControllerOptions {
  /** The name of the program, used until the engine gives its own name. */
  readonly name: string;
  readonly log: EngineLog;
  readonly margins: EngineTimeMargins;
  /** Milliseconds from any start. */
  now(): number;
}

/** A controller of a GTP engine. It decides which commands the engine gets, but does no I/O. */
export class GtpEngineController {
  readonly #options: GtpEngineControllerOptions;
  #name: string;
  #commands: ReadonlySet<string> = new Set(BASIC_COMMANDS);
  /** The game as the engine knows it; `undefined` if it must be sent from the beginning. */
  #sent: { readonly game: string; readonly moves: readonly Move[] } | undefined;
  /** The points on which the engine wants its handicap stones in this game. */
  #wishedHandicap: readonly Point[] = [];
  /** The clock as it was last sent; `undefined` if it was never sent. */
  #clock: string | undefined;

  constructor(options: GtpEngineControllerOptions) {
    this.#options = options;
    this.#name = options.name;
  }

  /** The name that the engine gives, or else the name of its program. One line of at most 64 characters. */
  get name(): string {
    return this.#name;
  }

  /** Queries commands, name and version. */
  *identify(): GtpCoroutine<void> {
    const commands = yield* request(['list_commands']);
    if (commands.ok) this.#commands = new Set(commands.text.split(/\s+/));
    else this.#log(`${this.#name} does not list its commands`);
    const version = yield* request(['protocol_version']);
    if (version.text !== '2') this.#log(`${this.#name} speaks GTP ${version.text}, not 2`);
    const name = yield* request(['name']);
    const edition = yield* request(['version']);
    const plain = lineText(name.text).slice(0, LONGEST_NAME);
    if (name.ok && plain !== '') this.#name = plain;
    if (edition.ok) this.#log(`${this.#name} ${lineText(edition.text)}`.trimEnd());
  }

  /** Whether the engine plays on a board of this size. The engine loses its current game. */
  *accepts(size: number): GtpCoroutine<boolean> {
    this.#sent = undefined;
    return (yield* request(['boardsize', size])).ok;
  }

  /** Chooses a move. The problem is one line. If the dialogue is cut off, the next one begins with an empty board. */
  *choose(situation: GoSituation): GtpCoroutine<Result<EngineChoice>> {
    if (situation.toPlace !== undefined) return ok({ kind: 'play', point: yield* this.#chooseHandicap(situation) });
    const requestedAt = this.#options.now();
    const updated = yield* this.#updateBoard(situation);
    if (!updated.ok) return updated;
    yield* this.#sendTime(situation, this.#options.now() - requestedAt);
    return yield* this.#askForMove(situation);
  }

  get knowsDeadStones(): boolean {
    return this.#commands.has('final_status_list');
  }

  /** The stones that are dead in the engine's opinion. Points without a stone are left out. The problem is one line. */
  *deadStones(situation: GoSituation): GtpCoroutine<Result<readonly Point[]>> {
    const updated = yield* this.#updateBoard(situation);
    const position = goPosition(situation);
    if (!updated.ok) return updated;
    if (!position.ok) return position;
    const { ok: done, text } = yield* request(['final_status_list', 'dead']);
    if (!done) return problem(`${this.#name} answers ${quoted(text)} to final_status_list dead`);
    const board = square(situation.size);
    const named = text.split(/\s+/).map((vertex) => parseVertex(board, vertex));
    const points = new Set(named.filter((point) => point !== undefined));
    return ok([...points].filter((point) => position.value.at(point) !== undefined));
  }

  *#updateBoard(situation: GoSituation): GtpCoroutine<Result<void>> {
    const { size, komi, rulesets, setup, moves } = situation;
    const game = JSON.stringify([size, komi, rulesets, setup]);
    const known = this.#sent?.game === game ? movesAfterKnown(this.#sent.moves, moves) : undefined;
    this.#sent = undefined;
    const started = known === undefined ? yield* this.#startGame(situation) : ok(undefined);
    if (!started.ok) return started;
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

  /** Chooses one of the handicap stones that the engine wants. The engine chooses all of them before the first one. */
  *#chooseHandicap(situation: GoSituation): GtpCoroutine<Point> {
    const { setup } = situation;
    this.#sent = undefined;
    if (setup.length === 0) this.#wishedHandicap = yield* this.#askForHandicap(situation);
    const isPlaced = (point: Point): boolean => setup.some((stone) => stone.point === point);
    const isKnown = setup.every(({ point }) => this.#wishedHandicap.includes(point));
    const wish = isKnown ? this.#wishedHandicap.find((point) => !isPlaced(point)) : undefined;
    return wish ?? placeHandicap(situation);
  }

  /**
   * The points that the engine chooses with `place_free_handicap`; none if the engine does not know the command, or its
   * answer is wrong.
   */
  *#askForHandicap(situation: GoSituation): GtpCoroutine<readonly Point[]> {
    const { size, toPlace = 0 } = situation;
    if (!this.#commands.has('place_free_handicap') || !(yield* this.#startGame(situation)).ok) return [];
    const { ok: done, text } = yield* request(['place_free_handicap', toPlace]);
    const named = text.split(/\s+/).map((vertex) => parseVertex(square(size), vertex));
    const points = new Set(named.filter((point) => point !== undefined));
    if (done && named.length === toPlace && points.size === toPlace) return [...points];
    this.#log(`${this.#name} answers ${quoted(text)} to place_free_handicap ${toPlace}`);
    return [];
  }

  *#startGame({ size, komi, rulesets }: GoSituation): GtpCoroutine<Result<void>> {
    // Some engines forget the clock when the board is cleared.
    if (this.#clock !== undefined) this.#clock = EARLIER_GAME;
    const sized = yield* this.#sendRequired(['boardsize', size]);
    if (!sized.ok) return sized;
    const rules = rulesCommand(rulesets, this.#commands);
    if (rules !== undefined) yield* this.#sendOptional(rules);
    const cleared = yield* this.#sendRequired(['clear_board']);
    if (cleared.ok) yield* this.#sendOptional(['komi', komi]);
    return cleared;
  }

  /**
   * Sends handicap stones with one command, so that the engine knows that they are handicap. Returns false if the stones
   * are no handicap, or the engine refuses them. Then they are played one by one.
   */
  *#placeHandicap({ size, setup }: GoSituation): GtpCoroutine<Result<boolean>> {
    if (setup.length < 2 || setup.some(({ color }) => color !== 'black')) return ok(false);
    const places = setup.map(({ point }) => vertexName(square(size), point));
    const isFixed = isHandicap(size, setup.length) && isSameSet(handicapPoints(size, setup.length), setup);
    const commands: readonly GtpCommand[] = [
      ['set_free_handicap', ...places],
      ...(isFixed ? [['fixed_handicap', setup.length] as const] : []),
    ];
    const command = commands.find(([name]) => this.#commands.has(name));
    if (command === undefined) return ok(false);
    const { ok: done, text } = yield* request(command);
    const elsewhere = command[0] === 'fixed_handicap' && !isSameList(text.toUpperCase().split(/\s+/), places);
    if (done && !elsewhere) return ok(true);
    this.#log(`${this.#name} answers ${quoted(text)} to ${command.join(' ')}`);
    const cleared = yield* this.#sendRequired(['clear_board']);
    return cleared.ok ? ok(false) : cleared;
  }

  /**
   * Sends only the stones on the board, to an engine whose rules do not allow the moves (suicide). In every order of these
   * stones, no stone is captured: a chain has a liberty, or one of its own stones is not placed yet.
   */
  *#setUpStones(situation: GoSituation): GtpCoroutine<Result<void>> {
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
   * Sends the time control at the request for the move, and the remaining time `spent` milliseconds later.
   */
  *#sendTime(situation: GoSituation, spent: number): GtpCoroutine<void> {
    const { margins } = this.#options;
    const [control, now] = [0, spent].map((milliseconds) => {
      const time = timeAfter(situation, milliseconds);
      return time === undefined ? undefined : reportedLimits(time, margins);
    });
    const exact = situation.clock && reportedEngineClock(situation.clock, spent, margins);
    const settings = (exact && clockSettings(exact.control, this.#commands)) ?? timeSettings(control, this.#commands);
    const clock = JSON.stringify(settings);
    // The setting for no clock is sent only to an engine that had a clock before.
    const isNew = clock !== this.#clock && (control !== undefined || this.#clock !== undefined);
    this.#clock = isNew ? clock : this.#clock;
    const { color } = situation;
    const left = (exact && clockLeft(exact, color, this.#commands)) ?? timeLeft(now, color, this.#commands);
    for (const command of [isNew ? settings : undefined, left])
      if (command !== undefined) yield* this.#sendOptional(command);
  }

  *#askForMove(situation: GoSituation): GtpCoroutine<Result<EngineChoice>> {
    const { size, color } = situation;
    const sent = this.#sent;
    this.#sent = undefined;
    const command: GtpCommand = [this.#genmove, makeColor(color)];
    const { ok: isOk, text } = yield { command, movesFor: situation };
    const choice = isOk ? parseMove(square(size), text) : undefined;
    if (choice === undefined) return problem(`${this.#name} answers ${quoted(text)} to ${command.join(' ')}`);
    // The engine has made the move on its own board, unless it resigned.
    if (sent !== undefined && choice.kind !== 'resign') {
      this.#sent = { game: sent.game, moves: [...sent.moves, { ...choice, color }] };
    }
    return ok(choice);
  }

  /**
   * The command that asks for a move. After two passes, all stones count as alive. An engine that expects agreement on dead
   * stones captures them first with `kgs-genmove_cleanup`. KataGo does so because of its rules.
   */
  get #genmove(): string {
    const cleans = !this.#commands.has('kata-set-rules') && this.#commands.has('kgs-genmove_cleanup');
    return cleans ? 'kgs-genmove_cleanup' : 'genmove';
  }

  /** Sends a command that the engine must accept. */
  *#sendRequired(command: GtpCommand): GtpCoroutine<Result<void>> {
    const { ok: done, text } = yield* request(command);
    return done ? ok(undefined) : problem(`${this.#name} answers ${quoted(text)} to ${command.join(' ')}`);
  }

  /** Sends a command that the engine may refuse. */
  *#sendOptional(command: GtpCommand): GtpCoroutine<void> {
    const { ok: done, text } = yield* request(command);
    if (!done) this.#log(`${this.#name} answers ${quoted(text)} to ${command.join(' ')}`);
  }

  #log(line: string): void {
    this.#options.log(line);
  }
}

function* request(command: GtpCommand): GtpCoroutine<GtpResponse> {
  return yield { command };
}

function play({ size }: GoSituation, move: Move): GtpCoroutine<GtpResponse> {
  const where = move.kind === 'pass' ? 'pass' : vertexName(square(size), move.point);
  return request(['play', makeColor(move.color), where]);
}

const isSameSet = (points: readonly Point[], stones: readonly Stone[]): boolean =>
  stones.length === points.length && stones.every(({ point }) => points.includes(point));

const isSameList = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

const quoted = (text: string): string => JSON.stringify(text.slice(0, 200));
