import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import { entry } from './journal-contract.ts';

/**
 * Appends pairs of entries to eight games in the journal at the given path, without end, and prints each pair
 * that was acknowledged as `GAME FIRST-INDEX`. A test kills it at any moment and starts it again.
 */
const [path = '', durability] = process.argv.slice(2);
const journal = await openSqliteJournal({ path, durability: durability === 'os' ? 'os' : 'disk' });

await Promise.all(
  [1, 2, 3, 4, 5, 6, 7, 8].map(async (game) => {
    for (let index = (await journal.game(game)).length; ; index += 2) {
      await journal.append([entry(game, index), entry(game, index + 1)]);
      process.stdout.write(`${game} ${index}\n`);
    }
  }),
);
