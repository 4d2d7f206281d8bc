import { ClientGameClock } from '../client/client-game-clock.ts';
import { ClientGameState } from '../client/client-game-state.ts';
import { describeClientEvent } from '../client/describe-client-event.ts';
import { ReconnectingClient, type ReconnectingClientEvent } from '../client/reconnecting-client.ts';
import type { Dial } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { Engine, EngineChoice } from '../engines/engine.ts';
import type { ClientHalf, GameStartedEvent, Intent, OpenClientSession } from '../protocols/client-session-types.ts';
import type { Color } from '../rules/color.ts';
import type { Point } from '../rules/point.ts';

/** An engine that always returns a choice. If it cannot find a move, it resigns the game. */
export interface BotEngine extends Pick<Engine, 'choose'> {
  /** Called before the first move of each game. */
  newGame(): void;
  /** True after the engine failed in this game, which was then resigned. */
  readonly gaveUp: boolean;
}

export interface BotClientOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly protocol: ClientHalf;
  readonly open: OpenClientSession;
  /** The name to ask for, if the protocol has names. If it is taken, 2, 3, … is appended. */
  readonly name?: string;
  readonly engine: BotEngine;
  /** Sent for each game. */
  readonly seek: Intent & { readonly kind: 'seek' };
  /** The number of games to play; without it, until `stop` is called. */
  readonly games?: number;
  /** The longest time for a move in milliseconds, even if the server's clock allows more. */
  readonly moveTime?: number;
  /** Called with one line for the user about each important event. */
  readonly report: (line: string) => void;
}

/** How the bot ended: done, or failed with a reason in one line. */
export type BotRunResult = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly why: string };

const UNREPORTED: ReadonlySet<ReconnectingClientEvent['kind']> = new Set([
  'your-turn',
  'player-joined',
  'player-left',
  'connection-failed',
]);

/** After failures in this many games in a row, the bot stops. */
const MOST_FAILURES = 3;
/** The number of names that are tried if the first one is taken. */
const MOST_NAMES = 99;
/** After this many removals, the bot neither removes nor accepts the opponent's marks. */
const MOST_REMOVALS = 3;
/** The longest name to which two digits can be appended in every protocol. */
const LONGEST_BASE_NAME = 18;

/** An engine as a client of any server: seeks a game, sends the engine's moves, and seeks the next game. */
export class BotClient {
  readonly #options: BotClientOptions;
  readonly #client: ReconnectingClient;
  #game: ClientGameState | undefined;
  readonly #ownClock = new ClientGameClock();
  #played = 0;
  /** The number of games in a row in which the engine failed. */
  #failures = 0;
  #stopping = false;
  /** The number of the latest request to the engine. An answer to an earlier request is too late. */
  #requestNumber = 0;
  /** Moves for this turn that the server refused. */
  #refusals = 0;
  /** How often the bot has removed the opponent's marks in this marking of dead stones. */
  #removedMarks = 0;
  #nameAttempts = 1;
  #resolve: (result: BotRunResult) => void = () => {};

  constructor(options: BotClientOptions) {
    this.#options = options;
    const { dial, protocol, open, clock } = options;
    this.#client = new ReconnectingClient({ dial, protocol, open, clock, onEvent: (event) => this.#onEvent(event) });
  }

