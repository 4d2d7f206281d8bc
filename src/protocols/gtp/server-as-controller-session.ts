import type { EngineChoice } from '../../engines/engine.ts';
import { ENGINE_TIMEOUTS } from '../../engines/engine-timeouts.ts';
import { type GtpCoroutine, GtpEngineController, type GtpResponse } from '../../engines/gtp/gtp-engine-controller.ts';
import { GtpResponseMatcher } from '../../engines/gtp/gtp-response-matcher.ts';
import { engineClockOf, sideToMove, situationOf } from '../../engines/situation-builder.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { ClocksView } from '../../lobby/games/game-clocks.ts';
import type { GameId, Move } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import type { ReadResult } from '../bytes.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { lineBytes, type ReceivedLine, readLine } from '../text-line.ts';
import { EngineDeadStoneMarking } from './engine-dead-stone-marking.ts';
import { enginePlayerName } from './engine-player-name.ts';
import { RULESET } from './prepared-game.ts';

/** The board sizes that are tried if the listener has no size. */
const SIZES: readonly number[] = [9, 13, 19];

/** The maximum number of bytes of one response, or of the lines outside of responses before it. */
const MAX_BYTES = 65_536;

/** The maximum number of lines outside of responses that are logged for one connection. */
const MAX_NOISE_LINES = 20;

/** Names with appended numbers up to this number are tried. */
const MAX_NAMES = 99;

/** An engine is disconnected after it has failed in this number of games in a row. */
const MAX_FAILURES = 3;

type GameCommand = Extract<Command, { kind: 'play' | 'pass' | 'forfeit' | 'mark' | 'accept-marks' }>;

interface Game {
  readonly started: StartedNotice;
  readonly color: Color;
  readonly moves: Move[];
  clock: ClocksView | undefined;
  /** Set while dead stones are marked. */
  marking: EngineDeadStoneMarking | undefined;
  /** Whether the engine has failed in this game. It loses the game. */
  hasFailed: boolean;
}

/** A sequence of commands to the engine and their responses, in progress. */
interface EngineExchange {
  readonly coroutine: GtpCoroutine<void>;
  /** The id of the command that has no response yet. */
  id: number;
  /**
   * The time limit for the response, in milliseconds since the epoch. Undefined: the engine chooses a move, and the lobby
   * checks the time.
   */
  deadline: number | undefined;
}

/**
 * The server as a controller: the client is an engine, which becomes a computer player with one seat. At most one command has
 * no response yet. A choice that is no longer needed is awaited and dropped.
 */
export class ServerAsControllerSession extends ServerSessionBase<ReceivedLine> {
  readonly #name: string | undefined;
  readonly #sizes: readonly number[];
  readonly #responses = new GtpResponseMatcher();
  readonly #controller: GtpEngineController;
  #exchange: EngineExchange | undefined;
  #accepted: readonly number[] = [];
  #refusedNames = 0;
  #game: Game | undefined;
  /** Whether the engine must move, and `genmove` was not sent yet. */
  #needsMove = false;
  /** Whether dead stones are marked, and the engine was not asked for them yet. */
  #needsDeadStones = false;
  readonly #postponed = new PostponedCommand<GameCommand>();
  #failures = 0;
  #noise = 0;
  /** The number of bytes since the last complete response. */
  #bytesSinceResponse = 0;

