import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../database/tables.ts';
import type { ViewerCredentials } from '../lobby/games/game-event.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';

/**
 * The SQL condition that a viewer may see a game: the game is not private, or the viewer has its key, or the viewer's account has played it. An account
 * that was created after the game, under the same name, has not played it.
 */
export function visibilityCondition(
  game: ExpressionBuilder<Tables, 'game'>,
  { key, account }: ViewerCredentials,
): Expression<SqlBool> {
  const allowed: Expression<SqlBool>[] = [game('private', '=', 0)];
  if (key !== undefined) allowed.push(game('keyHash', '=', key));
  if (account !== undefined) {
    const owner = foldName(account);
    const created = game.selectFrom('account').select('created').where('account.key', '=', owner);
    for (const seat of ['blackOwner', 'whiteOwner'] as const)
      allowed.push(game.and([game(seat, '=', owner), game('began', '>=', created)]));
  }
  return game.or(allowed);
}
