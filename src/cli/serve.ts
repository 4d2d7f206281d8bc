import { isatty } from 'node:tty';
import type { JournalThread } from '../journal/sqlite/journal-thread.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import { loadServers } from '../protocols/protocol-module.ts';
import { checkOptions, readConfig, type ServeConfig } from '../server/config/config.ts';
import { readOptions } from '../server/config/config-options.ts';
import { type NodeProcessAssignment, takeNodeProcess } from '../server/nodes/node-ipc.ts';
import { openStores } from '../server/stores.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';

/** The name of an option on the command line: `log-level` for `logLevel`. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The options under their names in the config file, and the path of that file. */
function fromCommandLine({ config: path, ...others }: Record<string, unknown>) {
  const options = Object.fromEntries(Object.entries(others).map(([name, value]) => [dashed(name), value]));
  return { options, path: typeof path === 'string' ? path : undefined };
}

/** Prints the configuration that the server would have. Options are checked as at a start. */
export async function printConfiguration(given: Record<string, unknown>): Promise<void> {
  const { options, path } = fromCommandLine(given);
  const read = readOptions(options, path);
  if (!read.ok) exitWithUsageError(read.problem);
  const config = checkOptions(read.value, await loadServers(PROTOCOLS));
  if (!config.ok) exitWithUsageError(config.problem);
  const { printConfig } = await import('../server/config/print-config.ts');
  // The threads that start early would keep the process alive.
  process.stdout.write(printConfig(read.value), () => process.exit(0));
}

/** Runs the server, or starts its node processes. `thread`: the journal's thread, which is starting. */
export async function serve(given: Record<string, unknown>, thread: JournalThread | undefined): Promise<void> {
  const { options, path } = fromCommandLine(given);
  const protocols = await loadServers(PROTOCOLS);
  const read = () => readConfig(options, path, protocols);
  const checked = read();
  if (!checked.ok) exitWithUsageError(checked.problem);
  const nodeProcess = takeNodeProcess();
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  if (checked.value.nodes !== undefined && nodeProcess === undefined) {
    await thread?.stop();
    return (await import('./serve-nodes.ts')).serveNodes(checked.value, terminals);
  }
  const config = nodeProcess === undefined ? checked.value : configOfProcess(checked.value, nodeProcess);
  // Until the server runs, a signal ends the process normally, so that engines end with it.
  const quit = (): never => process.exit(0);
  process.once('SIGTERM', quit);
  process.once('SIGINT', quit);
  const resendSignals = deferSignals('SIGHUP', 'SIGUSR2');
  if (nodeProcess !== undefined) stopWithParent();
  // The databases are opened while other modules load. If a wrong option may still be found, they are opened later, so that
  // no new file is left behind.
  const { bots, access } = config;
  const early = bots.size === 0 && access.certificate === undefined ? openStores(config, thread) : undefined;
  // The error is reported when the result is used.
  early?.catch(() => undefined);
  const stores = () => early ?? openStores(config, thread);
  const { runServer } = await import('./run-server.ts');
  const running = await runServer({ config, stores, read, terminals }, () => {
    process.off('SIGTERM', quit);
    process.off('SIGINT', quit);
  });
  resendSignals();
  for (const address of running.addresses) process.stdout.write(`listening on ${address}\n`);
}

/** The configuration of one of several processes, with the ports that they share. */
function configOfProcess(config: ServeConfig, nodeProcessAssignment: NodeProcessAssignment): ServeConfig {
  const [port = config.port, ...others] = nodeProcessAssignment.ports ?? [];
  const listeners = config.listeners.map((listener, index) => ({ ...listener, port: others[index] ?? listener.port }));
  return { ...config, port, listeners, process: nodeProcessAssignment };
}

/** Without its parent, the process stops as with SIGTERM. */
function stopWithParent(): void {
  const stop = (): void => void process.kill(process.pid, 'SIGTERM');
  process.on('disconnect', stop);
  if (!process.connected) stop();
}

/** Collects signals that would end the process now. The returned function sends them again. */
function deferSignals(...signals: readonly NodeJS.Signals[]): () => void {
  const early: NodeJS.Signals[] = [];
  const defer = (signal: NodeJS.Signals): void => void early.push(signal);
  for (const signal of signals) process.on(signal, defer);
  return () => {
    for (const signal of signals) process.off(signal, defer);
    for (const signal of early) process.emit(signal, signal);
  };
}
