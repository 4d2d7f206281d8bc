import { fileURLToPath } from 'node:url';
import { ENGINE_TIMEOUTS, type EngineTimeouts } from '../../../src/engines/engine-timeouts.ts';

const gtp = fileURLToPath(new URL('./scripted-gtp-engine.ts', import.meta.url));
const caller = fileURLToPath(new URL('./connected-program.ts', import.meta.url));
const owner = fileURLToPath(new URL('./engine-launcher.ts', import.meta.url));
const slowPiskvork = fileURLToPath(new URL('./slow-piskvork-engine.ts', import.meta.url));
const piskvork = fileURLToPath(new URL('./scripted-piskvork-engine.ts', import.meta.url));

const quoted = (...words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

/** Command lines of the engines that do what a test wants; see there what can be wanted. */
export const gtpCommand = (...wishes: readonly string[]): string => quoted(process.execPath, gtp, ...wishes);
export const piskvorkCommand = (...wishes: readonly string[]): string => quoted(process.execPath, piskvork, ...wishes);
/** A healthy engine that takes its time. */
export const slowPiskvorkCommand = (...wishes: readonly string[]): string =>
  quoted(process.execPath, slowPiskvork, ...wishes);

/** A program in JavaScript, without double quotes, and its arguments. */
export const scriptCommand = (script: string, ...words: readonly string[]): string =>
  quoted(process.execPath, '-e', script, ...words);

/** A program that calls 127.0.0.1 at a port, and one that runs such a command line as its own engine. */
export const connectedProgramCommand = (port: number): string => quoted(process.execPath, caller, String(port));
export const launcherCommand = (command: string): string => `${quoted(process.execPath, owner)} '${command}'`;

/** For programs that are known not to go by themselves: no test waits for what will not come. */
export const SHORT_TIMEOUTS: EngineTimeouts = { ...ENGINE_TIMEOUTS, probe: 50, quit: 50, terminate: 50 };
