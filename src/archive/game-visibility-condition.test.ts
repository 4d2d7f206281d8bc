import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gameToArchive, NOON } from '../../test/support/archive/game-fixtures.ts';
import { databaseKinds, openDatabaseFor } from '../../test/support/database/test-databases.ts';
import { Archive } from './archive.ts';
import type { GameToArchive } from './game-to-archive.ts';

const PRIVATE = { rated: false, private: true, takeBack: true, estimate: false };
const CREATED = NOON - 1000;

/** A private game of Alice, who has an account, with Bob. */
function privateGame(number: number): GameToArchive {
  const game = gameToArchive(number, { options: PRIVATE });
  return { ...game, key: `hash ${number}`, black: { ...game.black, owner: 'alice' } };
}

for (const kind of await databaseKinds()) {
  describe(`private games in ${kind.name}`, { skip: kind.skip }, () => {
    it('are visible with their key, and to the account that has played', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const archive = new Archive(database);
      await archive.addAll([gameToArchive(1), privateGame(2)]);
      for (const [key, created] of [
        ['alice', CREATED],
        ['bob', CREATED],
      ] as const)
        await database
          .insertInto('account')
          .values({ key, name: key, password: 'x', created, guarded: 0, courseGroup: null })
          .execute();
      const reads = async (viewer: Parameters<typeof archive.listed>[1]): Promise<boolean> => {
        const seen = await Promise.all([
          archive.listed(2, viewer),
          archive.stored(2, viewer),
          archive.file(2, viewer).then((file) => file && { game: 2 }),
        ]);
        assert.equal(new Set(seen.map((each) => each !== undefined)).size, 1);
        assert.notEqual(await archive.listed(1, viewer), undefined, 'a public game must be visible');
        return seen[0] !== undefined;
      };
      assert.equal(await reads({}), false);
      assert.equal(await reads({ key: 'hash 3' }), false);
      assert.equal(await reads({ key: 'hash 2' }), true);
      assert.equal(await reads({ account: 'Alice' }), true);
      assert.equal(await reads({ account: 'bob' }), false, 'bob was not signed in during the game');
      await database
        .updateTable('account')
        .set({ created: NOON + 1 })
        .where('key', '=', 'alice')
        .execute();
      assert.equal(await reads({ account: 'alice' }), false, 'the account was created after the game');
      assert.deepEqual([await archive.invited('hash 2'), await archive.invited('hash 3')], [2, undefined]);
    });

    it('are in no search, and not in the results and ratings of a player', async (test) => {
      const archive = new Archive(await openDatabaseFor(test, await kind.newPlace()));
      await archive.addAll([gameToArchive(1), privateGame(2), privateGame(3)]);
      const { games } = await archive.search({ limit: 25 });
      assert.deepEqual(
        games.map(({ game }) => game),
        [1],
      );
      const alice = await archive.player('alice', NOON);
      assert.deepEqual([alice?.games, alice?.lost, alice?.recent.map(({ game }) => game)], [1, 1, [1]]);
      await archive.addAll([privateGame(4)]);
      assert.deepEqual(
        (await archive.player('bob', NOON))?.recent.map(({ game }) => game),
        [1],
      );
    });
  });
}
