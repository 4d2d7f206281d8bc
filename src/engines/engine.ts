import type { Move, Stone } from '../lobby/games/game-event.ts';
import type { Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import type { Point } from '../rules/point.ts';
import type { ClockState } from '../rules/time/clock-state.ts';
import type { TimedControl } from '../rules/time/time-control.ts';

/** Everything that an engine needs to choose a move. `color` is to move, even if it also moved last. */
export type Situation = GoSituation | GomokuSituation;

interface CommonSituation {
  /** The size of the square board. */
  readonly size: number;
  readonly color: Color;
  /** Stones on the board before the first move. */
  readonly setup: readonly Stone[];
  /** All moves so far, oldest first. */
  readonly moves: readonly Move[];
  /** The server's clock, if the protocol has one. It runs from the request for the move. */
  readonly time?: EngineTimeLimits;
  /** The same clock with its time control, in a game that has one. */
  readonly clock?: EngineClock;
  /** The operator's limit for this move in milliseconds. The set-up of the engine does not count. */
  readonly moveTime?: number;
}

/** A position of Go. A stone must be legal by each of the rulesets. */
export interface GoSituation extends CommonSituation {
  readonly game: 'go';
  readonly rulesets: readonly GoRuleset[];
  readonly komi: number;
  /**
   * The number of handicap stones that black still has to place. The move is one of them. `setup` has the stones placed
   * before.
   */
  readonly toPlace?: number;
}

export interface GomokuSituation extends CommonSituation {
  readonly game: 'gomoku';
  readonly rule: GomokuRule;
}

/** The time control of a game, and the clock of the engine's side. */
export interface EngineClock {
  readonly control: TimedControl;
  readonly state: ClockState;
}

/** Times in milliseconds: `turn` for one move, `match` for the whole game, and `left` for the rest of the game. */
export interface EngineTimeLimits {
  readonly turn?: number;
  readonly match?: number;
  readonly left?: number;
}

export type EngineChoice =
  | { readonly kind: 'play'; readonly point: Point }
  | { readonly kind: 'pass' }
  | { readonly kind: 'resign' };

/**
 * A program that chooses moves. Each request contains the whole game, so that a new engine can continue when one has
 * failed.
 */
export interface Engine {
  /** Called before the first choice of each game, if the engine plays several. */
  newGame?(): void;
  /** The problem is one line: the engine has ended, hangs, or gave an answer that is not a move. */
  choose(situation: Situation): Promise<Result<EngineChoice>>;
  /** Releases all resources; may be called twice. A choice in progress fails. */
  close(): Promise<void>;
}
