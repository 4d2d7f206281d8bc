import { Command } from 'commander';

export const playCommand = new Command('play')
  .description('Play in the terminal on a server of any supported protocol.')
  .argument('<url>', 'the server, e.g. "PROTOCOL://127.0.0.1:1919?name=alice&size=9"')
  .option('--plain', 'read commands from standard input and print plain lines, also on a terminal')
  .action(async (url, options) => (await import('../play.ts')).play(url, options));
