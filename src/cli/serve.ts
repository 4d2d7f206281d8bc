import { Command } from 'commander';
import { destination, pino } from 'pino';
import { DatabaseUnusable } from '../database/unusable.ts';
import { JournalUnusable } from '../journal/journal.ts';
import { readConfig } from '../server/config/config.ts';
import { CannotListen } from '../server/doors/listening.ts';
import { CannotSeat } from '../server/house/open.ts';
import { type Running, startServer } from '../server/server.ts';
import { refuse } from './refuse.ts';

/** Milliseconds that a graceful stop may take before the process goes all the same. */
const LONGEST_STOP = 4_500;

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
  .option('--house', 'seat the built-in player, who answers whoever waits')
  .option('--bot <name=command>', 'seat an engine that does so, e.g. gnugo="gnugo --mode gtp" (repeatable)', gathered)
  .option('--house-wait <seconds>', 'how long somebody waits before they answer (default 5)', number)
  .option('--admin <name>', 'the owner of this reserved name may end games, remove and ban (repeatable)', gathered)
  .option('--metrics <readers>', 'who may read /metrics: here, everyone or nobody (default here)')
  .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent (default info)')
  .action(serve);

/** What whoever starts the server can mend. */
const REFUSALS = [JournalUnusable, DatabaseUnusable, CannotListen, CannotSeat];

async function serve(given: Record<string, unknown>): Promise<void> {
  const { config: path, ...others } = given;
  const options = Object.fromEntries(Object.entries(others).map(([name, value]) => [dashed(name), value]));
  const config = readConfig(options, typeof path === 'string' ? path : undefined);
  if (!config.ok) refuse(config.problem);
  const log = pino({ level: config.value['log-level'] }, destination({ fd: 2, sync: true }));
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
  try {
    const running = await startServer(config.value, log, fail);
    process.off('SIGTERM', quit);
    process.off('SIGINT', quit);
    stopOnSignal(running, log);
    for (const address of running.addresses) process.stdout.write(`listening on ${address}\n`);
  } catch (error) {
    if (error instanceof Error && REFUSALS.some((refusal) => error instanceof refusal)) refuse(error.message);
    throw error;
  }
}

function stopOnSignal(running: Running, log: { info(message: string): void }): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info('stopping');
    setTimeout(() => process.exit(0), LONGEST_STOP).unref();
    await running.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
