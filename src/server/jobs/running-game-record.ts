import type { GameState } from '../../protocols/api/server-message-schema.ts';
import type { Turn } from '../../protocols/api/value-schemas.ts';
import { handicapStones, splitPlacement } from '../../rules/go/handicap.ts';
import { pointAt, square } from '../../rules/point.ts';
import type { GameRecord } from '../../rules/records/game-record.ts';
import { makeRules } from '../../rules/records/rules-text.ts';

/** The record of a running game so far. */
export function recordOf({ board, black, white, since, turns }: GameState): GameRecord {
  const size = square(board.size);
  const handicap = board.game === 'go' && typeof board.handicap === 'number' ? board.handicap : 0;
  const move = (turn: Turn): GameRecord['moves'][number] => {
    if (turn.kind === 'pass') return turn;
    const point = pointAt(size, turn.point.x, turn.point.y);
    if (point === undefined) throw new Error(`a stone off the board of ${board.size} lines`);
    return { ...turn, point };
  };
  const moves = turns.map(move);
  const isFree = board.game === 'go' && board.placement === 'free';
  return {
    game: board.game,
    size,
    ...(board.game === 'go' ? { komi: board.komi, rules: makeRules(board) } : { rules: board.rule }),
    black: black.name,
    white: white.name,
    date: new Date(since).toISOString().slice(0, 10),
    place: 'Tengen',
    ...(handicap === 0 ? {} : { handicap }),
    ...(isFree ? splitPlacement(moves, handicap) : { setup: handicapStones(board.size, handicap), moves }),
  };
}
