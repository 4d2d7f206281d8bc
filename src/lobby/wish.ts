import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/rule.ts';

/** What a seat of Go assumes. Two seats with different assumptions can meet: a move must be legal for both. */
export interface GoWish {
  readonly game: 'go';
  /** Lines of the square board, 2 to 131. */
  readonly size: number;
  readonly ruleset: GoRuleset;
  readonly komi: number;
  /** The client counts for itself, so its komi holds whoever was the host, as with DAIGO. */
  readonly komiBinds: boolean;
}

export interface GomokuWish {
  readonly game: 'gomoku';
  /** Lines of the square board, 5 to 255. */
  readonly size: number;
  readonly rule: GomokuRule;
}

export type Wish = GoWish | GomokuWish;

/** Whether two wishes can share a board: same game and size and, in Gomoku, the same rule. */
export function meets(one: Wish, other: Wish): boolean {
  if (one.size !== other.size) return false;
  if (one.game === 'go') return other.game === 'go';
  return other.game === 'gomoku' && one.rule === other.rule;
}
