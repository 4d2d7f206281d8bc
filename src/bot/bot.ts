import { describeNews } from '../client/describe-news.ts';
import { GameFollower } from '../client/game-follower.ts';
import { PlayerClock } from '../client/player-clock.ts';
import { type ClientNews, ReconnectingClient } from '../client/reconnecting-client.ts';
import type { Dial } from '../client/tcp-connection.ts';
import type { Clock } from '../clock.ts';
import type { Choice, Engine } from '../engines/engine.ts';
import type { Begun, Intent, OpenPlayer, PlayerProtocol } from '../protocols/player.ts';
import type { Color } from '../rules/color.ts';

/** Where it has no choice, the game is resigned. */
export interface BotEngine extends Pick<Engine, 'choose'> {
  /** Said before the first choice of each game. */
  newGame(): void;
  /** It failed in this game, which was resigned for that. */
  readonly gaveUp: boolean;
}

export interface BotOptions {
  readonly dial: Dial;
  readonly clock: Clock;
  readonly protocol: PlayerProtocol;
  readonly open: OpenPlayer;
  /** The name that is asked for, if the protocol has names: 2, 3, … is appended where it is taken. */
  readonly name?: string;
  readonly engine: BotEngine;
  /** Said each time that a game is to be played. */
  readonly seek: Intent & { readonly kind: 'seek' };
  /** How many games to play; without it, one after the other until it is told to stop. */
  readonly games?: number;
  /** The most that the engine may take for a move, in milliseconds, also where the server's clock allows more. */
  readonly moveTime?: number;
  /** One line for people about everything that matters. */
  readonly report: (line: string) => void;
}

/** How it ended: all games are played or it was told to stop, or it cannot go on, for the reason in one line. */
export type Farewell = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly why: string };

/** Nobody reads it who has an engine play. */
const UNREPORTED: ReadonlySet<ClientNews['kind']> = new Set(['your-turn', 'came', 'went', 'failed']);

/** An engine that fails in so many games in a row is not put before others any more. */
const MOST_FAILURES = 3;
/** So many names are tried where the one wished for is taken. */
const MOST_NAMES = 99;
/** With a number of two digits after it, every protocol here can carry it. */
const LONGEST_STEM = 18;

/** An engine at somebody's server: seeks games, has every move chosen, and does so again. */
export class Bot {
  readonly #options: BotOptions;
  readonly #client: ReconnectingClient;
  #game: GameFollower | undefined;
  readonly #ownClock = new PlayerClock();
  #played = 0;
  /** Games in a row in which the engine failed. */
  #failures = 0;
  #stopping = false;
  /** Counts what the engine was asked: an answer to an earlier question comes too late. */
  #question = 0;
  /** So many moves for this turn has the server refused. */
  #refusals = 0;
  #names = 1;
  #end: (farewell: Farewell) => void = () => {};

  constructor(options: BotOptions) {
    this.#options = options;
    const { dial, protocol, open, clock } = options;
    this.#client = new ReconnectingClient({ dial, protocol, open, clock, onNews: (heard) => this.#onNews(heard) });
  }

  /** Plays; to be called once. */
  run(): Promise<Farewell> {
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#client.connect(this.#options.seek);
    });
  }

  /** Leaves, whatever goes on: a game that is being played is lost as its protocol says. */
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
    // Where a game's end was the conversation's, there is nothing left to leave.
    const isMoot = heard.kind === 'refused' && heard.what === 'leave';
    if (line !== undefined && !isMoot && !UNREPORTED.has(heard.kind)) this.#options.report(line);
    if (followed?.ok === false) this.#options.report(`the server cannot mean this: ${followed.problem}`);
    switch (heard.kind) {
      case 'played':
      case 'passed':
        this.#refusals = 0;
        break;
      case 'your-turn':
        if (this.#game?.wanted !== undefined) this.#move(heard.color);
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

  #begin(game: Begun): void {
    this.#question++;
    this.#refusals = 0;
    if (game.continues && this.#game !== undefined) return;
    this.#game = new GameFollower(game);
    this.#options.engine.newGame();
  }

  #move(color: Color): void {
    if (this.#refusals === 0) void this.#think(color);
    // Rules of the other side, or of this server, forbid what the engine chose: it would choose the same again.
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

  #carryOut(choice: Choice): void {
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

  /** Where there is no word for it, hanging up is how one loses. */
  #resign(): void {
    this.#question++;
    const { protocol, report } = this.#options;
    report('resigned');
    this.#client.want({ kind: protocol.intents.includes('resign') ? 'resign' : 'leave' });
  }

  #refuse(what: Intent['kind'], words: string): void {
    if (what === 'enter' || (what === 'seek' && /name/i.test(words))) this.#otherName(what, words);
    else if (what === 'seek') this.#giveUp(`the wish to play was refused: ${words}`);
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

  /** One game more is played. */
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
    // A game that was left because there was no other way to lose it counts.
    if (this.#game !== undefined) this.#count();
    if (this.#stopping || (games !== undefined && this.#played >= games)) this.#end({ kind: 'done' });
    else this.#client.connect(seek);
  }
}
