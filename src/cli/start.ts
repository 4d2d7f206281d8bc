import { enableCompileCache } from 'node:module';

// What was compiled once starts in half the time; where it cannot be kept, nothing is lost.
enableCompileCache();
const [, , command, ...options] = process.argv;
// It takes longer than all that a server loads meanwhile; which journal, and whether any, is known later.
if (command === 'serve' && !options.some((option) => option.endsWith('none'))) {
  (await import('../journal/sqlite-thread.ts')).startEarly();
  (await import('../database/sqlite/query-thread.ts')).startQueryThreadEarly();
}
await import('./command-line.ts');
