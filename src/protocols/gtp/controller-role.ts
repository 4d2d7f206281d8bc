import type { EngineChoice } from '../../engines/engine.ts';
import { ENGINE_TIMEOUTS } from '../../engines/engine-timeouts.ts';
import { GtpController, type GtpExchange, type GtpResponse } from '../../engines/gtp/gtp-controller.ts';
import { GtpResponseReader } from '../../engines/gtp/gtp-response-reader.ts';
import { engineClockOf, sideToMove, situationOf } from '../../engines/situation-builder.ts';
import type { Command, CommandAnswer } from '../../lobby/command.ts';
import type { ClockView } from '../../lobby/games/game-clocks.ts';
import type { GameId, Move } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';
import type { Point } from '../../rules/point.ts';
import type { ReadResult } from '../message-read-result.ts';
import { PostponedCommand } from '../postponed-command.ts';
import { ServerSessionBase } from '../server-session-base.ts';
import { type Line, lineBytes, readLine } from '../text-line.ts';
import { DeadStoneOpinion } from './dead-stone-opinion.ts';
import { engineName } from './engine-name.ts';
import { RULESET } from './prepared-game.ts';

/** The boards that are tried where the listener has no size. */
const SIZES: readonly number[] = [9, 13, 19];

/** Bytes of one response, or of lines outside of responses before one. */
const MOST_BYTES = 65_536;

/** Lines outside of responses that are logged for one connection. */
const MOST_NOISE = 20;

/** Names are tried with numbers up to this one. */
const MOST_NAMES = 99;

/** After this many games in a row in which it failed, an engine is disconnected. */
const MOST_FAILURES = 3;

type GameCommand = Extract<Command, { kind: 'play' | 'pass' | 'forfeit' | 'mark' | 'accept-marks' }>;

interface Game {
  readonly started: StartedNotice;
  readonly color: Color;
  readonly turns: Move[];
  clock: ClockView | undefined;
  /** While dead stones are marked. */
  opinion: DeadStoneOpinion | undefined;
  /** The engine has failed in this game, which it loses. */
  hasFailed: boolean;
}

/** What is done with the result of a dialogue. */
interface Conversation {
  readonly dialogue: GtpExchange<void>;
  /** The id of the command that has no response yet. */
  id: number;
  /** When its response is too late; milliseconds since the epoch. `undefined`: the engine chooses a move, whose time the lobby judges. */
  dueAt: number | undefined;
}

/**
 * The server as a controller: the client is an engine, which becomes a computer player with one seat. At most one command has no
 * response yet. A choice that is no longer needed is awaited and dropped.
 */
export class ControllerRole extends ServerSessionBase<Line> {
  readonly #name: string | undefined;
  readonly #sizes: readonly number[];
  readonly #reader = new GtpResponseReader();
  readonly #controller: GtpController;
  #conversation: Conversation | undefined;
  #accepted: readonly number[] = [];
  /** How many names were refused. */
  #refusedNames = 0;
  #game: Game | undefined;
  /** It is the engine's turn in this state of the game, and no choice was begun. */
  #isWanted = false;
  /** Dead stones are marked, and the engine has not been asked for them. */
  #isOpinionWanted = false;
  readonly #postponed = new PostponedCommand<GameCommand>();
  #failures = 0;
  #noise = 0;
  /** Bytes since the last whole response. */
  #unanswered = 0;

  constructor(name: string | undefined, size: number | undefined, now: number) {
    super(now);
    this.#name = name;
    this.#sizes = size === undefined ? SIZES : [size];
    const log = (text: string): void => this.remark(text);
    this.#controller = new GtpController({ name: 'the engine', log, margins: ENGINE_TIMEOUTS, now: () => this.now });
  }

  protected override greet(): void {
    this.#converse(this.#meet());
  }

  *#meet(): GtpExchange<void> {
    yield* this.#controller.identify();
    const accepted: number[] = [];
    for (const size of this.#sizes) if (yield* this.#controller.accepts(size)) accepted.push(size);
    this.#accepted = accepted;
    if (accepted.length > 0) this.#enter();
    else this.#hangUp(`the engine does not play on ${this.#sizes.join(', ')} lines`);
  }

