import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import type { GameId } from '../../lobby/games/game-event.ts';
import type { ArchivedGameWithTurns } from '../../protocols/api/resource-schemas.ts';

export interface OriginalText {
  readonly charset: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const notesOf = z.array(z.string());

/** Reads the notes on the text from which a game was imported. */
export async function originalSummary(database: Database, game: GameId): Promise<ArchivedGameWithTurns['original']> {
  const row = await database
    .selectFrom('original')
    .select(['charset', 'bytes', 'notes', sql<number | boolean>`gzip is not null`.as('kept')])
    .where('number', '=', game)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { charset, bytes, notes, kept } = row;
  return { charset, bytes, kept: Boolean(kept), notes: notesOf.parse(JSON.parse(notes)) };
}

/** Reads the text from which a game was imported; undefined if it is not stored. */
export async function originalText(database: Database, game: GameId): Promise<OriginalText | undefined> {
  const row = await database
    .selectFrom('original')
    .select(['charset', 'gzip'])
    .where('number', '=', game)
    .executeTakeFirst();
  if (row === undefined || row.gzip === null) return undefined;
  return { charset: row.charset, bytes: new Uint8Array(await promisify(gunzip)(row.gzip)) };
}
