import type { PlayerResource, RatingClass } from '../../protocols/api/resource-schemas.ts';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { useResource } from '../connection/use-resource.ts';

function ratingClassOf(board: GameState['board']): RatingClass {
  if (board.game === 'gomoku') return `gomoku-${board.rule}`;
  return board.size === 9 || board.size === 13 || board.size === 19 ? `go-${board.size}` : 'go-other';
}

/** A player's present rating in the class of this board; undefined while it is loaded, and for a player without a rating. */
export function usePlayerRating(
  board: GameState['board'],
  name: string,
): PlayerResource['ratings'][number] | undefined {
  const { answer } = useResource<PlayerResource>(`/api/players/${encodeURIComponent(name)}`);
  const kind = ratingClassOf(board);
  return answer?.ok ? answer.body.ratings.find((rating) => rating.class === kind) : undefined;
}
