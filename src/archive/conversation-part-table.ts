import type { Database } from '../database/database.ts';
import type { GameId } from '../lobby/games/game-event.ts';

interface Part {
  readonly game: GameId;
  /** The recording in JSON. */
  readonly text: string;
}

/** Stores the recordings of one node. */
export async function storeParts(database: Database, source: string, some: readonly Part[]): Promise<void> {
  await database
    .insertInto('conversationPart')
    .values(some.map(({ game, text }) => ({ number: game, source, conversation: text })))
    .onConflict((conflict) =>
      conflict.columns(['number', 'source']).doUpdateSet(({ ref }) => ({ conversation: ref('excluded.conversation') })),
    )
    .execute();
}

/** Reads the recordings that all nodes have made of a game. */
export async function readParts(database: Database, game: GameId): Promise<string[]> {
  const rows = await database
    .selectFrom('conversationPart')
    .select('conversation')
    .where('number', '=', game)
    .orderBy('source')
    .execute();
  return rows.map(({ conversation }) => conversation);
}
