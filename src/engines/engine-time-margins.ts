import type { EngineTimeLimits, Situation } from './engine.ts';

/** Two allowances for delay, in milliseconds, as programs that run engine matches have them. */
export interface TimeMargins {
  /** The engine is told that it has this much less time, but at least half of it. */
  readonly margin: number;
  /** After the engine's time has ended, its move is still awaited for this long. */
  readonly tolerance: number;
}

export const TIME_MARGINS: TimeMargins = { margin: 500, tolerance: 3_000 };

/** The time that an engine is told, in milliseconds. */
export const reportedTime = (milliseconds: number, { margin }: TimeMargins): number =>
  Math.max(0, Math.floor(Math.max(milliseconds - margin, milliseconds / 2)));

/** In whole seconds, at least one, because for engines 0 means no limit. */
export const inSeconds = (milliseconds: number): number => Math.max(1, Math.floor(milliseconds / 1_000));

/** The same situation, `spent` milliseconds later by the server's clock. */
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
 * The time for a move, `spent` milliseconds after the request. The server's clock has run meanwhile. The operator's
 * limit per move has not, because starting and setting up an engine do not count.
 */
export function timeAfter(situation: Situation, spent: number): EngineTimeLimits | undefined {
  const { time, moveTime } = situationAfter(situation, spent);
  return moveTime === undefined ? time : { ...time, turn: Math.min(moveTime, time?.turn ?? Infinity) };
}

/** The time limits that the engine is told. */
export function reportedClock(time: EngineTimeLimits, margins: TimeMargins): EngineTimeLimits {
  const { turn, match, left } = time;
  return {
    ...(turn === undefined ? {} : { turn: reportedTime(turn, margins) }),
    ...(match === undefined ? {} : { match: reportedTime(match, margins) }),
    ...(left === undefined ? {} : { left: reportedTime(left, margins) }),
  };
}

/** The longest time to wait for a move, in milliseconds; `untimed` if there is no limit. */
export function moveLimit(time: EngineTimeLimits | undefined, { tolerance }: TimeMargins, untimed: number): number {
  const limit = Math.min(time?.turn ?? Infinity, time?.left ?? time?.match ?? Infinity);
  return Number.isFinite(limit) ? Math.max(0, limit) + tolerance : untimed;
}
