import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// On a real server, clients and attackers run on other machines. Here they must not take processor time from the server.

const chrt = (...args: readonly string[]): boolean => spawnSync('chrt', args, { stdio: 'ignore' }).status === 0;

/**
 * The command of an attacker with idle priority, if the system allows it. The system interrupts such a process at once when another
 * process can run. It lets a process that is only `nice` finish its time slice of some milliseconds.
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

/** Gives this process, without its children, real-time priority. Returns whether the system allows it. */
export const raisePriority = (): boolean =>
  chrt('--all-tasks', '--reset-on-fork', '--fifo', '--pid', '1', String(process.pid));

/** Gives this process normal priority again. */
export const resetPriority = (): boolean => chrt('--all-tasks', '--other', '--pid', '0', String(process.pid));
