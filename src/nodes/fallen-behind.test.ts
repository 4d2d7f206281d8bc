import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { command, play } from '../../test/support/nodes/nodes-with-game.ts';
import type { RecoveringNode } from '../../test/support/nodes/recovering-node.ts';
import { type RecoveringNodes, recoveringNodes } from '../../test/support/nodes/recovering-nodes.ts';
import { SimulatedNode } from '../../test/support/nodes/simulated-node.ts';
import { CONFIGURATION } from '../../test/support/nodes/test-configuration.ts';
import { ConfigurationDiffers } from './catch-up.ts';
import { openReplica } from './open-replica.ts';
import { ReplicatedLobby } from './replicated-lobby.ts';

/** Bob's node stores a snapshot. */
async function saveSnapshot({ bob, pass }: RecoveringNodes): Promise<void> {
  const saved = bob.installation.saveSnapshot(bob.node.replica.snapshot());
  await pass(100);
  await saved;
}

describe('a node that was away until two snapshots were stored', () => {
  /** It comes back. Bob has resigned meanwhile. */
  async function withAbsence(milliseconds: number): Promise<RecoveringNodes & { readonly told: number }> {
    const scene = await recoveringNodes();
    const { broker, alice, bob, pass } = scene;
    const told = alice.delivered.length;
    alice.installation.isCut = true;
    await pass(milliseconds);
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    for (let snapshots = 0; snapshots < 2; snapshots++) {
      await pass(1_500);
      await saveSnapshot(scene);
    }
    assert(broker.latest.stream.purged > alice.node.replica.position.sequence);
    alice.installation.isCut = false;
    await pass(6_000);
    return { ...scene, told };
  }

  const stateOf = ({ node }: RecoveringNode): string => JSON.stringify(node.replica.snapshot());

  for (const [title, absence] of [
    ['and was declared dead, joins again', 7_000],
    ['and still lives for the others, leaves and joins again', 0],
  ] as const)
    test(`${title}, and its clients are told nothing of what it has missed`, async () => {
      const { alice, bob, told } = await withAbsence(absence);
      assert.deepEqual([alice.failure, alice.deaths, bob.deaths], [undefined, 1, 0]);
      assert.deepEqual([alice.node.isOpen, alice.node.replica.members.numbers.length], [true, 2]);
      assert.deepEqual(alice.delivered.slice(told), []);
      assert.equal(stateOf(alice), stateOf(bob));
    });
});

test('a node that was away while nodes of a later version have taken over stops', async () => {
  const scene = await recoveringNodes();
  const { broker, alice, bob, pass } = scene;
  alice.installation.isCut = true;
  await pass(100);
  const { configuration } = bob.node.replica;
  assert(configuration !== undefined);
  broker.latest.stream.put({ kind: 'upgrade', configuration: { ...configuration, lobbyVersion: 2 } });
  await pass(100);
  // Bob's node has stored its state.
  const { stream } = broker.latest;
  stream.purge(stream.messages.length);
  stream.put({ kind: 'leave', node: 0, key: '' });
  alice.installation.isCut = false;
  await pass(2_000);
  assert(alice.failure instanceof ConfigurationDiffers, `${alice.failure}`);
});

test('a node that starts reads the latest snapshot again if the messages after the one that it has read were purged', async () => {
  const scene = await recoveringNodes();
  const { alice, bob, pass } = scene;
  await saveSnapshot(scene);
  const { installation } = alice;
  const { latestSnapshot } = installation;
  const reading = latestSnapshot.call(installation);
  await pass(100);
  const first = await reading;
  bob.submit(play(1, 4));
  for (let snapshots = 0; snapshots < 2; snapshots++) {
    await pass(1_500);
    await saveSnapshot(scene);
  }
  let reads = 0;
  installation.latestSnapshot = async () => (reads++ === 0 ? first : await latestSnapshot.call(installation));
  const opening = openReplica(
    {
      installation,
      newReplica: (skipped) => new ReplicatedLobby({ ...SimulatedNode.replicaOptions, skipped }),
      clock: scene.broker.clock,
      newKey: () => 'carol',
    },
    CONFIGURATION,
  );
  await pass(2_000);
  const { position } = await opening;
  assert(position.sequence > (first?.sequence ?? 0));
  assert.equal(reads, 2);
});
