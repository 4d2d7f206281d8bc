import { Command } from 'commander';

export const tapCommand = new Command('tap')
  .description('Stand between clients and a server, show what they say and what it means, and record it.')
  .requiredOption('--listen <port>', 'where clients connect, e.g. 2020 or 0.0.0.0:2020; 0 for any port')
  .requiredOption('--to <host:port>', 'the server, e.g. 127.0.0.1:1919')
  .option('--protocol <name>', 'the protocol of the clients, if their first bytes do not show it')
  .option('--write <file>', 'a transcript of all that is said')
  .option('--once', 'end when the last connection has closed')
  .action(async (options) => (await import('../tap.ts')).tap(options));
