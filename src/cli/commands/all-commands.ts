import { Argument, Command } from 'commander';
import { SHELLS } from '../shells.ts';
import { botCommand } from './bot-command.ts';
import { serveCommand } from './serve-command.ts';

const playCommand = new Command('play')
  .description('Play in the terminal on a server of any supported protocol.')
  .argument('<url>', 'the server, e.g. "PROTOCOL://127.0.0.1:1919?name=alice&size=9"')
  .option('--plain', 'read commands from standard input and print plain lines, also on a terminal')
  .action(async (url, options) => (await import('../play.ts')).play(url, options));

const checkCommand = new Command('check')
  .description('Check whether a server or a client follows its protocol, clause by clause.')
  .argument('[url]', 'the server, e.g. "PROTOCOL://127.0.0.1:1919?size=9"')
  .option('--client <protocol>', 'wait for a client of this protocol and check it, e.g. "PROTOCOL?size=13"')
  .option('--host <address>', 'with --client: address to listen on (default 127.0.0.1)')
  .option('--port <port>', 'with --client: port to listen on, 0 for any (default 0)')
  .option('--json', 'print one JSON object instead of the table')
  .option('--patience <seconds>', 'maximum time for an answer (default 3, with --client 10)')
  .option('--all <file>', 'check every server and client in a class file (CSV); needs --report')
  .option('--report <folder>', 'with --all: new folder for the report on each row and the tables of the class')
  .option('--jobs <number>', 'with --all: number of rows that are checked at the same time (default 1)')
  .option('--time <seconds>', 'with --all: time limit for each row (default 180)')
  .option('--memory <mib>', 'with --all: memory limit for each program, in MiB (default 512)')
  .action(async (url, options) => (await import('../check.ts')).check(url, options));

const tapCommand = new Command('tap')
  .description('Relay connections between clients and a server, and show, explain and record the messages.')
  .requiredOption(
    '--listen <port>',
    'port or address on which clients connect, e.g. 2020 or 0.0.0.0:2020; 0 for any port',
  )
  .requiredOption('--to <host:port>', 'the server, e.g. 127.0.0.1:1919')
  .option('--protocol <name>', 'the protocol of the clients, if their first bytes do not show it')
  .option('--write <file>', 'write a transcript of all messages to this file')
  .option('--once', 'exit when the last connection has closed')
  .action(async (options) => (await import('../tap.ts')).tap(options));

const exportCommand = new Command('export')
  .description('Write games from the database to standard output, or copy the whole database to a file.')
  .argument('[game...]', 'game numbers (default: all games)')
  .option('--sgf', 'one SGF collection, for boards up to 52 lines (the default)')
  .option('--json', 'one JSON object a line, for boards of any size')
  .option('--original', 'the original texts of imported games, byte for byte')
  .option('--backup <file>', 'copy the whole database, also of a running server, to a new file')
  .option('--salvage <file>', 'copy every intact game of a damaged database to a new file')
  .option('--data <file>', 'database of the games', './tengen.db')
  .option('--database <where>', 'archive and accounts: a file or postgres://… (default beside --data)')
  .option(
    '--nats <url>',
    'read the games of several nodes from this NATS server and --database postgres://…, instead of --data',
  )
  .action(async (games, options) => (await import('../export.ts')).runExport(games, options));

const ratingsCommand = new Command('ratings')
  .description(
    'Print maximum-likelihood ratings, Glicko-2 ratings and a cross table of the rated games in the archive.',
  )
  .option('--class <class>', 'only this rating class, e.g. go-9 (default: every class with a rated game)')
  .option('--from <day>', 'games that ended on this day or later, e.g. 2026-11-01 (UTC)')
  .option('--to <day>', 'games that ended on this day or earlier')
  .option('--json', 'print one JSON object for each class instead of tables')
  .option('--data <file>', 'database of the games', './tengen.db')
  .option('--database <where>', 'archive: a file or postgres://… (default beside --data)')
  .action(async (options) => (await import('../print-ratings.ts')).printRatings(options));

const completionsCommand = new Command('completions')
  .description('Print a shell completion script.')
  .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
  .action(async (shell, _options, self: Command) => {
    const { completionScript } = await import('../shell-completions.ts');
    process.stdout.write(completionScript(shell, self.parent?.commands ?? []));
  });

/** In the order of `tengen --help`. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  playCommand,
  botCommand,
  checkCommand,
  tapCommand,
  exportCommand,
  ratingsCommand,
  completionsCommand,
];
