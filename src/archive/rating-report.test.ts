import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gameToArchive, importedGame, NOON } from '../../test/support/archive/game-fixtures.ts';
import { databaseKinds, openDatabaseFor } from '../../test/support/database/test-databases.ts';
import { Archive } from './archive.ts';
import { makeRatingReport } from './rating-report.ts';

const DAY = 24 * 60 * 60 * 1000;

for (const kind of await databaseKinds()) {
  describe(`a report of ratings from ${kind.name}`, { skip: kind.skip }, () => {
    it('counts the rated games of a class and period by player', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const archive = new Archive(database);
      const won = { end: { winner: 'black', reason: 'resigned' }, turns: 6 } as const;
      const rating = { value: 1600, isProvisional: false };
      const ratings = { black: rating, white: rating };
      await archive.addAll([
        gameToArchive(1, { ...won, black: 'Carol' }),
        gameToArchive(2, { ...won, black: 'carol' }),
        gameToArchive(3, { ...won }),
        gameToArchive(4, { ...won, white: 'carol', end: { reason: 'score', score: { black: 10, white: 10 } } }),
        gameToArchive(5, { ...won, black: 'guest-1', guest: true }),
        importedGame(6),
        gameToArchive(7, { ...won, turns: 2 }),
        gameToArchive(8, { ...won, began: NOON + DAY }),
        // The third early end within an hour changes the rating of this player only, and is not in the report.
        ...[9, 10, 11].map((game) => gameToArchive(game, { black: 'zoe', white: `rated-${game}`, ratings })),
      ]);
      const all = await makeRatingReport(database, 'go-9', {});
      assert.deepEqual(
        all?.players.map(({ name, won, lost, drawn }) => [name, won, lost, drawn]),
        [
          ['carol', 2, 0, 1],
          ['alice', 2, 0, 1],
          ['bob', 0, 4, 0],
        ],
      );
      assert.deepEqual(all?.crossTable, [
        [undefined, [0, 0, 1], [2, 0, 0]],
        [[0, 0, 1], undefined, [2, 0, 0]],
        [[0, 2, 0], [0, 2, 0], undefined],
      ]);
      assert.equal(all?.games, 5);
      assert.equal(all?.omitted, 0);
      const noon = Math.floor(NOON / DAY) * DAY;
      assert.equal((await makeRatingReport(database, 'go-9', { to: noon }))?.games, 4);
      assert.equal((await makeRatingReport(database, 'go-9', { from: noon + DAY }))?.games, 1);
      assert.equal(await makeRatingReport(database, 'go-9', { from: noon + 2 * DAY }), undefined);
      assert.equal(await makeRatingReport(database, 'go-13', {}), undefined);
    });

    it('has both ratings on the same scale', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const won = { end: { winner: 'black', reason: 'resigned' }, turns: 6 } as const;
      await new Archive(database).addAll(Array.from({ length: 20 }, (_, game) => gameToArchive(game + 1, won)));
      const report = await makeRatingReport(database, 'go-9', {});
      const sum = (value: (player: NonNullable<typeof report>['players'][number]) => number): number =>
        report?.players.reduce((all, player) => all + value(player), 0) ?? 0;
      assert.ok(Math.abs(sum(({ estimate }) => estimate.value) - sum(({ glicko }) => glicko.rating)) < 1e-6);
      assert.deepEqual(
        report?.players.map(({ name }) => name),
        ['alice', 'bob'],
      );
    });
  });
}
