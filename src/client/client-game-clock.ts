import type { EngineTimeLimits } from '../engines/engine.ts';
import type { PlayerTimeLimits } from '../protocols/client-session-types.ts';
import type { ReconnectingClientEvent } from './reconnecting-client.ts';

/** A resumed game shows at least this many moves at once. */
const MOVES_OF_A_RESUMED_GAME = 2;

/**
 * Our own clock in a game, in milliseconds. Times that the server sends take precedence. Until the server sends a time, the
 * limits of the protocol apply, minus the time of our moves. The clock runs from the request for our move until the server
 * accepts the move.
 */
export class ClientGameClock {
  #limits: PlayerTimeLimits = {};
  /** The times that the server has sent over this connection. */
  #reported: EngineTimeLimits = {};
  /** Time left for the game, without the current move. */
  #left: number | undefined;
  /** The start of our turn, if it is our turn. */
  #since: number | undefined;
  #isPlaying = false;
  /** The time that was left when the connection was lost or the board was sent again. Used if the same game continues. */
  #leftBefore: number | undefined;
  /** The number of moves and set-up stones that the server has sent. It shows whether the game is a resumed one. */
  #moves = 0;

  /** Whether it is our turn. */
  get isRunning(): boolean {
    return this.#since !== undefined;
  }

  follow(event: ReconnectingClientEvent, now: number): void {
    switch (event.kind) {
      case 'connected':
        this.#reported = {};
        break;
      case 'game-started':
        this.#begin(event.clock ?? {}, event.setup.length);
        break;
      case 'time':
        this.#report(event);
        break;
      case 'your-turn':
        this.#resume();
        this.#since ??= now;
        break;
      case 'played':
      case 'passed':
        this.#onMove(now);
        break;
      case 'game-ended':
        this.#stop();
        break;
      case 'connection-lost':
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
    const remaining = (limit: number): number => Math.max(0, limit - spent);
    return {
      ...(turn === undefined ? {} : { turn: remaining(turn) }),
      ...(match === undefined ? {} : { match }),
      ...(this.#left === undefined ? {} : { left: remaining(this.#left) }),
    };
  }

  get #known(): PlayerTimeLimits {
    return { ...this.#limits, ...this.#reported };
  }

  #begin(limits: PlayerTimeLimits, moves: number): void {
    this.#limits = limits;
    if (this.#isPlaying) this.#leftBefore = this.#left;
    this.#isPlaying = true;
    this.#since = undefined;
    this.#moves = moves;
    this.#left = this.#reported.left ?? this.#known.match;
  }

  /** Applies times that the server has sent. Complete times are valid for this game only. */
  #report({ turn, match, left, isComplete }: ReconnectingClientEvent & { readonly kind: 'time' }): void {
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

  /**
   * If the game continues after a lost connection, restores the time that was left. A resumed game is recognised by its
   * moves.
   */
  #resume(): void {
    if (this.#leftBefore !== undefined && this.#moves >= MOVES_OF_A_RESUMED_GAME && this.#reported.left === undefined) {
      this.#left = this.#leftBefore;
    }
    this.#leftBefore = undefined;
  }

  #onMove(now: number): void {
    this.#moves++;
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
