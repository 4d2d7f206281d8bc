import { enableCompileCache } from 'node:module';

// With compiled code in the cache the command starts in half the time.
enableCompileCache();
const [, , command, ...options] = process.argv;
// Starting the thread takes longer than loading all other modules. Which journal is used, if any, is known later.
if (command === 'serve' && !options.some((option) => option.endsWith('none'))) {
  (await import('../journal/sqlite/journal-thread.ts')).startJournalThreadEarly();
  (await import('../database/sqlite/query-thread.ts')).startQueryThreadEarly();
}
await import('./command-line.ts');
