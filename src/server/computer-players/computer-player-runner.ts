import { COMPUTER } from '../../archive/finished-game.ts';
import type { Clock } from '../../clock.ts';
import type { Situation } from '../../engines/engine.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import { nextConnection } from '../connection-id.ts';
import type { Hub } from '../hub/hub.ts';
import type { Log } from '../hub/observability.ts';
import type { Connection } from '../hub/transport.ts';
import type { ComputerPlayer, GameEngine } from './computer-player.ts';
import { ComputerSession, WAKE_UP } from './computer-session.ts';

/** Options of all computer players. */
export interface ComputerPlayerRunnerOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  /** How long a seek must have waited before a computer player takes it; milliseconds. */
  readonly minimumWait: number;
  /** The most games of one player at once. */
  readonly seats: number;
}

/** After this many games in a row in which its engine failed, a player begins no game until the server is started again. */
const MOST_FAILURES = 3;
const RETIRED = `I play no more until the server is restarted: my engine failed in ${MOST_FAILURES} games in a row`;

/** Milliseconds between two looks at a name that belongs to another player. */
const NAME_PAUSE = 1_000;

/** The numbers of used and of all seats of one computer player. */
export interface SeatCounts {
  readonly player: string;
  readonly playing: number;
  readonly most: number;
}

interface EngineInGame {
  readonly engine: GameEngine;
  /** The choices in progress. A take-back may lead to a second one before the first is made. */
  choices: number;
  /** Its failure in this game has been counted. */
  hasFailed: boolean;
}

/** Connects one computer player to the hub and runs an engine in each of its games. */
export class ComputerPlayerRunner {
  readonly #player: ComputerPlayer;
  readonly #options: ComputerPlayerRunnerOptions;
  #session: ComputerSession | undefined;
  #connection: Connection | undefined;
  /** Opened for the first move of a game. */
  readonly #engines = new Map<GameId, EngineInGame>();
  /** The engine of a finished game, for the next one. */
  #idle: GameEngine | undefined;
  /** Engines that are being closed. */
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;
  /** Its name belongs to another player, and that was logged. */
  #isRefused = false;
  #cancelWait: (() => void) | undefined;
  /** Games in a row in which the engine failed. */
  #failures = 0;
  /** It was logged that every seat is taken, and none has been free since. */
  #isFull = false;

  constructor(player: ComputerPlayer, options: ComputerPlayerRunnerOptions) {
    this.#player = player;
    this.#options = options;
  }

  /**
   * Connects the player, which continues its unfinished games, or serves games of the same computer player of other nodes. As long as another
   * player has its name, it waits and asks nothing of the lobby.
   */
  open(): void {
    const { hub } = this.#options;
    const { name, group } = this.#player;
    if (!hub.condition.isOpen) this.#wait();
    else if (hub.directory.canSeat(name, group, this.#profile)) this.#connect();
    else this.#waitForName();
  }

  #connect(): void {
    const { hub, minimumWait, seats, log } = this.#options;
    const { name, level, group, offers, pace } = this.#player;
    const terms = {
      ...(level !== undefined && { level }),
      ...(group !== undefined && { group }),
      offers,
      minimumWait,
      seats,
    };
    const session = new ComputerSession(
      { name, terms, ...(pace && { pace }) },
      {
        think: (game, situation) => void this.#think(session, game, situation),
        gamesChanged: () => this.#noteFull(session),
        gameOver: (game) => this.#gameOver(game),
        trouble: (game, problem) => log.error({ player: name, game, error: problem }, 'computer.resigned'),
      },
    );
    if (this.#isRetired) session.retire(RETIRED);
    const link = { id: nextConnection(), send: () => {}, pause: () => {}, close: () => this.#disconnected(session) };
    // The operator's computer player may use its name even if another user has reserved it.
    const client = { ...this.#profile, protocol: { name: COMPUTER }, open: () => session };
    this.#session = session;
    this.#connection = hub.connect(client, link);
    this.#connection.receive(WAKE_UP);
  }

  get #profile() {
    const { name } = this.#player;
    return { protocol: COMPUTER, listener: name, address: COMPUTER, ownedName: name };
  }

  get seats(): SeatCounts {
    return { player: this.#player.name, playing: this.#session?.playing ?? 0, most: this.#options.seats };
  }

  /** Closes every engine. The hub disconnects the player. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelWait?.();
    this.#closeEngines();
    await Promise.all(this.#closing);
    await this.#player.close();
  }

  get #isRetired(): boolean {
    return this.#failures >= MOST_FAILURES;
  }

  #noteFull({ playing }: ComputerSession): void {
    const { log, seats } = this.#options;
    const wasFull = this.#isFull;
    this.#isFull = playing >= seats;
    if (this.#isFull && !wasFull) log.info({ player: this.#player.name, seats }, 'computer.full');
  }

  /** An administrator has removed the player, or its name belongs to another player. */
  #disconnected(session: ComputerSession): void {
    if (this.#isClosed || this.#session !== session) return;
    this.#closeEngines();
    // Another node may have been faster.
    if (session.isRefused) this.#wait();
    else this.open();
  }

  #waitForName(): void {
    if (!this.#isRefused) this.#options.log.error({ player: this.#player.name }, 'computer.name-taken');
    this.#isRefused = true;
    this.#wait();
  }

  #wait(): void {
    const { clock } = this.#options;
    this.#cancelWait?.();
    this.#cancelWait = clock.at(clock.now() + NAME_PAUSE, () => this.open());
  }

  async #think(session: ComputerSession, game: GameId, situation: Situation): Promise<void> {
    // The turn after which a move is due may be the last one: the notice of the end arrives in the same turn of the event loop.
    await Promise.resolve();
    if (this.#isClosed || !session.wants(game, situation)) return;
    const playing = this.#engines.get(game) ?? this.#engineFor(game);
    playing.choices++;
    const choice = await playing.engine.choose(situation);
    playing.choices--;
    if (this.#isClosed || session !== this.#session) return;
    if (playing.engine.gaveUp && !playing.hasFailed && session.wants(game, situation)) this.#fail(session, playing);
    session.choose(game, situation, choice);
    this.#connection?.receive(WAKE_UP);
  }

  #engineFor(game: GameId): EngineInGame {
    const engine = this.#idle ?? this.#player.engine();
    if (this.#idle !== undefined) engine.newGame?.();
    this.#idle = undefined;
    const playing = { engine, choices: 0, hasFailed: false };
    this.#engines.set(game, playing);
    return playing;
  }

  /** Before the game is resigned, so that no other begins. */
  #fail(session: ComputerSession, playing: EngineInGame): void {
    playing.hasFailed = true;
    const wasRetired = this.#isRetired;
    this.#failures++;
    if (wasRetired || !this.#isRetired) return;
    session.retire(RETIRED);
    this.#options.log.error({ player: this.#player.name }, 'computer.retired');
  }

  #gameOver(game: GameId): void {
    const playing = this.#engines.get(game);
    if (playing === undefined) return;
    this.#engines.delete(game);
    if (!playing.hasFailed && !this.#isRetired) this.#failures = 0;
    // No game waits for an engine that is busy with an old one.
    if (playing.choices > 0 || this.#idle !== undefined) this.#closeEngine(playing.engine);
    else this.#idle = playing.engine;
  }

  #closeEngines(): void {
    for (const { engine } of this.#engines.values()) this.#closeEngine(engine);
    this.#engines.clear();
    if (this.#idle !== undefined) this.#closeEngine(this.#idle);
    this.#idle = undefined;
  }

  #closeEngine(engine: GameEngine): void {
    const closing = engine.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
