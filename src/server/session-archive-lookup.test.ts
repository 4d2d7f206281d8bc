import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GO_9, gameToArchive, importedGame } from '../../test/support/archive/game-fixtures.ts';
import { databaseKinds, openDatabaseFor } from '../../test/support/database/test-databases.ts';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import { Archive } from '../archive/archive.ts';
import type { ArchiveReply } from '../protocols/server-session-types.ts';
import { JobThread } from './jobs/job-thread.ts';
import { sessionArchiveLookup } from './session-archive-lookup.ts';

const NOTHING = { kind: 'nothing' };
const numbers = (reply: ArchiveReply): number[] =>
  reply.kind === 'games' ? reply.found.games.map(({ game }) => game) : assert.fail(reply.kind);

for (const kind of await databaseKinds())
  describe(`archive lookups of sessions, in ${kind.name}`, { skip: kind.skip }, () => {
    test('find the newest public games, one game with its moves, and a player', async (t) => {
      const archive = new Archive(await openDatabaseFor(t, await kind.newPlace()));
      const clock = new VirtualClock();
      const jobs = new JobThread(clock);
      t.after(() => jobs.close());
      const errors: unknown[] = [];
      const log = { debug() {}, info() {}, error: (fields: object) => void errors.push(fields) };
      const ask = sessionArchiveLookup({ archive, jobs, clock, log });
      assert.deepEqual(await ask({ kind: 'player', name: 'alice' }), NOTHING);
      const hidden = { rated: true, private: true, takeBack: true, estimate: false };
      await archive.addAll([
        gameToArchive(1),
        gameToArchive(2, { turns: 5 }),
        gameToArchive(3, { options: hidden }),
        gameToArchive(4, { parameters: { game: 'gomoku', size: 15, rule: 'renju' } }),
        importedGame(5, { parameters: { ...GO_9, size: 13 } }),
      ]);
      assert.deepEqual(numbers(await ask({ kind: 'games', limit: 10 })), [5, 2, 1]);
      assert.deepEqual(numbers(await ask({ kind: 'games', limit: 1, before: 5 })), [2]);
      const found = await ask({ kind: 'game', game: 2 });
      assert.equal(found.kind === 'game' && found.game.record.length, 5);
      assert.deepEqual(await ask({ kind: 'game', game: 3 }), NOTHING);
      assert.deepEqual(await ask({ kind: 'game', game: 6 }), NOTHING);
      const player = await ask({ kind: 'player', name: 'ALICE' });
      // Black resigned games 1 to 4. The private game 3 does not count, and neither does the imported game 5.
      assert.equal(player.kind === 'player' && player.player.lost, 3);
      assert.deepEqual(errors, []);
    });

    test('find nothing, without an error, if the database is unavailable', async (t) => {
      const database = await openDatabaseFor(t, await kind.newPlace());
      const clock = new VirtualClock();
      const log = { debug() {}, info() {}, error: () => assert.fail('reported twice') };
      const jobs = { run: () => assert.fail('nothing to read') };
      await database.destroy();
      const ask = sessionArchiveLookup({ archive: new Archive(database), jobs, clock, log });
      assert.deepEqual(await ask({ kind: 'games', limit: 10 }), NOTHING);
      assert.deepEqual(await ask({ kind: 'game', game: 1 }), NOTHING);
    });
  });
