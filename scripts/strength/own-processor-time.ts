/** CPU time of this process in milliseconds. Other processes of the machine do not change it. */
export function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
