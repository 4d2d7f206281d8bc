import type { Action } from '../lobby/notice.ts';

/** The turns that follow on those which are known already; `undefined` if the game has gone another way. */
export function extension(known: readonly Action[], turns: readonly Action[]): readonly Action[] | undefined {
  return known.every((turn, index) => isSame(turn, turns[index])) ? turns.slice(known.length) : undefined;
}

function isSame(one: Action, other: Action | undefined): boolean {
  if (one.color !== other?.color) return false;
  return one.kind === 'pass' ? other.kind === 'pass' : other.kind === 'play' && other.point === one.point;
}
