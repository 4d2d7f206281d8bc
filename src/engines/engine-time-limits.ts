import { afterTime } from '../rules/time/clock-state.ts';
import type { EngineClock, EngineTimeLimits } from './engine.ts';
import { reportedTime, type TimeMargins } from './engine-time-margins.ts';

/**
 * The time for a move and for the game, for an engine that does not know the kind of time control. In overtime it is the
 * time in which the move keeps the period.
 */
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

/** The clock that is sent to the engine, `spent` milliseconds after the request. */
export function reportedEngineClock({ control, state }: EngineClock, spent: number, margins: TimeMargins): EngineClock {
  const later = afterTime(control, state, spent);
  const reported = { ...later, main: reportedTime(later.main, margins), period: reportedTime(later.period, margins) };
  return { control, state: reported };
}
