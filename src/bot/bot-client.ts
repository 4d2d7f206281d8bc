import { describeNews } from '../client/describe-news.ts';
import { GameFollower } from '../client/game-follower.ts';
import { PlayerClock } from '../client/player-clock.ts';
import { type ClientNews, ReconnectingClient } from '../client/reconnecting-client.ts';
import type { Dial } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { Engine, EngineChoice } from '../engines/engine.ts';
import type { ClientHalf, GameBegunEvent, Intent, OpenClientSession } from '../protocols/client-session-types.ts';
import type { Color } from '../rules/color.ts';
import type { Point } from '../rules/point.ts';

/** An engine that always returns a move. Where it cannot, the game is resigned. */
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
  /** Called with one line for people about each important event. */
  readonly report: (line: string) => void;
}

/** How the bot ended: done, or failed with a reason in one line. */
export type BotResult = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly why: string };

/** Events that are not reported. */
const UNREPORTED: ReadonlySet<ClientNews['kind']> = new Set(['your-turn', 'came', 'went', 'failed']);

/** After failures in this many games in a row, the bot stops. */
const MOST_FAILURES = 3;
/** The number of names that are tried if the first one is taken. */
const MOST_NAMES = 99;
/** After so many times the stones stay as the opponent marks them, and are not accepted: play goes on. */
const MOST_RESTORED = 3;
/** With two more digits, every protocol here can carry the name. */
const LONGEST_STEM = 18;

/** An engine as a client of any server: seeks games, sends the engine's moves, and repeats. */
export class BotClient {
  readonly #options: BotClientOptions;
  readonly #client: ReconnectingClient;
  #game: GameFollower | undefined;
  readonly #ownClock = new PlayerClock();
  #played = 0;
  /** The number of games in a row in which the engine failed. */
  #failures = 0;
  #stopping = false;
  /** Counts the questions to the engine, to recognise a late answer. */
  #question = 0;
  /** Moves for this turn that the server refused. */
  #refusals = 0;
  /** How often marks of the opponent were taken off in this marking. */
  #restored = 0;
  #names = 1;
  #end: (farewell: BotResult) => void = () => {};

  constructor(options: BotClientOptions) {
    this.#options = options;
    const { dial, protocol, open, clock } = options;
    this.#client = new ReconnectingClient({ dial, protocol, open, clock, onNews: (heard) => this.#onNews(heard) });
  }

