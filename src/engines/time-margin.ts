import type { Situation, TimeLeft } from './engine.ts';

/** How much an engine is told of its time, and how long a move is waited for; milliseconds, as a match runner has them. */
export interface TimeMargins {
  /** An engine is told of so much less than it has, and of at least half of it. */
  readonly margin: number;
  /** A move is waited for so much longer than the engine has for it. */
  readonly tolerance: number;
}

export const TIME_MARGINS: TimeMargins = { margin: 500, tolerance: 3_000 };

/** The part of some time, in milliseconds, that an engine is told of. */
export const toldTime = (milliseconds: number, { margin }: TimeMargins): number =>
  Math.max(0, Math.floor(Math.max(milliseconds - margin, milliseconds / 2)));

/** In whole seconds; at least one, because engines take none for no limit. */
export const inSeconds = (milliseconds: number): number => Math.max(1, Math.floor(milliseconds / 1_000));

/** The same situation, `spent` milliseconds later on the server's clock. */
export function laterOn(situation: Situation, spent: number): Situation {
  const { time } = situation;
  if (time === undefined || spent === 0) return situation;
  const rest = (limit: number): number => Math.max(0, limit - spent);
  const { turn, match, left = match } = time;
  return {
    ...situation,
    time: {
      ...time,
      ...(turn === undefined ? {} : { turn: rest(turn) }),
      ...(left === undefined ? {} : { left: rest(left) }),
    },
  };
}

/**
 * The time for a move, `spent` milliseconds after it was asked for. The server's clock has run meanwhile. The limit that
 * the operator has set for one move has not: what it takes to set an engine up, or to start it again, is no part of it.
 */
export function timeAfter(situation: Situation, spent: number): TimeLeft | undefined {
  const { time, moveTime } = laterOn(situation, spent);
  return moveTime === undefined ? time : { ...time, turn: Math.min(moveTime, time?.turn ?? Infinity) };
}

/** The same time as the engine is told of it. */
export function toldClock(time: TimeLeft, timing: TimeMargins): TimeLeft {
  const { turn, match, left } = time;
  return {
    ...(turn === undefined ? {} : { turn: toldTime(turn, timing) }),
    ...(match === undefined ? {} : { match: toldTime(match, timing) }),
    ...(left === undefined ? {} : { left: toldTime(left, timing) }),
  };
}

/** How long a move is waited for, in milliseconds; `untimed` where there is no limit. */
export function moveLimit(time: TimeLeft | undefined, { tolerance }: TimeMargins, untimed: number): number {
  const limit = Math.min(time?.turn ?? Infinity, time?.left ?? time?.match ?? Infinity);
  return Number.isFinite(limit) ? Math.max(0, limit) + tolerance : untimed;
}
