import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/gomoku-rules.ts';

/** What a seat of Go plays by. Seats with different rules can be paired: a move must be legal for both. */
export interface GoParameters {
  readonly game: 'go';
  /** Lines of the square board, 2 to 131. */
  readonly size: number;
  readonly ruleset: GoRuleset;
  readonly komi: number;
  /** The komi is a value that the opponent has to accept. Otherwise any komi will do, and this one holds only for a host. */
  readonly fixedKomi: boolean;
}

export interface GomokuParameters {
  readonly game: 'gomoku';
  /** Lines of the square board, 5 to 255. */
  readonly size: number;
  readonly rule: GomokuRule;
}

export type GameParameters = GoParameters | GomokuParameters;

/** Whether two seeks fit: the same game, size and, in Gomoku, rule; in Go two fixed komi have to be equal. */
export function areCompatible(one: GameParameters, other: GameParameters): boolean {
  if (one.size !== other.size) return false;
  if (one.game === 'go') return other.game === 'go' && (one.komi === other.komi || !one.fixedKomi || !other.fixedKomi);
  return other.game === 'gomoku' && one.rule === other.rule;
}
