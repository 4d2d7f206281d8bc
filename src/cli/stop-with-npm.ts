/** Milliseconds between two checks of the parent process. */
const PARENT_CHECK = 250;

/**
 * npm starts the server in a shell, which ends on a signal without passing it on (dash does). When the shell has ended, the
 * server stops as with SIGTERM.
 */
export function stopWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const { ppid: shell } = process;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK);
  timer.unref();
}
