import type { Move } from '../lobby/games/game-event.ts';

/** The moves after the `known` moves; `undefined` if `moves` does not begin with the known moves. */
export function movesAfterKnown(known: readonly Move[], moves: readonly Move[]): readonly Move[] | undefined {
  return known.every((move, index) => isSame(move, moves[index])) ? moves.slice(known.length) : undefined;
}

function isSame(a: Move, b: Move | undefined): boolean {
  if (a.color !== b?.color) return false;
  return a.kind === 'pass' ? b.kind === 'pass' : b.kind === 'play' && b.point === a.point;
}