  constructor(name: string | undefined, size: number | undefined, now: number) {
    super(now);
    this.#name = name;
    this.#sizes = size === undefined ? SIZES : [size];
    const log = (text: string): void => this.remark(text);
    this.#controller = new GtpEngineController({
      name: 'the engine',
      log,
      margins: ENGINE_TIMEOUTS,
      now: () => this.now,
    });
  }

  protected override greet(): void {
    this.#startExchange(this.#identifyEngine());
  }

  *#identifyEngine(): GtpCoroutine<void> {
    yield* this.#controller.identify();
    const accepted: number[] = [];
    for (const size of this.#sizes) if (yield* this.#controller.accepts(size)) accepted.push(size);
    this.#accepted = accepted;
    if (accepted.length > 0) this.#enter();
    else this.#disconnect(`the engine does not play on ${this.#sizes.join(', ')} lines`);
  }

  protected override read(bytes: Uint8Array): ReadResult<ReceivedLine> {
    const line = readLine(bytes);
    if (line.kind === 'message') this.#bytesSinceResponse += line.length;
    return line;
  }

  protected override onMessage(line: ReceivedLine): void {
    if (line.kind === 'too-long' || this.#bytesSinceResponse > MAX_BYTES) {
      this.#disconnect('the engine says too much');
      return;
    }
    const output = this.#responses.read(line.text);
    if (output?.kind === 'noise') this.#logNoise(output.text);
    if (output?.kind === 'out-of-step')
      this.#disconnect(`the engine answers command ${output.id} instead of ${this.#exchange?.id}`);
    if (output?.kind !== 'answer') return;
    this.#bytesSinceResponse = 0;
    if (output.id === this.#exchange?.id) this.#continue(this.#exchange, output);
  }

  override get deadline(): number | undefined {
    const [late, again] = [this.#exchange?.deadline, this.#postponed.deadline];
    return late === undefined || again === undefined ? (late ?? again) : Math.min(late, again);
  }

  protected override onDeadline(): void {
    const dueAt = this.#exchange?.deadline;
    if (dueAt !== undefined && dueAt <= this.now) {
      this.#disconnect('the engine does not answer');
      return;
    }
    const command = this.#postponed.take(this.now);
    if (command !== undefined) this.#askInGame(command);
  }

  // Commands and responses

  #startExchange(coroutine: GtpCoroutine<void>): void {
    const exchange: EngineExchange = { coroutine, id: 0, deadline: undefined };
    this.#exchange = exchange;
    this.#advance(exchange, coroutine.next());
  }

  #continue(exchange: EngineExchange, response: GtpResponse): void {
    this.#advance(exchange, exchange.coroutine.next(response));
  }

  #advance(exchange: EngineExchange, step: ReturnType<GtpCoroutine<void>['next']>): void {
    if (step.done) {
      this.#exchange = undefined;
      if (this.#needsMove) this.#think();
      else if (this.#needsDeadStones) this.#judgeDeadStones();
      return;
    }
    const { command, movesFor } = step.value;
    const { id, line } = this.#responses.makeRequest(command);
    exchange.id = id;
    exchange.deadline = movesFor === undefined ? this.now + ENGINE_TIMEOUTS.setUp : undefined;
    this.send(lineBytes(line));
  }

  #logNoise(text: string): void {
    this.#noise++;
    if (this.#noise <= MAX_NOISE_LINES) this.remark(text.slice(0, 200));
  }

  #disconnect(why: string): void {
    this.remark(why);
    this.close();
  }

  // The computer player

  #enter(): void {
    const name = enginePlayerName(this.#name ?? this.#controller.name, this.#refusedNames + 1);
    const abilities = this.#controller.knowsDeadStones ? { canMark: true as const } : {};
    this.ask({ kind: 'enter', name, ...abilities }, (answer) => {
      if (answer.kind === 'entered') this.#offerGames();
      else if (answer.kind === 'refused' && answer.why === 'name-taken' && ++this.#refusedNames < MAX_NAMES)
        this.#enter();
      else this.#disconnect('the engine gets no name');
    });
  }

  #offerGames(): void {
    const offers = [{ game: 'go', sizes: this.#accepted, ruleset: RULESET }] as const;
    this.ask({ kind: 'offer-games', offers, seats: 1 }, (answer) => {
      if (answer.kind === 'refused') this.#disconnect('the engine cannot play');
    });
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        return;
      case 'played':
        this.#onMove(notice, { kind: 'play', color: notice.color, point: notice.point });
        return;
      case 'passed':
        this.#onMove(notice, { kind: 'pass', color: notice.color });
        return;
      case 'marking':
        this.#beginMarking(notice.game, []);
        return;
      case 'marked':
        if (notice.game !== this.#game?.started.game) return;
        this.#game?.marking?.marked(notice.stones, notice.dead);
        this.#acceptMarks();
        return;
      case 'resumed':
        this.#onResumed(notice);
        return;
      case 'ended':
        if (notice.game === this.#game?.started.game) this.#end();
        return;
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.close();
        return;
      // GTP has no messages for the other notices.
    }
  }

  /** A game begins or continues, or its last moves were taken back. */
  #start(started: StartedNotice): void {
    const { game: id, color, moves, clock } = started;
    if (color === 'both') throw new Error('a computer player has one side of a game');
    if (this.#game !== undefined && this.#game.started.game !== id) {
      // An engine plays one game at a time. After a restart there may be two games for its name.
      this.#askInGame({ kind: 'forfeit', how: 'resigned', game: id });
      return;
    }
    this.#game = { started, color, moves: [...moves], clock, marking: undefined, hasFailed: false };
    this.#postponed.drop();
    this.#needsDeadStones = false;
    this.#needsMove = started.marking === undefined && started.toMove === color;
    if (this.#needsMove) this.#think();
    const dead = started.marking?.dead.map(({ point }) => point);
    if (dead !== undefined) this.#beginMarking(id, dead);
  }

  // Dead stones

  #beginMarking(id: GameId | undefined, dead: readonly Point[]): void {
    const game = this.#game;
    if (game === undefined || game.started.game !== id) return;
    game.marking = new EngineDeadStoneMarking(id, dead);
    // After the opponent's pass, the engine was to move for a moment.
    this.#needsMove = false;
    this.#needsDeadStones = true;
    this.#judgeDeadStones();
  }

  /** Asks the engine for dead stones, unless it is still busy with an earlier command. */
  #judgeDeadStones(): void {
    const game = this.#game;
    if (game === undefined || this.#exchange !== undefined) return;
    this.#needsDeadStones = false;
    this.#startExchange(this.#markDeadStones(game));
  }

  *#markDeadStones(game: Game): GtpCoroutine<void> {
    const { started, color, moves: turns, marking } = game;
    const situation = situationOf(started, turns, color, undefined);
    if (situation.game !== 'go') throw new Error('an engine offers Go only');
    const dead = yield* this.#controller.deadStones(situation);
    // Meanwhile play has resumed, or the game has ended.
    if (game !== this.#game || marking === undefined || game.marking !== marking) return;
    if (!dead.ok) {
      // Without the engine's dead stones, the session accepts no marks, and play resumes after two minutes.
      this.remark(dead.problem);
      return;
    }
    for (const command of marking.decide(dead.value)) this.#askInGame(command);
    this.#acceptMarks();
  }

  #acceptMarks(): void {
    const game = this.#game;
    if (game?.marking?.agrees) this.#askInGame({ kind: 'accept-marks', game: game.started.game });
  }

  #onResumed({ game: id, toMove, clock }: Notice & { kind: 'resumed' }): void {
    const game = this.#game;
    if (game === undefined || game.started.game !== id) return;
    game.marking = undefined;
    game.clock = clock;
    this.#needsDeadStones = false;
    this.#needsMove = toMove === game.color;
    if (this.#needsMove) this.#think();
  }

  #onMove({ clock, game: id }: Notice & { kind: 'played' | 'passed' }, move: Move): void {
    const game = this.#game;
    if (game === undefined || game.started.game !== id) return;
    game.moves.push(move);
    game.clock = clock;
    this.#needsMove = sideToMove(game.started, game.moves) === game.color;
    if (this.#needsMove) this.#think();
  }

  #end(): void {
    if (this.#game?.hasFailed === false) this.#failures = 0;
    this.#game = undefined;
    this.#needsMove = false;
    this.#needsDeadStones = false;
    this.#postponed.drop();
    if (this.#failures >= MAX_FAILURES) this.#disconnect(`the engine failed in ${MAX_FAILURES} games in a row`);
  }

  /** Asks the engine for a move, unless it is still busy with an earlier command. */
  #think(): void {
    const game = this.#game;
    if (game === undefined || this.#exchange !== undefined) return;
    this.#needsMove = false;
    this.#startExchange(this.#choose(game));
  }

  *#choose(game: Game): GtpCoroutine<void> {
    const { started, color, moves: turns, clock } = game;
    const { length } = turns;
    const situation = situationOf(started, turns, color, engineClockOf(started, color, clock));
    if (situation.game !== 'go') throw new Error('an engine offers Go only');
    const choice = yield* this.#controller.choose(situation);
    // The game has ended meanwhile, or moves were taken back.
    if (game === this.#game && turns.length === length) this.#move(game, choice);
  }

  #move(game: Game, choice: Result<EngineChoice>): void {
    const { game: id } = game.started;
    if (!choice.ok) this.#fail(game, choice.problem);
    else if (choice.value.kind === 'play') this.#askInGame({ kind: 'play', point: choice.value.point, game: id });
    else if (choice.value.kind === 'pass') this.#askInGame({ kind: 'pass', game: id });
    else this.#askInGame({ kind: 'forfeit', how: 'resigned', game: id });
  }

  #fail(game: Game, why: string): void {
    this.remark(why);
    game.hasFailed = true;
    this.#failures++;
    this.#askInGame({ kind: 'forfeit', how: 'resigned', game: game.started.game });
  }

  #askInGame(command: GameCommand): void {
    this.ask(command, (answer) => {
      const game = this.#game;
      if (this.#postponed.putIfNotNow(command, answer, this.now) || answer.kind !== 'refused' || game === undefined)
        return;
      // If the command is late, the game has ended or moves were taken back, and a notice follows.
      if (!isLate(answer) && !game.hasFailed) this.#fail(game, `the move of the engine is refused: ${answer.why}`);
    });
  }
}

const isLate = ({ why }: CommandAnswer & { kind: 'refused' }): boolean =>
  why === 'no-game' || why === 'not-your-turn' || why === 'cannot-mark';
