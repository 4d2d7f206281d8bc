import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command, nodesWithGame } from '../../test/support/nodes/nodes-with-game.ts';
import { ReplicaAsJournal } from './replica-as-journal.ts';

test('the journal of a node has the running games as unfinished games', async () => {
  const { stream, alice } = await nodesWithGame();
  const journal = new ReplicaAsJournal(() => alice.replica);
  const unfinished = async (): Promise<number[]> => {
    const pages = await Array.fromAsync(journal.unfinished());
    return pages.flat().map(({ first }) => first.game);
  };
  assert.deepEqual(await unfinished(), [1]);
  alice.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
  await stream.pass(100);
  assert.deepEqual(await unfinished(), []);
});
