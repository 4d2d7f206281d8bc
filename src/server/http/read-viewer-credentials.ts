import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ViewerCredentials } from '../../lobby/games/game-event.ts';
import { invitationKeyHash } from '../../protocols/api/invitation-key-hash.ts';
import { values } from '../../protocols/api/value-schemas.ts';
import type { RequestEnvironment } from './requester.ts';

/** The key of a private game in a query. */
export const keyInQuery = z.object({
  key: values().key.optional().describe('The key of the invitation to the game. Required for a private game.'),
});

/** The key and the account of a request, with which the sender may see private games. */
export function viewerOf(c: Context<RequestEnvironment>): ViewerCredentials {
  const key = c.req.query('key');
  return { key: key === undefined ? undefined : invitationKeyHash(key), ...accountOf(c) };
}

/** Only the account of a request, for lists of games. */
export const accountOf = (c: Context<RequestEnvironment>): ViewerCredentials => ({
  account: c.get('requester').account?.name,
});
