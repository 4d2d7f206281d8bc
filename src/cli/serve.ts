import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { Command } from 'commander';
import { type Logger, pino } from 'pino';
import { DatabaseUnusable } from '../database/unusable.ts';
import { JournalUnusable } from '../journal/journal.ts';
import { readConfig } from '../server/config/config.ts';
import { CertificateUnusable } from '../server/doors/certificate.ts';
import { CannotListen } from '../server/doors/listening.ts';
import { CannotSeat } from '../server/house/open.ts';
import { type Running, startServer } from '../server/server.ts';
import { refuse } from './refuse.ts';
import { standardError } from './standard-error.ts';

/** Milliseconds that a graceful stop may take before the process goes all the same. */
const LONGEST_STOP = 4_500;
/** A timer can wait no longer, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** A number as a person types it; anything else goes on as it is, for the config to refuse by name. */
const number = (text: string): unknown => (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text);
const gathered = (text: string, before: readonly string[] | undefined): string[] => [...(before ?? []), text];

/** An option's name as it is typed: `log-level` for `logLevel`. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const serveCommand = new Command('serve')
  .description('Serve every protocol on one port.')
  .option('--host <address>', 'address of the plain port (default 127.0.0.1)')
  .option('--port <port>', 'plain port, 0 for any (default 1919)', number)
  .option(
    '--listen <url>',
    'one more listener for one protocol, e.g. "daigo://0.0.0.0:1920?size=13" (repeatable)',
    gathered,
  )
  .option('--data <file>', 'database of the games (default ./tengen.db)')
  .option(
    '--database <where>',
    'archive and accounts: a file or postgres://… (default beside --data: ./tengen-archive.db)',
  )
  .option('--config <file>', 'the same options, and settings of the plain port, in TOML')
  .option(
    '--durability <level>',
    'what a told event survives: disk (power loss), os (a crash of the process) or none (default disk)',
  )
  .option('--grace <seconds>', 'hold the seat of a lost connection so long (default 0)', number)
  .option('--resume <seconds>', 'hold the seats of unfinished games so long after a start (default 120)', number)
  .option('--idle <seconds>', 'a seat to move that is silent for so long has left (default 3600)', number)
  .option('--drain <seconds>', 'before a stop, let running games end for so long at most (default 0)', number)
  .option('--house', 'seat the built-in player, who answers whoever waits')
  .option('--bot <name=command>', 'seat an engine that does so, e.g. gnugo="gnugo --mode gtp" (repeatable)', gathered)
  .option('--house-wait <seconds>', 'how long somebody waits before they answer (default 5)', number)
  .option('--admin <name>', 'the owner of this reserved name may end games, remove and ban (repeatable)', gathered)
  .option('--metrics <readers>', 'who may read /metrics: here, everyone or nobody (default here)')
  .option('--tls-cert <file>', 'certificate in PEM: TLS is spoken on the same ports, too')
  .option('--tls-key <file>', 'the key to it, in PEM')
  .option(
    '--trust-proxy <network>',
    'each connection from there begins with the PROXY protocol, e.g. 10.0.0.0/8 (repeatable)',
    gathered,
  )
  .option('--allow <network>', 'let in nobody but who comes from there (repeatable)', gathered)
  .option('--deny <network>', 'keep out who comes from there (repeatable)', gathered)
  .option(
    '--origin <origin>',
    'where browsers find this server, or a site that may use it, e.g. https://go.example.org (repeatable)',
    gathered,
  )
  .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent (default info)')
  .action(serve);

/** What whoever starts the server can mend. */
const REFUSALS = [JournalUnusable, DatabaseUnusable, CannotListen, CannotSeat, CertificateUnusable];

