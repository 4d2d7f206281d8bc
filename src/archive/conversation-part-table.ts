import type { Database } from '../database/database.ts';
import type { GameId } from '../lobby/games/game-event.ts';

/** The part of a game's conversation that one node has recorded. */
interface ConversationPart {
  readonly game: GameId;
  /** In JSON. */
  readonly text: string;
}

/** Stores the parts of conversations that the node `source` has recorded. */
export async function storeConversationParts(
  database: Database,
  source: string,
  some: readonly ConversationPart[],
): Promise<void> {
  await database
    .insertInto('conversationPart')
    .values(some.map(({ game, text }) => ({ number: game, source, conversation: text })))
    .onConflict((conflict) =>
      conflict.columns(['number', 'source']).doUpdateSet(({ ref }) => ({ conversation: ref('excluded.conversation') })),
    )
    .execute();
}

/** Reads the parts of a game's conversation from all nodes. */
export async function readConversationParts(database: Database, game: GameId): Promise<string[]> {
  const rows = await database
    .selectFrom('conversationPart')
    .select('conversation')
    .where('number', '=', game)
    .orderBy('source')
    .execute();
  return rows.map(({ conversation }) => conversation);
}
