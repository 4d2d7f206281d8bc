import { Command } from 'commander';

/** Reads a number. Anything else is passed on, so that the error names the option. */
const number = (text: string): unknown => (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text);
const collect = (text: string, before: readonly string[] | undefined): string[] => [...(before ?? []), text];

export const serveCommand = new Command('serve')
  .description('Run the server. One port serves every protocol that it can detect.')
  .option('--host <address>', 'address of the plain port (default 127.0.0.1)')
  .option('--port <port>', 'plain port, 0 for any (default 1919)', number)
  .option(
    '--listen <url>',
    'add a listener for one protocol, e.g. "PROTOCOL://0.0.0.0:1920?size=13" (repeatable)',
    collect,
  )
  .option('--data <file>', 'database of the games (default ./tengen.db)')
  .option(
    '--database <where>',
    'archive and accounts: a file or postgres://… (default beside --data: ./tengen-archive.db)',
  )
  .option('--config <file>', 'the same options, and settings of the plain port, in TOML')
  .option(
    '--durability <level>',
    'what a stored event survives: disk (power loss), os (a crash of the process) or none (default disk)',
  )
  .option('--nats <url>', 'run as one of several nodes that share a NATS server: nats://HOST:4222?name=INSTALLATION')
  .option('--nodes <number>', 'start this number of nodes on this machine, which share the ports; needs --nats', number)
  .option('--grace <seconds>', 'keep the seat of a lost connection for this long (default 0)', number)
  .option('--resume <seconds>', 'after a start, keep the seats of unfinished games for this long (default 120)', number)
  .option(
    '--idle <seconds>',
    'a player who is to move and sends nothing for this long loses the seat (default 3600)',
    number,
  )
  .option('--lag <seconds>', 'in games with a clock, this much of each move is not counted (default 0.25)', number)
  .option('--drain <seconds>', 'before a stop, wait at most this long for running games to end (default 0)', number)
  .option('--house', 'add the six built-in computer players, which play against waiting players')
  .option(
    '--bot <name=command>',
    'add an engine as a computer player, e.g. gnugo="gnugo --mode gtp" (repeatable)',
    collect,
  )
  .option('--house-wait <seconds>', 'how long a seek waits before a computer player takes it (default 10)', number)
  .option(
    '--admin <name>',
    'the owner of this reserved name may end games, remove players and ban (repeatable)',
    collect,
  )
  .option('--course <file>', 'reserve the names of a class: CSV or TOML with name, password and group')
  .option('--guard-names', 'a client without a password may use a reserved name only after its owner has opened it')
  .option(
    '--metrics <readers>',
    'which clients may read /metrics: loopback (this machine), all or none (default loopback)',
  )
  .option('--tls-cert <file>', 'certificate in PEM; enables TLS on the same ports')
  .option('--tls-key <file>', 'private key of the certificate, in PEM')
  .option(
    '--trust-proxy <network>',
    'each connection from this network begins with the PROXY protocol, e.g. 10.0.0.0/8 (repeatable)',
    collect,
  )
  .option('--allow <network>', 'accept connections only from this network (repeatable)', collect)
  .option('--deny <network>', 'refuse connections from this network (repeatable)', collect)
  .option(
    '--origin <origin>',
    'the origin of this server in browsers, or of another site that may use it, e.g. https://go.example.org (repeatable)',
    collect,
  )
  .option('--print-config', 'print the effective configuration as TOML, with the source of each value, and exit')
  .option('--log-level <level>', 'trace, debug, info, warn, error, fatal or silent (default info)')
  .action(async ({ printConfig, ...options }) => {
    if (printConfig) return (await import('../serve.ts')).printConfiguration(options);
    const { startJournalThread } = await import('../../journal/sqlite/journal-thread.ts');
    const thread = options.durability === 'none' || options.nats !== undefined ? undefined : startJournalThread();
    // Loaded while the thread starts.
    await (await import('../serve.ts')).serve(options, thread);
  });