  protected override read(bytes: Uint8Array): ReadResult<Line> {
    const line = readLine(bytes);
    if (line.kind === 'message') this.#unanswered += line.length;
    return line;
  }

  protected override onMessage(line: Line): void {
    if (line.kind === 'too-long' || this.#unanswered > MOST_BYTES) {
      this.#hangUp('the engine says too much');
      return;
    }
    const output = this.#reader.read(line.text);
    if (output?.kind === 'noise') this.#note(output.text);
    if (output?.kind === 'out-of-step')
      this.#hangUp(`the engine answers command ${output.id} instead of ${this.#conversation?.id}`);
    if (output?.kind !== 'answer') return;
    this.#unanswered = 0;
    if (output.id === this.#conversation?.id) this.#continue(this.#conversation, output);
  }

  override get deadline(): number | undefined {
    const [late, again] = [this.#conversation?.dueAt, this.#postponed.deadline];
    return late === undefined || again === undefined ? (late ?? again) : Math.min(late, again);
  }

  protected override onDeadline(): void {
    const dueAt = this.#conversation?.dueAt;
    if (dueAt !== undefined && dueAt <= this.now) {
      this.#hangUp('the engine does not answer');
      return;
    }
    const command = this.#postponed.take(this.now);
    if (command !== undefined) this.#askInGame(command);
  }

  // Commands and responses

  #converse(dialogue: GtpExchange<void>): void {
    const conversation: Conversation = { dialogue, id: 0, dueAt: undefined };
    this.#conversation = conversation;
    this.#advance(conversation, dialogue.next());
  }

  #continue(conversation: Conversation, response: GtpResponse): void {
    this.#advance(conversation, conversation.dialogue.next(response));
  }

  #advance(conversation: Conversation, step: ReturnType<GtpExchange<void>['next']>): void {
    if (step.done) {
      this.#conversation = undefined;
      if (this.#isWanted) this.#think();
      else if (this.#isOpinionWanted) this.#judgeDeadStones();
      return;
    }
    const { command, movesFor } = step.value;
    const { id, line } = this.#reader.makeRequest(command);
    conversation.id = id;
    conversation.dueAt = movesFor === undefined ? this.now + ENGINE_TIMEOUTS.setUp : undefined;
    this.send(lineBytes(line));
  }

  #note(text: string): void {
    this.#noise++;
    if (this.#noise <= MOST_NOISE) this.remark(text.slice(0, 200));
  }

  #hangUp(why: string): void {
    this.remark(why);
    this.close();
  }

  // The computer player

