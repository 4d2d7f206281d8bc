import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import type { Logger } from 'pino';
import { DatabaseUnusable } from '../database/database-errors.ts';
import { SqliteFileUnusable } from '../journal/journal.ts';
import { AccountChangesLost } from '../nodes/account-changes-lost.ts';
import { ConfigurationDiffers } from '../nodes/catch-up-with-stream.ts';
import { NatsUnusable } from '../nodes/nats/nats-settings.ts';
import { messageOf } from '../result.ts';
import { CannotEnrolCourse } from '../server/accounts-and-bans.ts';
import { ComputerPlayerUnusable } from '../server/computer-players/open-computer-players.ts';
import type { readConfig, ServeConfig } from '../server/config/config.ts';
import { CannotListen } from '../server/listeners/bound-address.ts';
import { CertificateUnusable } from '../server/listeners/certificate-files.ts';
import { type RunningServer, startServer } from '../server/server.ts';
import type { Stores } from '../server/stores.ts';
import { exitWithUsageError } from './exit-with-usage-error.ts';
import { openLog } from './open-log.ts';
import { stopWithNpm } from './stop-with-npm.ts';

/** The longest time for a graceful stop in milliseconds; the process ends anyway afterwards. */
const LONGEST_STOP = 4_500;
/** The longest time of a timer in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Errors that the operator can correct. */
const OPERATOR_ERRORS: readonly (abstract new (...args: never[]) => Error)[] = [
  NatsUnusable,
  ConfigurationDiffers,
  AccountChangesLost,
  SqliteFileUnusable,
  DatabaseUnusable,
  CannotListen,
  ComputerPlayerUnusable,
  CertificateUnusable,
  CannotEnrolCourse,
];

interface RunServerOptions {
  readonly config: ServeConfig;
  /** Opens the databases, or returns those that are being opened. */
  readonly stores: () => Promise<Stores>;
  /** Reads the options and the file again. */
  readonly read: () => ReturnType<typeof readConfig>;
  /** The terminals in which the server was started, by their file descriptors. */
  readonly terminals: readonly number[];
}

/** Runs the server. Calls `onSignalsHandled` when the server handles signals itself. */
export async function runServer(
  { config, stores, read, terminals }: RunServerOptions,
  onSignalsHandled: () => void,
): Promise<RunningServer> {
  const log = openLog(config);
  const fail = (error: Error): void => {
    log.fatal({ error: error.message }, config.nats === undefined ? 'journal.failed' : 'node.failed');
    process.exit(1);
  };
  try {
    const running = await startServer(config, log, fail, stores);
    handleSignals(running, log, config.drain * 1000);
    void running.replaced.then(() => {
      log.info('node.replaced');
      process.emit('SIGTERM', 'SIGTERM');
    });
    reloadOnSignal(running, log, read, terminals);
    stopWithNpm();
    // Called last, so that each signal has a listener at every moment.
    onSignalsHandled();
    return running;
  } catch (error) {
    if (error instanceof Error && OPERATOR_ERRORS.some((refusal) => error instanceof refusal))
      exitWithUsageError(error.message);
    throw error;
  }
}

/**
 * SIGUSR2 starts and stops draining. SIGTERM and SIGINT stop the server. With `drain` milliseconds, they drain first,
 * until no game runs, the time is over, or another of these signals comes.
 */
function handleSignals({ hub, stop: close }: RunningServer, log: Logger, drain: number): void {
  let stage: 'running' | 'leaving' | 'stopping' = 'running';
  let drains = 0;
  const stop = async (): Promise<void> => {
    if (stage === 'stopping') return;
    stage = 'stopping';
    log.info('server.stopping');
    setTimeout(() => process.exit(0), LONGEST_STOP).unref();
    await close();
    process.exit(0);
  };
  const drainAndStop = async (): Promise<void> => {
    if (stage === 'running' && drain > 0) {
      stage = 'leaving';
      log.info({ seconds: drain / 1000 }, 'server.draining');
      hub.drain();
      await Promise.race([hub.whenNoGameRuns(), sleep(Math.min(drain, LONGEST_TIMER))]);
    }
    await stop();
  };
  const toggle = async (): Promise<void> => {
    if (stage !== 'running') return;
    const attempt = ++drains;
    if (hub.condition.isDraining) {
      hub.undrain();
      return;
    }
    hub.drain();
    await hub.whenNoGameRuns();
    if (attempt === drains) log.info('server.drained');
  };
  process.on('SIGTERM', drainAndStop);
  process.on('SIGINT', drainAndStop);
  process.on('SIGUSR2', toggle);
}

/**
 * At SIGHUP, the server reads address lists, certificates and the course again. If the lists or certificates cannot be
 * used, nothing changes. If one of the `terminals` in which the server was started is closed, the server stops as with
 * SIGTERM.
 */
function reloadOnSignal(
  running: RunningServer,
  log: Logger,
  read: () => ReturnType<typeof readConfig>,
  terminals: readonly number[],
): void {
  const reportRejected = (error: string): void => log.error({ error }, 'config.rejected');
  process.on('SIGHUP', async () => {
    if (!terminals.every((stream) => isatty(stream))) return void process.kill(process.pid, 'SIGTERM');
    const config = read();
    if (!config.ok) return reportRejected(config.problem);
    try {
      await running.reload(config.value);
      log.info('config.reloaded');
    } catch (error) {
      reportRejected(messageOf(error));
    }
  });
}
