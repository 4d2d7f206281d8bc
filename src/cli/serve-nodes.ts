import { createServer } from 'node:net';
import { isatty } from 'node:tty';
import type { ServeConfig } from '../server/config/config.ts';
import { CannotListen } from '../server/listeners/bound-address.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { NodeDidNotStart, NodeProcesses } from './node-processes.ts';
import { openLog } from './open-log.ts';
import { stopWithNpm } from './stop-with-npm.ts';

/** The longest time for a graceful stop of all processes in milliseconds, without draining. */
const LONGEST_STOP = 4_900;

/** Runs `config.nodes` processes of this command until a signal ends them. `terminals` are those in which it was started. */
export async function serveNodes(config: ServeConfig, terminals: readonly number[]): Promise<void> {
  const ports = [config, ...config.listeners];
  for (const { host, port } of ports) await assertFree(host, port);
  const log = openLog(config);
  const nodes = new NodeProcesses({
    count: config.nodes ?? 1,
    ports: ports.length,
    arguments: process.argv.slice(2),
    log,
  });
  const stop = async (): Promise<void> => {
    log.info('server.stopping');
    await nodes.stop(1000 * config.drain + LONGEST_STOP);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGUSR2', () => nodes.toggleDrain());
  process.on('SIGHUP', () => (terminals.every((stream) => isatty(stream)) ? nodes.reload() : stop()));
  stopWithNpm();
  try {
    for (const address of await nodes.start()) process.stdout.write(`listening on ${address}\n`);
  } catch (error) {
    // The process has written the reason to standard error.
    if (error instanceof NodeDidNotStart) process.exit(error.code);
    throw error;
  }
}

/** Checks that no other server listens on the port. For shared ports, the system itself does not check this. */
async function assertFree(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.once('error', (error) => exitWithUsageError(new CannotListen(error, host, port).message));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