  /** Starts playing. May be called only once. */
  run(): Promise<BotRunResult> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      this.#client.connect(this.#options.seek);
    });
  }

  /** Leaves the server. A running game ends by the rules of the protocol. */
  stop(): void {
    this.#stopping = true;
    this.#requestNumber++;
    this.#client.perform({ kind: 'leave' });
  }

  #onEvent(event: ReconnectingClientEvent): void {
    this.#ownClock.follow(event, this.#options.clock.now());
    if (event.kind === 'game-started') this.#onGameStarted(event);
    const followed = this.#game?.follow(event);
    const line = describeClientEvent(event, this.#game);
    // After the end of the game has closed the connection, the goodbye message cannot be sent and is not needed.
    const isMoot = event.kind === 'refused' && event.intent === 'leave';
    if (line !== undefined && !isMoot && !UNREPORTED.has(event.kind)) this.#options.report(line);
    if (followed?.ok === false) this.#options.report(`the server's message does not fit the game: ${followed.problem}`);
    switch (event.kind) {
      case 'played':
      case 'passed':
        this.#refusals = 0;
        break;
      case 'your-turn':
        if (this.#game?.ownColorToMove !== undefined) this.#onOwnTurn(event.color);
        break;
      case 'marking':
        this.#removedMarks = 0;
        this.#client.perform({ kind: 'accept-marks' });
        break;
      case 'marks':
        this.#answerMarks(event.dead);
        break;
      case 'refused':
        this.#onRefused(event.intent, event.text);
        break;
      case 'game-ended':
        this.#onGameEnded();
        break;
      case 'connection-lost':
        this.#requestNumber++;
        break;
      case 'disconnected':
        this.#onParted();
        break;
      case 'connection-failed':
        this.#requestNumber++;
        this.#resolve({ kind: 'failed', why: event.text });
        break;
      default:
    }
  }

  /** Accepts only a marking without dead stones, because the engine does not decide which stones are dead. */
  #answerMarks(dead: readonly Point[]): void {
    if (dead.length === 0) this.#client.perform({ kind: 'accept-marks' });
    else if (this.#removedMarks++ < MOST_REMOVALS) this.#client.perform({ kind: 'unmark' });
  }

  #onGameStarted(game: GameStartedEvent): void {
    this.#requestNumber++;
    this.#refusals = 0;
    if (game.continues && this.#game !== undefined) return;
    this.#game = new ClientGameState(game);
    this.#options.engine.newGame();
  }

  #onOwnTurn(color: Color): void {
    if (this.#refusals === 0) void this.#requestMove(color);
    // The rules of the opponent or of this server forbid the move. The engine would choose the same move again, so the
    // bot passes.
    else if (this.#refusals === 1 && this.#options.protocol.intents.includes('pass')) this.#carryOut({ kind: 'pass' });
    else this.#resign();
  }

  async #requestMove(color: Color): Promise<void> {
    const question = ++this.#requestNumber;
    const game = this.#game;
    if (game === undefined) return;
    const { moveTime, clock, engine } = this.#options;
    const time = this.#ownClock.time(clock.now());
    const choice = await engine.choose({
      ...game.situation(color),
      ...(time === undefined ? {} : { time }),
      ...(moveTime === undefined ? {} : { moveTime }),
    });
    if (question !== this.#requestNumber) return;
    if (choice.ok) this.#carryOut(choice.value);
    else {
      this.#options.report(`${choice.problem}: resigning`);
      this.#resign();
    }
  }

  #carryOut(choice: EngineChoice): void {
    switch (choice.kind) {
      case 'play':
        this.#client.perform({ kind: 'play', point: choice.point });
        break;
      case 'pass':
        this.#client.perform({ kind: 'pass' });
        break;
      case 'resign':
        this.#resign();
    }
  }

  /** In a protocol without a message for resigning, closing the connection loses the game. */
  #resign(): void {
    this.#requestNumber++;
    const { protocol, report } = this.#options;
    report('resigned');
    this.#client.perform({ kind: protocol.intents.includes('resign') ? 'resign' : 'leave' });
  }

  #onRefused(intent: Intent['kind'], text: string): void {
    if (intent === 'enter' || (intent === 'seek' && /name/i.test(text))) this.#tryNextName(intent, text);
    else if (intent === 'seek') this.#giveUp(`the seek was refused: ${text}`);
    else if (intent === 'play' || intent === 'pass') this.#refusals++;
  }

  #tryNextName(intent: 'enter' | 'seek', text: string): void {
    const { name } = this.#options;
    if (name === undefined || ++this.#nameAttempts > MOST_NAMES) this.#giveUp(`no free name was found: ${text}`);
    else {
      this.#client.perform({ kind: 'enter', name: `${name.slice(0, LONGEST_BASE_NAME)}${this.#nameAttempts}` });
      if (intent === 'seek') this.#client.perform(this.#options.seek);
    }
  }

  #giveUp(why: string): void {
    this.#stopping = true;
    this.#resolve({ kind: 'failed', why });
    this.#client.perform({ kind: 'leave' });
  }

  #onGameEnded(): void {
    this.#requestNumber++;
    this.#countGame();
    const { games, protocol, seek } = this.#options;
    if (this.#stopping) return;
    if (games !== undefined && this.#played >= games) this.stop();
    else if (protocol.rematch === 'same connection') this.#client.perform(seek);
  }

  #countGame(): void {
    const { engine, games } = this.#options;
    this.#played++;
    this.#game = undefined;
    this.#failures = engine.gaveUp ? this.#failures + 1 : 0;
    const isLast = games !== undefined && this.#played >= games;
    if (this.#failures >= MOST_FAILURES && !isLast)
      this.#giveUp(`the engine failed in ${MOST_FAILURES} games in a row`);
  }

  #onParted(): void {
    const { games, seek } = this.#options;
    // A game that was lost by closing the connection counts.
    if (this.#game !== undefined) this.#countGame();
    if (this.#stopping || (games !== undefined && this.#played >= games)) this.#resolve({ kind: 'done' });
    else this.#client.connect(seek);
  }
}
