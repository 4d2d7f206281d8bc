import { fileURLToPath } from 'node:url';
import { ENGINE_TIMEOUTS, type EngineTimeouts } from '../../../src/engines/engine-timeouts.ts';

const gtp = fileURLToPath(new URL('./scripted-gtp-engine.ts', import.meta.url));
const connected = fileURLToPath(new URL('./connected-program.ts', import.meta.url));
const launcher = fileURLToPath(new URL('./engine-launcher.ts', import.meta.url));
const slowPiskvork = fileURLToPath(new URL('./slow-piskvork-engine.ts', import.meta.url));
const piskvork = fileURLToPath(new URL('./scripted-piskvork-engine.ts', import.meta.url));

const quoted = (...words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

/** Command lines of the scripted engines. Their files describe the options. */
export const gtpCommand = (...options: readonly string[]): string => quoted(process.execPath, gtp, ...options);
export const piskvorkCommand = (...options: readonly string[]): string =>
  quoted(process.execPath, piskvork, ...options);
/** Command line of a correct but slow engine. */
export const slowPiskvorkCommand = (...options: readonly string[]): string =>
  quoted(process.execPath, slowPiskvork, ...options);

/** Command line that runs a script in JavaScript. The script must not contain double quotes. */
export const scriptCommand = (script: string, ...words: readonly string[]): string =>
  quoted(process.execPath, '-e', script, ...words);

/** Command lines of a program that connects to a port of 127.0.0.1, and of a program that runs a command line as its engine. */
export const connectedProgramCommand = (port: number): string => quoted(process.execPath, connected, String(port));
export const launcherCommand = (command: string): string => `${quoted(process.execPath, launcher)} '${command}'`;

/** Short timeouts for programs that do not exit by themselves, so that tests do not wait. */
export const SHORT_TIMEOUTS: EngineTimeouts = { ...ENGINE_TIMEOUTS, probe: 50, quit: 50, terminate: 50 };
