import type { Sound } from './sound-notes.ts';

export interface GameSoundState {
  readonly turns: number;
  /** Whether the last move was a pass. */
  readonly passed: boolean;
  /** The number of stones that both sides have captured so far. */
  readonly captured: number;
  readonly over: boolean;
  /** Whether this user is to move. */
  readonly ownTurn: boolean;
}

/**
 * The sounds for the changes between two states. The sound for the user's turn is played only if the user is `away`:
 * another window has the focus.
 */
export function soundsBetween(before: GameSoundState, after: GameSoundState, away: boolean): readonly Sound[] {
  if (after.over && !before.over)
    return after.turns > before.turns && !after.passed ? [moveSound(before, after), 'end'] : ['end'];
  if (after.turns <= before.turns) return [];
  const needsCall = after.ownTurn && !before.ownTurn && away;
  return needsCall ? [moveSound(before, after), 'your-turn'] : [moveSound(before, after)];
}

function moveSound(before: GameSoundState, after: GameSoundState): Sound {
  if (after.passed) return 'pass';
  return after.captured > before.captured ? 'capture' : 'stone';
}
