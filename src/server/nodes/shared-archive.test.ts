import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { databaseKinds } from '../../../test/support/database/test-databases.ts';
import type { NodeWithDatabase } from '../../../test/support/nodes/node-with-database.ts';
import { twoNodesWithDatabase } from '../../../test/support/nodes/two-nodes-with-database.ts';
import { messagesOf } from '../../../test/support/protocols/loaded-protocols.ts';
import { explainConversation } from '../recorder/explained-conversation.ts';
import { mergeNodeRecordings } from '../recorder/merge-node-recordings.ts';
import { readStoredRecording } from '../recorder/recording-data.ts';

const [, postgres] = await databaseKinds();

/** Plays a game of two moves, which Alice on one node loses to Bob on the other. */
async function play(alice: NodeWithDatabase, bob: NodeWithDatabase, round = ''): Promise<void> {
  alice.dial(`alice${round}`);
  await alice.send(`alice${round}`, `CORE.HELLO~alice${round}`, 'CORE.NEWGAME~9');
  bob.dial(`bob${round}`);
  await bob.send(`bob${round}`, `CORE.HELLO~bob${round}`, 'CORE.NEWGAME~9');
  await alice.send(`alice${round}`, 'CORE.MOVE~40');
  await bob.send(`bob${round}`, 'CORE.MOVE~41');
  await alice.send(`alice${round}`, 'CORE.SURRENDER');
}

const isEmpty = ({ replica }: NodeWithDatabase): boolean => replica.games.finished.size === 0;

/** Waits until the nodes know that every finished game is in the archive. */
async function archived(server: NodeWithDatabase): Promise<void> {
  await server.within(
    (async () => {
      while (!isEmpty(server)) await new Promise((resolve) => setTimeout(resolve, 5));
    })(),
  );
}

describe('with several nodes, a finished game', { skip: postgres.skip }, () => {
  test('is archived only once, by one of them', async (t) => {
    const { here, there, database } = await twoNodesWithDatabase(t, postgres);
    await play(here, there);
    await archived(there);
    assert.equal((await database.selectFrom('game').select('number').execute()).length, 1);
    const counts = await database.selectFrom('player').select(['key', 'games', 'won']).orderBy('key').execute();
    assert.deepEqual(counts, [
      { key: 'alice', games: 1, won: 0 },
      { key: 'bob', games: 1, won: 1 },
    ]);
  });

  test('is not counted again if its node dies after storing it and before reporting it', async (t) => {
    const { stream, here, there, database } = await twoNodesWithDatabase(t, postgres);
    here.losesReports = true;
    await play(here, there);
    await here.within(here.archiver.close());
    assert.equal((await database.selectFrom('game').select('number').execute()).length, 1);
    assert.deepEqual([isEmpty(here), isEmpty(there)], [false, false]);
    here.kill();
    await stream.pass(10_000);
    await archived(there);
    assert.equal(there.sequencer.node.isLowest, true);
    const games = await database.selectFrom('player').select('games').execute();
    assert.deepEqual(games, [{ games: 1 }, { games: 1 }]);
    assert.deepEqual(
      there.logged.filter(({ event }) => event.startsWith('archive.')),
      [],
    );
  });

  test('is logged as an error if the archive has another game with its number', async (t) => {
    const { here, there, database } = await twoNodesWithDatabase(t, postgres);
    await play(here, there);
    await archived(here);
    const [{ number = 0 } = {}] = await database.selectFrom('game').select('number').execute();
    await database.updateTable('gameRecord').set({ record: '(;GM[1])' }).execute();
    await database
      .updateTable('game')
      .set({ number: number + 1 })
      .execute();
    await database
      .updateTable('gameRecord')
      .set({ number: number + 1 })
      .execute();
    await play(here, there, '2');
    await archived(here);
    const differing = here.logged.filter(({ event }) => event === 'archive.game-differs');
    assert.deepEqual(differing, [{ event: 'archive.game-differs', what: { game: number + 1 } }]);
  });

  test('has the recorded messages of both nodes, in their order', async (t) => {
    const { stream, here, there } = await twoNodesWithDatabase(t, postgres);
    await play(here, there);
    await archived(here);
    await stream.pass(2_000);
    await here.within(Promise.all([here.recorder.close(), there.recorder.close()]));
    const stored = await here.archive.conversations(1);
    assert.equal(stored.length, 2);
    const merged = mergeNodeRecordings(stored.map(readStoredRecording));
    assert(merged !== undefined);
    const { messages, cut } = explainConversation(1, merged, messagesOf);
    assert.equal(cut, false);
    const moves = messages
      .filter(({ text }) => text?.includes('MOVE~4'))
      .map(({ seat, from, text }) => [seat, from, text]);
    assert.deepEqual(moves.slice(0, 1), [['black', 'client', 'CORE.MOVE~40']]);
    const place = (text: string, from: string) =>
      messages.findIndex((each) => each.from === from && each.text?.startsWith(text));
    const order = ['CORE.MOVE~40', 'CORE.MOVE~41', 'CORE.SURRENDER'].map((text) => place(text, 'client'));
    assert.deepEqual(
      order,
      order.toSorted((one, other) => one - other),
    );
    assert(!order.includes(-1));
    assert(place('CORE.GAMEOVER', 'server') > Math.max(...order));
  });

  test('waits in the state of the nodes while the database is unavailable, and games continue', async (t) => {
    const { here, there, database } = await twoNodesWithDatabase(t, postgres);
    const { sql } = await import('kysely');
    await sql`ALTER TABLE game RENAME TO game_away`.execute(database);
    await play(here, there);
    await play(there, here, '2');
    assert.equal(here.replica.games.finished.size, 2);
    await sql`ALTER TABLE game_away RENAME TO game`.execute(database);
    await archived(here);
    const rows = await database.selectFrom('game').select('number').orderBy('number').execute();
    assert.deepEqual(rows, [{ number: 1 }, { number: 2 }]);
  });
});
