import { existsSync, rmSync } from 'node:fs';
import '../journal/files/suppress-sqlite-warning.ts';
import { archiveBeside, isPostgres } from '../database/database-location.ts';

/**
 * Copies archive and accounts first, then the journal. If a game ends in between, only the copied journal has this game,
 * and the next start adds it to the archive. The copied archive never has a game that the copied journal lacks. Rejects
 * with `SqliteFileUnusable`.
 */
export async function exportBackup(
  { data, database = archiveBeside(data) }: { readonly data: string; readonly database?: string },
  to: string,
): Promise<void> {
  // Imported only here, because loading it prints a warning.
  const { backUpJournal } = await import('../journal/sqlite/journal-backup.ts');
  const { backUpArchive } = await import('../database/archive-backup.ts');
  const archive = archiveBeside(to);
  const copied: string[] = [];
  let notCopied: string | undefined;
  if (isPostgres(database)) notCopied = 'archive and accounts are in PostgreSQL: copy them with pg_dump';
  else if (!existsSync(database)) notCopied = `${database} does not exist: archive and accounts are not copied`;
  else {
    await backUpArchive(database, archive, progressOf(archive));
    copied.push(`${archive}: archive and accounts\n`);
  }
  try {
    const games = await backUpJournal(data, to, progressOf(to));
    copied.push(`${to}: ${games} ${games === 1 ? 'game' : 'games'}\n`);
  } catch (error) {
    if (copied.length > 0) rmSync(archive);
    throw error;
  }
  // Without games there is no backup: then the error is the only line.
  if (notCopied !== undefined) process.stderr.write(`tengen: ${notCopied}\n`);
  process.stdout.write(copied.join(''));
}

/** Returns a function that shows the progress in one line, if standard error is a terminal. */
function progressOf(file: string): (part: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (part) => process.stderr.write(`\r${file}: ${Math.floor(part * 100)} %${part === 1 ? '\r\u001b[K' : ''}`);
}
