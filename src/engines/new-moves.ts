import type { Move } from '../lobby/games/game-event.ts';

/** The moves after those that are already known; `undefined` if the game differs. */
export function newMoves(known: readonly Move[], moves: readonly Move[]): readonly Move[] | undefined {
  return known.every((turn, index) => isSame(turn, moves[index])) ? moves.slice(known.length) : undefined;
}

function isSame(one: Move, other: Move | undefined): boolean {
  if (one.color !== other?.color) return false;
  return one.kind === 'pass' ? other.kind === 'pass' : other.kind === 'play' && other.point === one.point;
}
