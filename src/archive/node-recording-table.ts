import type { Database } from '../database/database.ts';
import type { GameId } from '../lobby/games/game-event.ts';

interface Part {
  readonly game: GameId;
  /** JSON. */
  readonly text: string;
}

/** Stores what one node has recorded. */
export async function keepParts(database: Database, source: string, some: readonly Part[]): Promise<void> {
  await database
    .insertInto('conversationPart')
    .values(some.map(({ game, text }) => ({ number: game, source, conversation: text })))
    .onConflict((conflict) =>
      conflict.columns(['number', 'source']).doUpdateSet(({ ref }) => ({ conversation: ref('excluded.conversation') })),
    )
    .execute();
}

/** What all nodes have recorded of a game. */
export async function readParts(database: Database, game: GameId): Promise<string[]> {
  const rows = await database
    .selectFrom('conversationPart')
    .select('conversation')
    .where('number', '=', game)
    .orderBy('source')
    .execute();
  return rows.map(({ conversation }) => conversation);
}
