import { COMPUTER } from '../../archive/game-to-archive.ts';
import type { Clock } from '../../clock.ts';
import type { Situation } from '../../engines/engine.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import { nextConnection } from '../connection-id.ts';
import type { Hub } from '../hub/hub.ts';
import type { Log } from '../hub/observability.ts';
import type { TransportCallbacks } from '../hub/transport.ts';
import type { ComputerPlayer, GameEngine } from './computer-player.ts';
import { ComputerSession, WAKE_UP } from './computer-session.ts';

export interface ComputerPlayerRunnerOptions {
  readonly hub: Hub;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds for which a seek must have waited before a computer player takes it. */
  readonly minimumWait: number;
  /** The maximum number of games of one player at the same time. */
  readonly seats: number;
}

/** If its engine fails in this many games in a row, a player starts no more games until the server is restarted. */
const MAXIMUM_FAILURES = 3;
const RETIREMENT_TEXT = `I will not play again until the server is restarted: my engine failed in ${MAXIMUM_FAILURES} games in a row`;

/** Milliseconds until a player that could not connect tries again, for example because another player has its name. */
const RETRY_PAUSE = 1_000;

/** The numbers of used and of all seats of one computer player. */
export interface SeatCounts {
  readonly player: string;
  readonly playing: number;
  readonly maximum: number;
}

interface EngineInGame {
  readonly engine: GameEngine;
  /** The number of moves that the engine is choosing. After a take-back there may be a second one before the first is chosen. */
  choices: number;
  /** The engine has failed in this game, and the failure was counted. */
  hasFailed: boolean;
}

/** Connects one computer player to the hub and runs an engine in each of its games. */
export class ComputerPlayerRunner {
  readonly #player: ComputerPlayer;
  readonly #options: ComputerPlayerRunnerOptions;
  #session: ComputerSession | undefined;
  #connection: TransportCallbacks | undefined;
  /** The engines by game. An engine is opened for the first move of a game. */
  readonly #engines = new Map<GameId, EngineInGame>();
  /** The engine of a finished game, which the next game can use. */
  #idle: GameEngine | undefined;
  readonly #closing = new Set<Promise<void>>();
  #isClosed = false;
  /** Another player has the computer player's name, and this was logged. */
  #isRefused = false;
  #cancelWait: (() => void) | undefined;
  /** The number of games in a row in which the engine failed. */
  #failures = 0;
  /** All seats are taken, and this was logged. */
  #isFull = false;

  constructor(player: ComputerPlayer, options: ComputerPlayerRunnerOptions) {
    this.#player = player;
    this.#options = options;
  }

  /**
   * Connects the player. It continues its unfinished games. If other nodes run the same computer player, all share its games. While
   * another player has its name, the player waits and sends no command to the lobby.
   */
  open(): void {
    const { hub } = this.#options;
    const { name, group } = this.#player;
    if (!hub.condition.isOpen) this.#wait();
    else if (hub.directory.canEnter(name, group, this.#profile)) this.#connect();
    else this.#waitForOwnName();
  }

  #connect(): void {
    const { hub, minimumWait, seats, log } = this.#options;
    const { name, level, group, offers, moveTime } = this.#player;
    const terms = {
      ...(level !== undefined && { level }),
      ...(group !== undefined && { group }),
      offers,
      minimumWait,
      seats,
    };
    const session = new ComputerSession(
      { name, terms, ...(moveTime && { moveTime }) },
      {
        think: (game, situation) => void this.#think(session, game, situation),
        gamesChanged: () => this.#updateIsFull(session),
        gameOver: (game) => this.#gameOver(game),
        engineFailed: (game, problem) => log.error({ player: name, game, error: problem }, 'computer.resigned'),
      },
    );
    if (this.#isRetired) session.retire(RETIREMENT_TEXT);
    const transport = {
      id: nextConnection(),
      send: () => {},
      pause: () => {},
      close: () => this.#disconnected(session),
    };
    // The operator's computer player may use its name even if another user has reserved it.
    const client = { ...this.#profile, protocol: { name: COMPUTER }, open: () => session };
    this.#session = session;
    this.#connection = hub.connect(client, transport);
    this.#connection.receive(WAKE_UP);
  }

  get #profile() {
    const { name } = this.#player;
    return { protocol: COMPUTER, listener: name, address: COMPUTER, ownedName: name };
  }

  get seats(): SeatCounts {
    return { player: this.#player.name, playing: this.#session?.playing ?? 0, maximum: this.#options.seats };
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
    return this.#failures >= MAXIMUM_FAILURES;
  }

  #updateIsFull({ playing }: ComputerSession): void {
    const { log, seats } = this.#options;
    const wasFull = this.#isFull;
    this.#isFull = playing >= seats;
    if (this.#isFull && !wasFull) log.info({ player: this.#player.name, seats }, 'computer.full');
  }

  /** The hub has closed the connection: an administrator has removed the player, or another player has its name. */
  #disconnected(session: ComputerSession): void {
    if (this.#isClosed || this.#session !== session) return;
    this.#closeEngines();
    // The name may have been taken since `open` checked it, for example at another node.
    if (session.isRefused) this.#wait();
    else this.open();
  }

  #waitForOwnName(): void {
    if (!this.#isRefused) this.#options.log.error({ player: this.#player.name }, 'computer.name-taken');
    this.#isRefused = true;
    this.#wait();
  }

  #wait(): void {
    const { clock } = this.#options;
    this.#cancelWait?.();
    this.#cancelWait = clock.at(clock.now() + RETRY_PAUSE, () => this.open());
  }

  async #think(session: ComputerSession, game: GameId, situation: Situation): Promise<void> {
    // The opponent's move may end the game. Then the notice of the end arrives in the same turn of the event loop.
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

  /** Counts a failure. This comes before the game is resigned, so that a retired player starts no other game. */
  #fail(session: ComputerSession, playing: EngineInGame): void {
    playing.hasFailed = true;
    const wasRetired = this.#isRetired;
    this.#failures++;
    if (wasRetired || !this.#isRetired) return;
    session.retire(RETIREMENT_TEXT);
    this.#options.log.error({ player: this.#player.name }, 'computer.retired');
  }

  #gameOver(game: GameId): void {
    const playing = this.#engines.get(game);
    if (playing === undefined) return;
    this.#engines.delete(game);
    if (!playing.hasFailed && !this.#isRetired) this.#failures = 0;
    // An engine that is still busy with the old game is closed, so that no game waits for it.
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
