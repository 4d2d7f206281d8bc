import type { Move, Stone } from '../lobby/notice.ts';
import type { Result } from '../result.ts';
import type { Color } from '../rules/color.ts';
import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';
import type { Point } from '../rules/point.ts';

/** Everything that a program needs to choose a move. The side to move is `color`, whoever took the last turn. */
export type Situation = GoSituation | GomokuSituation;

interface CommonSituation {
  /** Lines of the square board. */
  readonly size: number;
  readonly color: Color;
  /** Stones that stood before the first turn. */
  readonly setup: readonly Stone[];
  /** Every turn so far, the oldest first. */
  readonly turns: readonly Move[];
  /** The server's clock, where it tells one. It runs from the moment that the move is asked for. */
  readonly time?: TimeLeft;
  /** The most for this move, in milliseconds, if the operator has set a limit. The engine's set-up is not part of it. */
  readonly moveTime?: number;
}

/** A position of Go. A stone must be legal by each of the rulesets. */
export interface GoSituation extends CommonSituation {
  readonly game: 'go';
  readonly rulesets: readonly GoRuleset[];
  readonly komi: number;
}

export interface GomokuSituation extends CommonSituation {
  readonly game: 'gomoku';
  readonly rule: GomokuRule;
}

/** In milliseconds: the most for one turn, the most for the whole game, and what is left of that. */
export interface TimeLeft {
  readonly turn?: number;
  readonly match?: number;
  readonly left?: number;
}

export type Choice =
  | { readonly kind: 'play'; readonly point: Point }
  | { readonly kind: 'pass' }
  | { readonly kind: 'resign' };

/**
 * A program that chooses moves, one at a time. It is asked with the whole game each time and remembers what it likes, so
 * that a fresh one can go on where a broken one stopped.
 */
export interface Engine {
  /** The problem is one clear line: it is gone, it hangs, it answered what is no move. */
  choose(situation: Situation): Promise<Result<Choice>>;
  /** Lets go of everything. Harmless when done twice; a choice that is being made has a problem. */
  close(): Promise<void>;
}
