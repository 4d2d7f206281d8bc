import { Command } from 'commander';

export const tapCommand = new Command('tap')
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
