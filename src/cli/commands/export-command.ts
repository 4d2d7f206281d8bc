import { Command } from 'commander';

export const exportCommand = new Command('export')
  .description(
    'Write games out of the database, finished or not, imported ones too, to standard output; or the whole of it to a file.',
  )
  .argument('[game...]', 'numbers of games; without any, all of them')
  .option('--sgf', 'one SGF collection, for boards up to 52 lines (the default)')
  .option('--json', 'one JSON object a line, for boards of any size')
  .option('--original', 'the texts from which games were imported, byte for byte')
  .option('--backup <file>', 'copy the whole database, also of a running server, to a new file')
  .option('--salvage <file>', 'copy every intact game of a damaged database to a new one')
  .option('--data <file>', 'database of the games', './tengen.db')
  .option('--database <where>', 'archive with the imported games, and accounts (default beside --data)')
  .option(
    '--nats <url>',
    'games of several nodes, from this NATS server and --database postgres://…, in place of --data',
  )
  .action(async (games, options) => (await import('../export.ts')).runExport(games, options));
