import type { TimeLeft } from '../engines/engine.ts';
import type { PlayerLimits } from '../protocols/player.ts';
import type { ClientNews } from './reconnecting-client.ts';

/** So many turns stand on a board that is shown to a player who comes back to a game. */
const TURNS_OF_A_RESUMED_GAME = 2;

/**
 * Our own clock in a game, in milliseconds. What the server tells counts; before that, what the protocol's settings say,
 * less the turns that we have taken. It runs from the moment that our move is asked for until our move is taken.
 */
export class PlayerClock {
  #limits: PlayerLimits = {};
  /** What the server has told over this connection. */
  #told: TimeLeft = {};
  /** Of the match, without the turn under way. */
  #left: number | undefined;
  /** When our turn began, if it is our turn. */
  #since: number | undefined;
  #isPlaying = false;
  /** What was left when the connection was lost or the board was shown anew, until it is known whether that game goes on. */
  #leftBefore: number | undefined;
  /** Turns since the game began for us, as far as they decide whether it is an old one. */
  #turns = 0;

  /** Whether it is our turn. */
  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  follow(heard: ClientNews, now: number): void {
    switch (heard.kind) {
      case 'connected':
        this.#told = {};
        break;
      case 'begun':
        this.#begin(heard.clock ?? {}, heard.setup.length);
        break;
      case 'time':
        this.#tell(heard);
        break;
      case 'your-turn':
        this.#resume();
        this.#since ??= now;
        break;
      case 'played':
      case 'passed':
        this.#turned(now);
        break;
      case 'ended':
        this.#stop();
        break;
      case 'lost':
        this.#since = undefined;
        break;
      default:
    }
  }

  /** What there is at that time for the turn and for the match; `undefined` where nothing limits either. */
  time(now: number): TimeLeft | undefined {
    const { turn, match } = this.#known;
    if (!this.#isPlaying || (turn === undefined && match === undefined && this.#left === undefined)) return undefined;
    const spent = this.#since === undefined ? 0 : now - this.#since;
    const rest = (limit: number): number => Math.max(0, limit - spent);
    return {
      ...(turn === undefined ? {} : { turn: rest(turn) }),
      ...(match === undefined ? {} : { match }),
      ...(this.#left === undefined ? {} : { left: rest(this.#left) }),
    };
  }

  get #known(): PlayerLimits {
    return { ...this.#limits, ...this.#told };
  }

  #begin(limits: PlayerLimits, turns: number): void {
    this.#limits = limits;
    if (this.#isPlaying) this.#leftBefore = this.#left;
    this.#isPlaying = true;
    this.#since = undefined;
    this.#turns = turns;
    this.#left = this.#told.left ?? this.#known.match;
  }

  #tell({ turn, match, left }: TimeLeft): void {
    this.#told = {
      ...this.#told,
      ...(turn === undefined ? {} : { turn }),
      ...(match === undefined ? {} : { match }),
      ...(left === undefined ? {} : { left }),
    };
    if (left !== undefined) this.#left = left;
    else if (match !== undefined && this.#told.left === undefined) this.#left = match;
  }

  /** A lost connection does not give back what earlier turns took: the game that goes on is shown with its turns. */
  #resume(): void {
    if (this.#leftBefore !== undefined && this.#turns >= TURNS_OF_A_RESUMED_GAME && this.#told.left === undefined) {
      this.#left = this.#leftBefore;
    }
    this.#leftBefore = undefined;
  }

  #turned(now: number): void {
    this.#turns++;
    if (this.#since === undefined) return;
    if (this.#left !== undefined) this.#left = Math.max(0, this.#left - (now - this.#since));
    this.#since = undefined;
  }

  #stop(): void {
    const { left: _, ...limits } = this.#told;
    this.#told = limits;
    this.#isPlaying = false;
    this.#since = undefined;
    this.#leftBefore = undefined;
  }
}
