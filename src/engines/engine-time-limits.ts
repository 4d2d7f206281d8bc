import { afterTime } from '../rules/time/clock-state.ts';
import type { EngineClock, EngineTimeLimits } from './engine.ts';
import { reportedTime, type TimeMargins } from './engine-time-margins.ts';

/** The time for a move and for the game, where an engine knows no more of a clock; in overtime so much that the move keeps the period. */
export function timeLimitsOf({ control, state: { main, period, count } }: EngineClock): EngineTimeLimits {
  switch (control.kind) {
    case 'absolute':
    case 'fischer':
      return { match: control.main, left: main };
    case 'per-move':
      return { turn: period, match: control.match, left: main };
    case 'byo-yomi':
      return main > 0 ? { turn: main + period, left: main } : { turn: period };
    case 'canadian':
      return main > 0 ? { turn: main + period, left: main } : { turn: period / count };
  }
}

/** The clock that the engine is told, `spent` milliseconds after the request. */
export function reportedEngineClock({ control, state }: EngineClock, spent: number, margins: TimeMargins): EngineClock {
  const later = afterTime(control, state, spent);
  const reported = { ...later, main: reportedTime(later.main, margins), period: reportedTime(later.period, margins) };
  return { control, state: reported };
}
