import type { EngineTimeLimits } from '../engines/engine.ts';
import type { PlayerTimeLimits } from '../protocols/client-session-types.ts';
import type { ClientNews } from './reconnecting-client.ts';

/** A resumed game shows at least this many moves at once. */
const TURNS_OF_A_RESUMED_GAME = 2;

/**
 * Our own clock in a game, in milliseconds. Times that the server sends take precedence; before that, the settings of
 * the protocol apply, less the time of our moves. It runs from the request for our move until the move is accepted.
 */
export class PlayerClock {
  #limits: PlayerTimeLimits = {};
  /** The times that the server has sent over this connection. */
  #reported: EngineTimeLimits = {};
  /** Time left for the game, without the current move. */
  #left: number | undefined;
  /** The start of our turn, if it is our turn. */
  #since: number | undefined;
  #isPlaying = false;
  /**
   * The time left when the connection was lost or the board was sent again, until it is known whether that game
   * continues.
   */
  #leftBefore: number | undefined;
  /** Moves since we joined the game, counted only as far as they show whether it is a resumed one. */
  #turns = 0;

  /** Whether it is our turn. */
  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  follow(heard: ClientNews, now: number): void {
    switch (heard.kind) {
      case 'connected':
        this.#reported = {};
        break;
      case 'begun':
        this.#begin(heard.clock ?? {}, heard.setup.length);
        break;
      case 'time':
        this.#report(heard);
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

  /** The time left at that time for the move and for the game; `undefined` if neither is limited. */
  time(now: number): EngineTimeLimits | undefined {
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

  get #known(): PlayerTimeLimits {
    return { ...this.#limits, ...this.#reported };
  }

  #begin(limits: PlayerTimeLimits, turns: number): void {
    this.#limits = limits;
    if (this.#isPlaying) this.#leftBefore = this.#left;
    this.#isPlaying = true;
    this.#since = undefined;
    this.#turns = turns;
    this.#left = this.#reported.left ?? this.#known.match;
  }

  /** Complete times hold for this game only. */
  #report({ turn, match, left, isComplete }: ClientNews & { readonly kind: 'time' }): void {
    const limits = { ...(turn === undefined ? {} : { turn }), ...(match === undefined ? {} : { match }) };
    if (isComplete) {
      this.#limits = limits;
      this.#reported = {};
      this.#left = left;
      this.#leftBefore = undefined;
      return;
    }
    this.#reported = { ...this.#reported, ...limits, ...(left === undefined ? {} : { left }) };
    if (left !== undefined) this.#left = left;
    else if (match !== undefined && this.#reported.left === undefined) this.#left = match;
  }

  /** After a lost connection, the time of earlier moves stays used. A resumed game is recognised by its moves. */
  #resume(): void {
    if (this.#leftBefore !== undefined && this.#turns >= TURNS_OF_A_RESUMED_GAME && this.#reported.left === undefined) {
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
    const { left: _, ...limits } = this.#reported;
    this.#reported = limits;
    this.#isPlaying = false;
    this.#since = undefined;
    this.#leftBefore = undefined;
  }
}
