import '../journal/files/suppress-sqlite-warning.ts';

/** Reports what was saved and what was not; the exit code is 1 if anything is lost. Rejects with `SqliteFileUnusable`. */
export async function exportSalvage(to: string, from: string): Promise<void> {
  // Imported only here, because loading it prints a warning.
  const { salvage } = await import('../journal/sqlite/salvage.ts');
  const { copied, lost, doubtful, isListComplete } = await salvage(from, to);
  for (const { game, why } of lost) process.stderr.write(`tengen: game ${game} is lost: ${why}\n`);
  for (const game of doubtful)
    process.stderr.write(`tengen: game ${game} is unfinished, and its last moves may be missing\n`);
  if (!isListComplete) process.stderr.write('tengen: other games may be lost completely\n');
  process.stdout.write(`${to}: ${copied} of ${copied + lost.length} games\n`);
  process.exitCode = lost.length + doubtful.length === 0 && isListComplete ? 0 : 1;
}
