import type { ClockView } from '../lobby/games/game-clocks.ts';
import type { Move } from '../lobby/games/game-event.ts';
import type { Started } from '../lobby/notice.ts';
import type { Color } from '../rules/color.ts';
import { handicapStones } from '../rules/go/handicap.ts';
import type { EngineClock, Situation } from './engine.ts';
import { timeOf } from './engine-clock.ts';

/** What the engine of one side has to know of a game of the lobby. `turns`: all moves so far. */
export function situationOf(
  { parameters, komi, handicap = 0 }: Pick<Started, 'parameters' | 'komi' | 'handicap'>,
  turns: readonly Move[],
  color: Color,
  clock: EngineClock | undefined,
): Situation {
  const setup = handicapStones(parameters.size, handicap);
  const times = clock === undefined ? {} : { clock, time: timeOf(clock) };
  const board = { size: parameters.size, color, setup, turns: [...turns], ...times };
  return parameters.game === 'go'
    ? { game: 'go', ...board, rulesets: [parameters.ruleset], komi }
    : { game: 'gomoku', ...board, rule: parameters.rule };
}

/** The clock of one side, in a game with a time control. */
export function engineClockOf(
  { time }: Pick<Started, 'time'>,
  color: Color,
  clock: ClockView | undefined,
): EngineClock | undefined {
  return time === undefined || clock === undefined ? undefined : { control: time, state: clock[color] };
}
