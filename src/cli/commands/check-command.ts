import { Command } from 'commander';

export const checkCommand = new Command('check')
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
