import type { Sound } from './sound-notes.ts';

/** The state of a game as far as sounds depend on it. */
export interface GameMoment {
  readonly turns: number;
  /** The last turn was a pass. */
  readonly passed: boolean;
  /** Stones captured so far, by both sides. */
  readonly captured: number;
  readonly over: boolean;
  /** Whether this user is to move. */
  readonly ownTurn: boolean;
}

/**
 * The sounds for the changes between two states. The sound of one's turn is only for a user who is `away`, with another
 * window in front.
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