  #enter(): void {
    const name = engineName(this.#name ?? this.#controller.name, this.#refusedNames + 1);
    const abilities = this.#controller.knowsDeadStones ? { canMark: true as const } : {};
    this.ask({ kind: 'enter', name, ...abilities }, (answer) => {
      if (answer.kind === 'entered') this.#offerGames();
      else if (answer.kind === 'refused' && answer.why === 'name-taken' && ++this.#refusedNames < MOST_NAMES)
        this.#enter();
      else this.#hangUp('the engine gets no name');
    });
  }

  #offerGames(): void {
    const offers = [{ game: 'go', sizes: this.#accepted, ruleset: RULESET }] as const;
    this.ask({ kind: 'offer-games', offers, seats: 1 }, (answer) => {
      if (answer.kind === 'refused') this.#hangUp('the engine cannot play');
    });
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        return;
      case 'played':
        this.#turned(notice, { kind: 'play', color: notice.color, point: notice.point });
        return;
      case 'passed':
        this.#turned(notice, { kind: 'pass', color: notice.color });
        return;
      case 'marking':
        this.#beginMarking(notice.game, []);
        return;
      case 'marked':
        if (notice.game !== this.#game?.started.game) return;
        this.#game?.opinion?.marked(notice.stones, notice.dead);
        this.#acceptMarks();
        return;
      case 'resumed':
        this.#playOn(notice);
        return;
      case 'ended':
        if (notice.game === this.#game?.started.game) this.#end();
        return;
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.close();
        return;
      case 'begun':
      case 'adjourned-games':
      case 'chat':
      case 'entered':
      case 'left':
      case 'directory':
      case 'news':
    }
  }

  /** A game begins, goes on, or has lost its last moves by a take-back. */
  #start(started: StartedNotice): void {
    const { game: id, color, moves, clock } = started;
    if (color === 'both') throw new Error('a computer player has one side of a game');
    if (this.#game !== undefined && this.#game.started.game !== id) {
      // One engine plays one game. After a restart there may be two for its name.
      this.#askInGame({ kind: 'forfeit', how: 'resigned', game: id });
      return;
    }
    this.#game = { started, color, turns: [...moves], clock, opinion: undefined, hasFailed: false };
    this.#postponed.drop();
    this.#isOpinionWanted = false;
    this.#isWanted = started.marking === undefined && started.toMove === color;
    if (this.#isWanted) this.#think();
    const dead = started.marking?.dead.map(({ point }) => point);
    if (dead !== undefined) this.#beginMarking(id, dead);
  }

  // Dead stones

  #beginMarking(id: GameId | undefined, dead: readonly Point[]): void {
    const game = this.#game;
    if (game === undefined || game.started.game !== id) return;
    game.opinion = new DeadStoneOpinion(id, dead);
    // It was its turn for a moment, after the opponent's pass.
    this.#isWanted = false;
    this.#isOpinionWanted = true;
    this.#judgeDeadStones();
  }

  /** Asks the engine for dead stones, unless it is still busy with an earlier command. */
  #judgeDeadStones(): void {
    const game = this.#game;
    if (game === undefined || this.#conversation !== undefined) return;
    this.#isOpinionWanted = false;
    this.#converse(this.#markDeadStones(game));
  }

  *#markDeadStones(game: Game): GtpExchange<void> {
    const { started, color, turns, opinion } = game;
    const situation = situationOf(started, turns, color, undefined);
    if (situation.game !== 'go') throw new Error('an engine offers Go only');
    const dead = yield* this.#controller.deadStones(situation);
    // Play goes on, or the game has ended.
    if (game !== this.#game || opinion === undefined || game.opinion !== opinion) return;
    if (!dead.ok) {
      // Without an opinion it accepts nothing, and play goes on after two minutes.
      this.remark(dead.problem);
      return;
    }
    for (const command of opinion.decide(dead.value)) this.#askInGame(command);
    this.#acceptMarks();
  }

  #acceptMarks(): void {
    const game = this.#game;
    if (game?.opinion?.agrees) this.#askInGame({ kind: 'accept-marks', game: game.started.game });
  }

  #playOn({ game: id, toMove, clock }: Notice & { kind: 'resumed' }): void {
    const game = this.#game;
    if (game === undefined || game.started.game !== id) return;
    game.opinion = undefined;
    game.clock = clock;
    this.#isOpinionWanted = false;
    this.#isWanted = toMove === game.color;
    if (this.#isWanted) this.#think();
  }

  #turned({ clock, game: id }: Notice & { kind: 'played' | 'passed' }, move: Move): void {
    const game = this.#game;
    if (game === undefined || game.started.game !== id) return;
    game.turns.push(move);
    game.clock = clock;
    this.#isWanted = sideToMove(game.started, game.turns) === game.color;
    if (this.#isWanted) this.#think();
  }

  #end(): void {
    if (this.#game?.hasFailed === false) this.#failures = 0;
    this.#game = undefined;
    this.#isWanted = false;
    this.#isOpinionWanted = false;
    this.#postponed.drop();
    if (this.#failures >= MOST_FAILURES) this.#hangUp(`the engine failed in ${MOST_FAILURES} games in a row`);
  }

  /** Asks the engine for a move, unless it is still busy with an earlier command. */
  #think(): void {
    const game = this.#game;
    if (game === undefined || this.#conversation !== undefined) return;
    this.#isWanted = false;
    this.#converse(this.#choose(game));
  }

  *#choose(game: Game): GtpExchange<void> {
    const { started, color, turns, clock } = game;
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
      // Otherwise the game has ended or moves were taken back, and the notice of it is on its way.
      if (!isLate(answer) && !game.hasFailed) this.#fail(game, `the move of the engine is refused: ${answer.why}`);
    });
  }
}

const isLate = ({ why }: CommandAnswer & { kind: 'refused' }): boolean =>
  why === 'no-game' || why === 'not-your-turn' || why === 'cannot-mark';
