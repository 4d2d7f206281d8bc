import type { EngineChoice, Situation } from '../../engines/engine.ts';
import { randomNumbers } from '../../engines/random-numbers.ts';
import { engineClockOf, sideToMove, situationOf } from '../../engines/situation-builder.ts';
import type { Command, CommandAnswer, ComputerTerms } from '../../lobby/command.ts';
import type { ListedSeek } from '../../lobby/directory/directory.ts';
import type { ClocksView } from '../../lobby/games/game-clocks.ts';
import type { GameId, Move } from '../../lobby/games/game-event.ts';
import type { Notice, StartedNotice } from '../../lobby/notice.ts';
import type { Refusal } from '../../lobby/refusal.ts';
import type { ReadResult } from '../../protocols/bytes.ts';
import { PostponedCommand } from '../../protocols/postponed-command.ts';
import { ServerSessionBase } from '../../protocols/server-session-base.ts';
import type { Result } from '../../result.ts';
import type { Color } from '../../rules/color.ts';
import { timeLeft } from '../../rules/time/clock-state.ts';
import type { MoveTimeRange } from './computer-player.ts';

/** The name of a computer player, and the games that it offers. */
export interface ComputerSessionOptions {
  readonly name: string;
  readonly terms: ComputerTerms;
  readonly moveTime?: MoveTimeRange;
}

/** Calls from a session to the part that owns the engines. */
export interface ComputerSessionCallbacks {
  /** A move is due. Call `choose` with it, unless `wants` is false by then. */
  think(game: GameId, situation: Situation): void;
  gamesChanged(): void;
  gameOver(game: GameId): void;
  /** The player resigns this game because of a problem with its engine. */
  engineFailed(game: GameId, problem: string): void;
}

/** Bytes that wake the session: it sends the commands that are due. */
export const WAKE_UP = new Uint8Array(1);

type GameCommand = Extract<Command, { kind: 'play' | 'pass' | 'forfeit' }>;

/** The commands that belong to no single game. */
type OtherCommand = Extract<Command, { kind: 'enter' | 'offer-games' | 'observe' | 'chat' }>;

interface Game {
  readonly started: StartedNotice;
  readonly color: Color;
  readonly moves: Move[];
  /** The position in which a move is due. */
  wanted: Situation | undefined;
  /** The earliest time at which the move may be sent; milliseconds since the epoch. */
  notBefore: number;
  /** The clock; undefined in a game without a time control. */
  clock: ClocksView | undefined;
  /** The engine's choice, once it is known. */
  chosen: Result<EngineChoice> | undefined;
  /** A move that could not be stored. It is sent again. */
  readonly postponed: PostponedCommand<GameCommand>;
}

/**
 * The session of one computer player, which has no client: it sends the lobby the commands of engines, for many games at once. It
 * sends no bytes, and received bytes only make it run (`WAKE_UP`).
 */
export class ComputerSession extends ServerSessionBase<'wake-up', OtherCommand> {
  readonly #options: ComputerSessionOptions;
  readonly #callbacks: ComputerSessionCallbacks;
  #stage: 'new' | 'present' | 'retired' | 'refused' = 'new';
  readonly #games = new Map<GameId, Game>();
  /** Why the player starts no more games; undefined while it does. */
  #retirementReason: string | undefined;

  constructor(options: ComputerSessionOptions, callbacks: ComputerSessionCallbacks) {
    // The session does nothing before the first wake-up, which sets the time.
    super(0);
    this.#options = options;
    this.#callbacks = callbacks;
  }

  /** The number of its running games. */
  get playing(): number {
    return this.#games.size;
  }

  /** Another player has the name of this player or of its group. */
  get isRefused(): boolean {
    return this.#stage === 'refused';
  }

  /**
   * Lets the player start no more games, from the next wake-up on. It stays connected, and sends the reason by chat: first to everyone,
   * then to each player whose seek names it.
   */
  retire(why: string): void {
    this.#retirementReason = why;
  }

  /** Whether a move is still due in this position. */
  wants(game: GameId, situation: Situation): boolean {
    return situation === this.#games.get(game)?.wanted;
  }

  /** Stores the engine's choice. It is sent at the next wake-up, or dropped if no move is due any more. */
  choose(id: GameId, situation: Situation, choice: Result<EngineChoice>): void {
    const game = this.#games.get(id);
    if (game !== undefined && game.wanted === situation) game.chosen = choice;
  }

  protected override read(): ReadResult<'wake-up'> {
    return { kind: 'message', message: 'wake-up', length: WAKE_UP.length };
  }

  override get deadline(): number | undefined {
    let first: number | undefined;
    for (const { chosen, notBefore, postponed } of this.#games.values()) {
      const deadline = chosen === undefined ? postponed.deadline : notBefore;
      if (deadline !== undefined && (first === undefined || deadline < first)) first = deadline;
    }
    return first;
  }

  protected override onDeadline(): void {
    for (const game of this.#games.values()) {
      const again = game.postponed.take(this.now);
      if (again !== undefined) this.#sendForGame(game, again);
    }
    this.#sendMoves();
  }

