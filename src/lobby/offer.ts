import type { GoRuleset } from '../rules/go/ruleset.ts';
import type { GomokuRule } from '../rules/gomoku/rule.ts';
import type { Wish } from './wish.ts';

/** The boards on which an attendant sits down with somebody, whatever komi or ruleset that one assumes. */
export type Offer = GoOffer | GomokuOffer;

export interface GoOffer {
  readonly game: 'go';
  readonly sizes: ReadonlySet<number>;
  /** What the attendant's own seat assumes. */
  readonly ruleset: GoRuleset;
}

export interface GomokuOffer {
  readonly game: 'gomoku';
  readonly sizes: ReadonlySet<number>;
  readonly rules: ReadonlySet<GomokuRule>;
}

/** The wish that an attendant sits down with to meet `wish`; nothing where none of its offers is for such a board. */
export function wishFor(offers: readonly Offer[], wish: Wish): Wish | undefined {
  for (const offer of offers) {
    if (!offer.sizes.has(wish.size)) continue;
    if (offer.game === 'go' && wish.game === 'go') {
      return { game: 'go', size: wish.size, ruleset: offer.ruleset, komi: 0, komiBinds: false };
    }
    if (offer.game === 'gomoku' && wish.game === 'gomoku' && offer.rules.has(wish.rule)) return wish;
  }
  return undefined;
}
