import { Command } from 'commander';

export const ratingsCommand = new Command('ratings')
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
