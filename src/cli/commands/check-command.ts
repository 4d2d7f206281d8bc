import { Command } from 'commander';

export const checkCommand = new Command('check')
  .description('Does that server, or that client, keep to its protocol? Clause by clause, with a verdict.')
  .argument('[url]', 'the server, e.g. "PROTOCOL://127.0.0.1:1919?size=9"')
  .option('--client <protocol>', 'examine a client that calls, e.g. "PROTOCOL?size=13"')
  .option('--host <address>', 'with --client: where to listen for it (default 127.0.0.1)')
  .option('--port <port>', 'with --client: where to listen for it, 0 for any (default 0)')
  .option('--json', 'one JSON object in place of the table')
  .option('--patience <seconds>', 'how long an answer may take (default 3, and 10 for a client)')
  .option('--all <file>', 'examine every server and client of a class file (CSV); needs --report')
  .option('--report <folder>', 'with --all: a new folder for a report of each and the tables of the class')
  .option('--jobs <number>', 'with --all: rows that run at once (default 1)')
  .option('--time <seconds>', 'with --all: limit for each row (default 180)')
  .option('--memory <mib>', 'with --all: limit for each program, in MiB (default 512)')
  .action(async (url, options) => (await import('../check.ts')).check(url, options));
