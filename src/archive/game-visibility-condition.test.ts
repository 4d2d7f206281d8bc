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

    it('are in no search of others, and not in the results and ratings of a player', async (test) => {
      const archive = new Archive(await openDatabaseFor(test, await kind.newPlace()));
      await archive.addAll([{ ...privateGame(5), white: { ...privateGame(5).white, name: 'carol' } }]);
      assert.equal(await archive.player('carol', NOON), undefined, 'no other player may see a game of this player');
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

    it('are found by the account that has played them, on each page and by the names of the players', async (test) => {
      const database = await openDatabaseFor(test, await kind.newPlace());
      const archive = new Archive(database);
      for (const key of ['alice', 'bob'])
        await database
          .insertInto('account')
          .values({ key, name: key, password: 'x', created: CREATED, guarded: 0, courseGroup: null })
          .execute();
      const withNames = (number: number, black: string, white: string): GameToArchive => {
        const game = privateGame(number);
        return { ...game, black: { ...game.black, name: black }, white: { ...game.white, name: white } };
      };
      // Alice has played game 4 under another name.
      await archive.addAll([gameToArchive(1), privateGame(2), gameToArchive(3), withNames(4, 'zed', 'guest-7')]);
      const found = async (account: string | undefined, search: object = {}) =>
        (await archive.search({ limit: 25, ...search }, { account })).games.map(({ game }) => game);
      assert.deepEqual(await found('Alice'), [4, 3, 2, 1]);
      assert.deepEqual(await found('bob'), [3, 1], 'bob was not signed in during the game');
      assert.deepEqual(await found(undefined), [3, 1]);
      assert.deepEqual(await found('alice', { limit: 2 }), [4, 3]);
      assert.deepEqual(await found('alice', { before: 3 }), [2, 1]);
      assert.deepEqual(await found('alice', { player: 'ali' }), [3, 2, 1]);
      assert.deepEqual(await found('alice', { player: 'guest-7' }), [4]);
      assert.deepEqual(await found('bob', { player: 'guest-7' }), []);
      const recent = async (name: string, account: string | undefined) =>
        (await archive.player(name, NOON, { account }))?.recent.map(({ game }) => game);
      assert.deepEqual(await recent('alice', 'alice'), [3, 2, 1]);
      assert.deepEqual(await recent('alice', 'bob'), [3, 1]);
      assert.deepEqual(await recent('bob', 'alice'), [3, 2, 1]);
      assert.deepEqual(await recent('zed', 'alice'), [4]);
      assert.equal(await recent('zed', 'bob'), undefined);
      assert.equal((await archive.player('alice', NOON, { account: 'alice' }))?.games, 2, 'private games do not count');
    });
  });
}
