import type { GameParameters } from '../../lobby/game-parameters.ts';
import type { Ended } from '../../lobby/notice.ts';
import type { Board, End } from './value-schemas.ts';

export function boardOf(parameters: GameParameters): Board {
  if (parameters.game === 'gomoku') return { game: 'gomoku', size: parameters.size, rule: parameters.rule };
  const { game, size, komi, ruleset } = parameters;
  return { game, size, komi, ko: ruleset.ko, suicide: ruleset.suicide };
}

export const endOf = ({ winner, reason, score }: Omit<Ended, 'kind'>): End => ({ winner, reason, score });
