import type { Sound } from './sound-notes.ts';

/** What of a game is heard, at one moment. */
export interface GameMoment {
  readonly turns: number;
  /** The last turn was a pass. */
  readonly passed: boolean;
  /** Stones captured so far, by both sides. */
  readonly captured: number;
  readonly over: boolean;
  /** Whoever listens is to move. */
  readonly ownTurn: boolean;
}

/**
 * What is to be heard of all that happened between two moments. A turn that comes is called out only for somebody who is
 * `away`, perhaps with another window: the others hear and see the stone.
 */
export function soundsBetween(before: GameMoment, after: GameMoment, away: boolean): readonly Sound[] {
  if (after.over && !before.over)
    return after.turns > before.turns && !after.passed ? [lastTurn(before, after), 'end'] : ['end'];
  if (after.turns <= before.turns) return [];
  const called = after.ownTurn && !before.ownTurn && away;
  return called ? [lastTurn(before, after), 'your-turn'] : [lastTurn(before, after)];
}

function lastTurn(before: GameMoment, after: GameMoment): Sound {
  if (after.passed) return 'pass';
  return after.captured > before.captured ? 'capture' : 'stone';
}
