/** Milliseconds that a core has spent on this process: whatever else runs on the machine, a second is a second. */
export function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
