import { enableCompileCache } from 'node:module';

// Makes `tengen` start fast: with the compile cache, and with the threads of the server, which start before the command line is parsed.

// With compiled code in the cache the command starts in half the time.
enableCompileCache();
const [, , command, ...options] = process.argv;
const isWithoutFiles = (option: string): boolean => option.endsWith('none') || option.startsWith('--nats');
// Starting the thread takes longer than loading all other modules. Which journal is used, if any, is known later.
if (command === 'serve' && !options.some(isWithoutFiles)) {
  (await import('../journal/sqlite/journal-thread.ts')).startJournalThreadEarly();
  (await import('../database/sqlite/query-thread.ts')).startQueryThreadEarly();
}
await import('./command-line.ts');