  /** Starts playing; to be called once. */
  run(): Promise<BotResult> {
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#client.connect(this.#options.seek);
    });
  }

  /** Leaves the server. A running game is lost, as the protocol says. */
  stop(): void {
    this.#stopping = true;
    this.#question++;
    this.#client.want({ kind: 'leave' });
  }

  #onNews(heard: ClientNews): void {
    this.#ownClock.follow(heard, this.#options.clock.now());
    if (heard.kind === 'begun') this.#begin(heard);
    const followed = this.#game?.follow(heard);
    const line = describeNews(heard, this.#game);
    // If the end of the game closed the connection, no goodbye is needed.
    const isMoot = heard.kind === 'refused' && heard.what === 'leave';
    if (line !== undefined && !isMoot && !UNREPORTED.has(heard.kind)) this.#options.report(line);
    if (followed?.ok === false) this.#options.report(`the server's message does not fit the game: ${followed.problem}`);
    switch (heard.kind) {
      case 'played':
      case 'passed':
        this.#refusals = 0;
        break;
      case 'your-turn':
        if (this.#game?.wanted !== undefined) this.#move(heard.color);
        break;
      case 'marking':
        this.#restored = 0;
        this.#client.want({ kind: 'accept-marks' });
        break;
      case 'marks':
        this.#judgeMarks(heard.dead);
        break;
      case 'refused':
        this.#refuse(heard.what, heard.words);
        break;
      case 'ended':
        this.#over();
        break;
      case 'lost':
        this.#question++;
        break;
      case 'parted':
        this.#parted();
        break;
      case 'failed':
        this.#question++;
        this.#end({ kind: 'failed', why: heard.words });
        break;
      default:
    }
  }

  /** All stones count as alive, because an engine is not asked for dead ones. */
  #judgeMarks(dead: readonly Point[]): void {
    if (dead.length === 0) this.#client.want({ kind: 'accept-marks' });
    else if (this.#restored++ < MOST_RESTORED) this.#client.want({ kind: 'unmark' });
  }

  #begin(game: GameBegunEvent): void {
    this.#question++;
    this.#refusals = 0;
    if (game.continues && this.#game !== undefined) return;
    this.#game = new GameFollower(game);
    this.#options.engine.newGame();
  }

  #move(color: Color): void {
    if (this.#refusals === 0) void this.#think(color);
    // The rules of the opponent or of this server forbid the move. The engine would choose the same move again, so the
    // bot passes.
    else if (this.#refusals === 1 && this.#options.protocol.intents.includes('pass')) this.#carryOut({ kind: 'pass' });
    else this.#resign();
  }

  async #think(color: Color): Promise<void> {
    const question = ++this.#question;
    const table = this.#game;
    if (table === undefined) return;
    const { moveTime, clock, engine } = this.#options;
    const time = this.#ownClock.time(clock.now());
    const choice = await engine.choose({
      ...table.situation(color),
      ...(time === undefined ? {} : { time }),
      ...(moveTime === undefined ? {} : { moveTime }),
    });
    if (question !== this.#question) return;
    if (choice.ok) this.#carryOut(choice.value);
    else {
      this.#options.report(`${choice.problem}: resigning`);
      this.#resign();
    }
  }

  #carryOut(choice: EngineChoice): void {
    switch (choice.kind) {
      case 'play':
        this.#client.want({ kind: 'play', point: choice.point });
        break;
      case 'pass':
        this.#client.want({ kind: 'pass' });
        break;
      case 'resign':
        this.#resign();
    }
  }

  /** In a protocol without a message for resigning, closing the connection loses the game. */
  #resign(): void {
    this.#question++;
    const { protocol, report } = this.#options;
    report('resigned');
    this.#client.want({ kind: protocol.intents.includes('resign') ? 'resign' : 'leave' });
  }

  #refuse(what: Intent['kind'], words: string): void {
    if (what === 'enter' || (what === 'seek' && /name/i.test(words))) this.#otherName(what, words);
    else if (what === 'seek') this.#giveUp(`the seek was refused: ${words}`);
    else if (what === 'play' || what === 'pass') this.#refusals++;
  }

  #otherName(what: 'enter' | 'seek', words: string): void {
    const { name } = this.#options;
    if (name === undefined || ++this.#names > MOST_NAMES) this.#giveUp(`no name is to be had: ${words}`);
    else {
      this.#client.want({ kind: 'enter', name: `${name.slice(0, LONGEST_STEM)}${this.#names}` });
      if (what === 'seek') this.#client.want(this.#options.seek);
    }
  }

  #giveUp(why: string): void {
    this.#stopping = true;
    this.#end({ kind: 'failed', why });
    this.#client.want({ kind: 'leave' });
  }

  #over(): void {
    this.#question++;
    this.#count();
    const { games, protocol, seek } = this.#options;
    if (this.#stopping) return;
    if (games !== undefined && this.#played >= games) this.stop();
    else if (protocol.rematch === 'same connection') this.#client.want(seek);
  }

  /** Counts a finished game. */
  #count(): void {
    const { engine, games } = this.#options;
    this.#played++;
    this.#game = undefined;
    this.#failures = engine.gaveUp ? this.#failures + 1 : 0;
    const isLast = games !== undefined && this.#played >= games;
    if (this.#failures >= MOST_FAILURES && !isLast)
      this.#giveUp(`the engine failed in ${MOST_FAILURES} games in a row`);
  }

  #parted(): void {
    const { games, seek } = this.#options;
    // A game that was lost by closing the connection counts.
    if (this.#game !== undefined) this.#count();
    if (this.#stopping || (games !== undefined && this.#played >= games)) this.#end({ kind: 'done' });
    else this.#client.connect(seek);
  }
}