async function serve(given: Record<string, unknown>): Promise<void> {
  const { config: path, ...others } = given;
  const options = Object.fromEntries(Object.entries(others).map(([name, value]) => [dashed(name), value]));
  const read = () => readConfig(options, typeof path === 'string' ? path : undefined);
  const config = read();
  if (!config.ok) refuse(config.problem);
  const log = pino({ level: config.value['log-level'] }, standardError());
  const fail = (error: Error): void => {
    log.fatal(
      { error: error.message },
      'the journal cannot be written: stopping, so that nothing is told that is not kept',
    );
    process.exit(1);
  };
  // Until there is something to stop, a signal ends the process as an exit does, and takes engines along.
  const quit = (): never => process.exit(0);
  process.once('SIGTERM', quit);
  process.once('SIGINT', quit);
  const sayAgain = putOff('SIGHUP', 'SIGUSR2');
  const terminals = [0, 1, 2].filter((stream) => isatty(stream));
  try {
    const running = await startServer(config.value, log, fail);
    process.off('SIGTERM', quit);
    process.off('SIGINT', quit);
    obeySignals(running, log, config.value.drain * 1000);
    reloadOnSignal(running, log, read, terminals);
    sayAgain();
    for (const address of running.addresses) process.stdout.write(`listening on ${address}\n`);
  } catch (error) {
    if (error instanceof Error && REFUSALS.some((refusal) => error instanceof refusal)) refuse(error.message);
    throw error;
  }
}

/** Keeps signals that would end a process which does not know them yet; what comes back says them again, to who does by then. */
function putOff(...signals: readonly NodeJS.Signals[]): () => void {
  const early: NodeJS.Signals[] = [];
  const keep = (signal: NodeJS.Signals): void => void early.push(signal);
  for (const signal of signals) process.on(signal, keep);
  return () => {
    for (const signal of signals) process.off(signal, keep);
    for (const signal of early) process.emit(signal, signal);
  };
}

/**
 * SIGUSR2: the server drains, and at the next one it does so no longer. SIGTERM and SIGINT: it stops. If it may `drain`
 * before, in milliseconds, it does so when no game runs any more, when the time is over, or at the next of these.
 */
function obeySignals({ hub, stop: close }: Running, log: Logger, drain: number): void {
  let stage: 'running' | 'leaving' | 'stopping' = 'running';
  let drains = 0;
  const stop = async (): Promise<void> => {
    if (stage === 'stopping') return;
    stage = 'stopping';
    log.info('stopping');
    setTimeout(() => process.exit(0), LONGEST_STOP).unref();
    await close();
    process.exit(0);
  };
  const leave = async (): Promise<void> => {
    if (stage === 'running' && drain > 0) {
      stage = 'leaving';
      log.info({ seconds: drain / 1000 }, 'stopping as soon as no game runs');
      hub.drain();
      await Promise.race([hub.noGameRuns(), sleep(Math.min(drain, LONGEST_TIMER))]);
    }
    await stop();
  };
  const toggle = async (): Promise<void> => {
    if (stage !== 'running') return;
    const turn = ++drains;
    if (hub.condition.isDraining) {
      hub.undrain();
      return;
    }
    hub.drain();
    await hub.noGameRuns();
    if (turn === drains) log.info('drained: no game runs any more');
  };
  process.on('SIGTERM', leave);
  process.on('SIGINT', leave);
  process.on('SIGUSR2', toggle);
}

/**
 * SIGHUP: who comes in, and by which certificate, is read anew; where that cannot be used everything stays as it is. Where it
 * says that one of the `terminals` is gone, in which the server was started, the server stops, as it does by SIGTERM.
 */
function reloadOnSignal(
  running: Running,
  log: Logger,
  read: () => ReturnType<typeof readConfig>,
  terminals: readonly number[],
): void {
  const refused = (error: string): void => log.error({ error }, 'not reloaded: everything stays as it was');
  process.on('SIGHUP', async () => {
    if (!terminals.every((stream) => isatty(stream))) return void process.kill(process.pid, 'SIGTERM');
    const config = read();
    if (!config.ok) return refused(config.problem);
    try {
      await running.reload(config.value.doors);
      log.info('reloaded: certificate, proxies, lists and origins');
    } catch (error) {
      refused(error instanceof Error ? error.message : String(error));
    }
  });
}
