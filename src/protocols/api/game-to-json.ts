import type { AskedOptions, GameParameters } from '../../lobby/game-parameters.ts';
import type { EndedNotice } from '../../lobby/notice.ts';
import type { GameEnd, GameParametersJson } from './value-schemas.ts';

/** The game parameters as the API's messages and resources have them. */
export function boardOf(parameters: GameParameters): GameParametersJson {
  const time = parameters.time === undefined ? {} : { time: parameters.time };
  if (parameters.game === 'gomoku') return { game: 'gomoku', size: parameters.size, rule: parameters.rule, ...time };
  const { game, size, komi, ruleset, handicap, placement } = parameters;
  const stones = { ...(handicap !== undefined && { handicap }), ...(placement !== undefined && { placement }) };
  return { game, size, komi, ...stones, ko: ruleset.ko, suicide: ruleset.suicide, ...time };
}

/** The options of a seek. Undefined: it requests none. */
export const askedOptionsOf = (asked: AskedOptions): AskedOptions | undefined =>
  Object.keys(asked).length === 0 ? undefined : asked;

/** The end of a game as the API has it. */
export const endOf = ({ winner, reason, score }: Omit<EndedNotice, 'kind'>): GameEnd => ({ winner, reason, score });
