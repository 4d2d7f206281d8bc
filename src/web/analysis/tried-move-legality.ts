import type { Turn } from '../../protocols/api/value-schemas.ts';
import type { GameReplay, TryRefusal } from '../game/game-replay.ts';

/** Why a move is illegal after a line of moves; undefined if it is legal. There is no pass in Gomoku. */
export function triedMoveLegality(
  replay: GameReplay,
  line: readonly Turn[],
  turn: Turn,
): TryRefusal | 'no-pass' | 'off-board' | undefined {
  if (turn.kind === 'pass') return replay.hasPass ? undefined : 'no-pass';
  const point = replay.pointOf(turn.point);
  if (point === undefined) return 'off-board';
  replay.after(line, line.length);
  return replay.judge(turn.color, point);
}
