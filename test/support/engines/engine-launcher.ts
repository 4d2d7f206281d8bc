import { startProcess } from '../../../src/engines/engine-process.ts';

/** Runs an engine. Exits at the first input line without stopping the engine. */
await startProcess(process.argv.slice(2).join(' '), () => {});
process.stdin.once('data', () => process.exit());
