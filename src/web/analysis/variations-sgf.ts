import type { GameParametersJson, Turn } from '../../protocols/api/value-schemas.ts';
import type { Result } from '../../result.ts';
import { pointAt, square } from '../../rules/point.ts';
import { addVariations, type SgfVariationNode } from '../../rules/records/add-sgf-variations.ts';
import type { RecordMove } from '../../rules/records/game-record.ts';
import type { VariationNode, Variations } from './move-tree.ts';

/** The server's SGF of a game with the variations that were tried. */
export function variationsSgf(text: string, board: GameParametersJson, variations: Variations): Result<string> {
  const size = square(board.size);
  const moveOf = (turn: Turn): RecordMove =>
    turn.kind === 'pass' ? turn : { ...turn, point: pointAt(size, turn.point.x, turn.point.y)! };
  const branchOf = ({ turn, next }: VariationNode): SgfVariationNode => ({
    move: moveOf(turn),
    next: next.map(branchOf),
  });
  return addVariations(text, size, new Map([...variations].map(([main, moves]) => [main, moves.map(branchOf)])));
}
