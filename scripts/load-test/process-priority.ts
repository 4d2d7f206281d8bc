import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// What is measured is the server, and not who gets this machine's cores: players and attackers are elsewhere, in truth.

const chrt = (...args: readonly string[]): boolean => spawnSync('chrt', args, { stdio: 'ignore' }).status === 0;

/**
 * The command of an attacker, which has what nobody else wants of the cores and is interrupted at once, where the system allows
 * that. One that is only `nice` is not: who is woken may wait for it to the end of a slice of milliseconds.
 */
export function attackerCommand(): {
  readonly command: string;
  readonly args: readonly string[];
  readonly canIdle: boolean;
} {
  const canIdle = chrt('--idle', '0', 'true');
  const program = [process.execPath, fileURLToPath(new URL('./attacker.ts', import.meta.url))];
  const [command = '', ...args] = [...(canIdle ? ['chrt', '--idle', '0'] : []), ...program];
  return { command, args, canIdle };
}

/** From now on this process, without its children, has a core as soon as it has heard something; whether the system allows that. */
export const raisePriority = (): boolean =>
  chrt('--all-tasks', '--reset-on-fork', '--fifo', '--pid', '1', String(process.pid));

/** It is like any other process again. */
export const resetPriority = (): boolean => chrt('--all-tasks', '--other', '--pid', '0', String(process.pid));