  protected override onMessage(): void {
    if (this.#stage === 'new') {
      this.sendCommand({ kind: 'enter', name: this.#options.name, shares: true });
      return;
    }
    // This comes before a game is resigned, because its end frees a seat for another game.
    if (this.#retirementReason !== undefined && this.#stage === 'present') this.#retire(this.#retirementReason);
    this.#sendMoves();
  }

  /** Sends the chosen moves whose time has come. */
  #sendMoves(): void {
    for (const game of this.#games.values())
      if (game.chosen !== undefined && game.notBefore <= this.now) this.#move(game, game.chosen);
  }

  #sendForGame(game: Game, command: GameCommand): void {
    this.ask(command, (answer) => {
      if (answer.kind === 'refused') this.#refused(game, command, answer.why);
    });
  }

  protected override onAnswer(command: OtherCommand, answer: CommandAnswer): void {
    if (command.kind === 'enter') {
      if (answer.kind === 'entered') this.#offerGames();
      else this.#refuse();
    } else if (command.kind === 'offer-games' && answer.kind === 'refused') {
      this.#refuse();
    } else if (answer.kind === 'directory') {
      this.#informSeekers(answer.directory.seeks);
      if (answer.next !== undefined) this.sendCommand({ kind: 'observe', after: answer.next });
    }
    // Other answers are ignored. For example, chat is refused if a player cannot receive it.
  }

  #refuse(): void {
    this.#stage = 'refused';
    this.close();
  }

  #refused(game: Game, command: GameCommand, why: Refusal): void {
    if (why === 'not-now') game.postponed.put(command, this.now);
    // Otherwise the game has ended or moves were taken back, and the notice of this is on its way.
    else if (why !== 'no-game' && why !== 'not-your-turn') this.#resign(game, `the move was refused: ${why}`);
  }

  #offerGames(): void {
    this.#stage = 'present';
    if (this.#retirementReason !== undefined) this.#retire(this.#retirementReason);
    else this.sendCommand({ kind: 'offer-games', ...this.#options.terms });
  }

  /** Stops offering games, and sends the reason. Running games continue. */
  #retire(why: string): void {
    this.#stage = 'retired';
    this.sendCommand({ kind: 'offer-games', ...this.#options.terms, offers: [] });
    this.sendCommand({ kind: 'chat', text: why, to: 'everyone' });
    this.sendCommand({ kind: 'observe' });
  }

  /** Sends the reason to the host of each seek for this player. Only this player is shown such a seek. */
  #informSeekers(seeks: readonly ListedSeek[]): void {
    for (const { host, opponent } of seeks) {
      if (opponent !== this.#options.name || this.#retirementReason === undefined) continue;
      this.sendCommand({ kind: 'chat', text: this.#retirementReason, to: { name: host } });
    }
  }

  protected override onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'started':
        this.#start(notice);
        break;
      case 'played':
        this.#moved(notice, { kind: 'play', color: notice.color, point: notice.point });
        break;
      case 'passed':
        this.#moved(notice, { kind: 'pass', color: notice.color });
        break;
      case 'ended':
        if (notice.game !== undefined) this.#end(notice.game);
        break;
      case 'directory':
        this.#informSeekers(notice.changes.flatMap((change) => (change.kind === 'seek-added' ? [change.seek] : [])));
        break;
      case 'replaced':
      case 'removed':
      case 'farewell':
        this.#games.clear();
        this.close();
        break;
      // The other notices do not concern a computer player.
    }
  }

  #start(started: StartedNotice): void {
    if (started.color === 'both') throw new Error('a computer player has one side of a game');
    const { game: id, color, moves } = started;
    const postponed = new PostponedCommand<GameCommand>();
    const game: Game = {
      started,
      color,
      moves: [...moves],
      wanted: undefined,
      notBefore: 0,
      clock: started.clock,
      chosen: undefined,
      postponed,
    };
    this.#games.set(id, game);
    this.#callbacks.gamesChanged();
    if (started.toMove === color) this.#think(game);
  }

  #moved({ game: id, clock }: Notice & { kind: 'played' | 'passed' }, move: Move): void {
    const game = id === undefined ? undefined : this.#games.get(id);
    if (game === undefined) throw new Error(`a move in game ${id}, which this session does not play`);
    game.moves.push(move);
    game.clock = clock;
    if (sideToMove(game.started, game.moves) === game.color) this.#think(game);
  }

  #end(id: GameId): void {
    this.#games.delete(id);
    this.#callbacks.gameOver(id);
    this.#callbacks.gamesChanged();
  }

  #think(game: Game): void {
    const { started, color, moves } = game;
    const clock = engineClockOf(started, color, game.clock);
    const situation = situationOf(started, moves, color, clock);
    game.wanted = situation;
    game.chosen = undefined;
    const pause = this.#pauseBeforeMove(started.game, moves.length);
    game.notBefore =
      this.now + (clock === undefined ? pause : Math.min(pause, timeLeft(clock.control, clock.state) / 4));
    this.#callbacks.think(started.game, situation);
  }

  /** The pause before a move in milliseconds: mostly short, sometimes long. */
  #pauseBeforeMove(game: GameId, turn: number): number {
    const { moveTime } = this.#options;
    if (moveTime === undefined) return 0;
    const chance = randomNumbers(moveTime.seed, game, turn)();
    return moveTime.least + (moveTime.most - moveTime.least) * chance ** 2;
  }

  #move(game: Game, chosen: Result<EngineChoice>): void {
    const { game: id } = game.started;
    const hasPass = game.wanted?.game === 'go' && game.wanted.toPlace === undefined;
    game.wanted = undefined;
    game.chosen = undefined;
    if (!chosen.ok) this.#resign(game, chosen.problem);
    else if (chosen.value.kind === 'resign') this.#sendForGame(game, { kind: 'forfeit', how: 'resigned', game: id });
    else if (chosen.value.kind === 'play')
      this.#sendForGame(game, { kind: 'play', point: chosen.value.point, game: id });
    else if (hasPass) this.#sendForGame(game, { kind: 'pass', game: id });
    else this.#resign(game, 'it passed where there is no pass');
  }

  #resign(game: Game, problem: string): void {
    const { game: id } = game.started;
    this.#callbacks.engineFailed(id, problem);
    this.#sendForGame(game, { kind: 'forfeit', how: 'resigned', game: id });
  }
}
