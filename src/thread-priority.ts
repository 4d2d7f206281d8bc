import { constants, setPriority } from 'node:os';

/**
 * Lowers the scheduling priority of the calling thread, so that a worker with long computations does not take a core from the
 * thread that serves moves. Only Linux has a priority for each thread; elsewhere this does nothing.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  setPriority(0, constants.priority.PRIORITY_LOW);
}
