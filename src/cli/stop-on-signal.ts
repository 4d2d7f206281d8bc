/** Calls `stop` at the first SIGINT or SIGTERM, and ends the process at the second. Returns the handler of these signals. */
export function stopOnSignal(stop: () => void): () => void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return onSignal;
}
