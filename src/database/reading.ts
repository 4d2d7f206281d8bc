import { existsSync } from 'node:fs';
import { OpenDatabase } from './database.ts';
import { isPostgres } from './place.ts';
import { openPostgres } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Reply, Request } from './sqlite-message.ts';
import { DatabaseUnusable } from './unusable.ts';

/**
 * Opens a database that a server may be using, to read it and nothing else: no lock is taken, no table is made. Rejects with
 * `DatabaseUnusable` or `JournalUnusable`.
 */
export async function openDatabaseToRead(where: string): Promise<OpenDatabase> {
  if (isPostgres(where)) return new OpenDatabase(await openPostgres(where));
  if (!existsSync(where)) throw new DatabaseUnusable(where, 'there is no such file');
  await import('../journal/sqlite-warning.ts');
  // Imported only now, because the warning comes with the import.
  const { openArchiveFile } = await import('./sqlite-connection.ts');
  const file = openArchiveFile(where);
  const answer = (request: Request): Reply => {
    if (request.kind === 'query')
      return { kind: 'done', rows: file.prepare(request.sql).all(...request.parameters), changes: 0 };
    file.close();
    return { kind: 'done', rows: [], changes: 0 };
  };
  return new OpenDatabase(sqliteDialect({ request: async (request) => answer(request), ended: async () => undefined }));
}
