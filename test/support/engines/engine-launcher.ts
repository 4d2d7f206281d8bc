import { startProcess } from '../../../src/engines/engine-process.ts';

/** Runs an engine and ends at the first line without a word to it. */
await startProcess(process.argv.slice(2).join(' '), () => {});
process.stdin.once('data', () => process.exit());
