import os from 'node:os';

/**
 * Lowers the scheduling priority of the calling thread, so that a worker with long computations does not take a core from the
 * thread that serves moves. Only Linux has a priority for each thread; elsewhere this does nothing. A sandbox may forbid the
 * system call. The work matters more than its priority, so the thread then keeps the priority that it has.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Forbidden.
  }
}
