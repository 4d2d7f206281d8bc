import type { GoRuleset } from '../../rules/go/ruleset.ts';
import type { GomokuRule } from '../../rules/gomoku/gomoku-rules.ts';
import type { GameParameters } from '../game-parameters.ts';

/** The boards that a computer player offers. It accepts any komi, handicap, placement and Go ruleset. */
export type OfferedBoards = OfferedGoBoards | OfferedGomokuBoards;

export interface OfferedGoBoards {
  readonly game: 'go';
  readonly sizes: readonly number[];
  /** The rules of the computer player's own seat. */
  readonly ruleset: GoRuleset;
}

export interface OfferedGomokuBoards {
  readonly game: 'gomoku';
  readonly sizes: readonly number[];
  readonly rules: readonly GomokuRule[];
}

/** The parameters of the computer player in a game with these parameters; `undefined` if no offer fits. */
export function parametersFor(
  offers: readonly OfferedBoards[],
  parameters: GameParameters,
): GameParameters | undefined {
  for (const offer of offers) {
    if (!offer.sizes.includes(parameters.size)) continue;
    if (offer.game === 'go' && parameters.game === 'go') {
      const any = { komi: 0, fixedKomi: false, handicap: 'any', placement: 'any' } as const;
      return { game: 'go', size: parameters.size, ruleset: offer.ruleset, ...any };
    }
    if (offer.game === 'gomoku' && parameters.game === 'gomoku' && offer.rules.includes(parameters.rule))
      return parameters;
  }
  return undefined;
}
