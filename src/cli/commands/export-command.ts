import { Command } from 'commander';

export const exportCommand = new Command('export')
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
