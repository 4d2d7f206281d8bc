import { afterTime } from '../rules/time/clock-state.ts';
import type { EngineClock, EngineTimeLimits, Situation } from './engine.ts';

/** Two allowances for delay, in milliseconds. Programs that run engine matches have them, too. */
export interface EngineTimeMargins {
  /** The time sent to the engine is shorter by this, but at least half of its time. */
  readonly margin: number;
  /** The engine's move is still accepted for this long after its time has ended. */
  readonly tolerance: number;
}

export const TIME_MARGINS: EngineTimeMargins = { margin: 500, tolerance: 3_000 };

/** The time that is sent to an engine, in milliseconds. */
export const reportedTime = (milliseconds: number, { margin }: EngineTimeMargins): number =>
  Math.max(0, Math.floor(Math.max(milliseconds - margin, milliseconds / 2)));

/** A time in whole seconds. It is at least 1 s, because 0 means no limit to engines. */
export const inSeconds = (milliseconds: number): number => Math.max(1, Math.floor(milliseconds / 1_000));

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
export function reportedEngineClock(
  { control, state }: EngineClock,
  spent: number,
  margins: EngineTimeMargins,
): EngineClock {
  const later = afterTime(control, state, spent);
  const reported = { ...later, main: reportedTime(later.main, margins), period: reportedTime(later.period, margins) };
  return { control, state: reported };
}

/** The situation `spent` milliseconds later by the server's clock. */
export function situationAfter(situation: Situation, spent: number): Situation {
  const { time } = situation;
  if (time === undefined || spent === 0) return situation;
  const remaining = (limit: number): number => Math.max(0, limit - spent);
  const { turn, match, left = match } = time;
  return {
    ...situation,
    time: {
      ...time,
      ...(turn === undefined ? {} : { turn: remaining(turn) }),
      ...(left === undefined ? {} : { left: remaining(left) }),
    },
  };
}

/**
 * The time for a move, `spent` milliseconds after the request. The server's clock has run since the request. The operator's
 * limit per move has not, because starting and setting up an engine do not count.
 */
export function timeAfter(situation: Situation, spent: number): EngineTimeLimits | undefined {
  const { time, moveTime } = situationAfter(situation, spent);
  return moveTime === undefined ? time : { ...time, turn: Math.min(moveTime, time?.turn ?? Infinity) };
}

export function reportedLimits(time: EngineTimeLimits, margins: EngineTimeMargins): EngineTimeLimits {
  const { turn, match, left } = time;
  return {
    ...(turn === undefined ? {} : { turn: reportedTime(turn, margins) }),
    ...(match === undefined ? {} : { match: reportedTime(match, margins) }),
    ...(left === undefined ? {} : { left: reportedTime(left, margins) }),
  };
}

/** The longest time to wait for a move, in milliseconds. `untimed`: the result if the move has no time limit. */
export function moveLimit(
  time: EngineTimeLimits | undefined,
  { tolerance }: EngineTimeMargins,
  untimed: number,
): number {
  const limit = Math.min(time?.turn ?? Infinity, time?.left ?? time?.match ?? Infinity);
  return Number.isFinite(limit) ? Math.max(0, limit) + tolerance : untimed;
}
