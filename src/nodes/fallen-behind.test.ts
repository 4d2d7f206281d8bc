import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { command, play } from '../../test/support/nodes/nodes-with-game.ts';
import type { RecoveringNode } from '../../test/support/nodes/recovering-node.ts';
import { type RecoveringNodes, recoveringNodes } from '../../test/support/nodes/recovering-nodes.ts';
import { ReplicatedNodeFixture } from '../../test/support/nodes/replicated-node-fixture.ts';
import { CONFIGURATION } from '../../test/support/nodes/test-configuration.ts';
import { ConfigurationDiffers } from './catch-up-with-stream.ts';
import { openReplica } from './open-replica.ts';
import { ReplicatedLobby } from './replicated-lobby.ts';

/** Bob's node stores a snapshot. */
async function saveSnapshot({ bob, pass }: RecoveringNodes): Promise<void> {
  const saved = bob.installation.saveSnapshot(bob.node.replica.snapshot());
  await pass(100);
  await saved;
}

describe('a node that was disconnected until two snapshots were stored', () => {
  /** Disconnects Alice's node for a time, in which Bob resigns. `delivered`: the number of notices to Alice before. */
  async function withDisconnectedNode(milliseconds: number): Promise<RecoveringNodes & { readonly delivered: number }> {
    const nodes = await recoveringNodes();
    const { nats, alice, bob, pass } = nodes;
    const delivered = alice.delivered.length;
    alice.installation.isCut = true;
    await pass(milliseconds);
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    for (let snapshots = 0; snapshots < 2; snapshots++) {
      await pass(1_500);
      await saveSnapshot(nodes);
    }
    assert(nats.latest.stream.purged > alice.node.replica.position.sequence);
    alice.installation.isCut = false;
    await pass(6_000);
    return { ...nodes, delivered };
  }

  const stateOf = ({ node }: RecoveringNode): string => JSON.stringify(node.replica.snapshot());

  for (const [title, milliseconds] of [
    ['joins again if it was declared dead', 7_000],
    ['leaves and joins again if it was not declared dead', 0],
  ] as const)
    test(`${title}, and sends no missed notices to its clients`, async () => {
      const { alice, bob, delivered } = await withDisconnectedNode(milliseconds);
      assert.deepEqual([alice.failure, alice.deaths, bob.deaths], [undefined, 1, 0]);
      assert.deepEqual([alice.node.isOpen, alice.node.replica.members.numbers.length], [true, 2]);
      assert.deepEqual(alice.delivered.slice(delivered), []);
      assert.equal(stateOf(alice), stateOf(bob));
    });
});

test('a node stops if nodes of a later version took over while it was disconnected', async () => {
  const { nats, alice, bob, pass } = await recoveringNodes();
  alice.installation.isCut = true;
  await pass(100);
  const { configuration } = bob.node.replica;
  assert(configuration !== undefined);
  nats.latest.stream.put({ kind: 'upgrade', configuration: { ...configuration, lobbyVersion: 2 } });
  await pass(100);
  // Bob's node has stored its state, and earlier messages are purged.
  const { stream } = nats.latest;
  stream.purge(stream.messages.length);
  stream.put({ kind: 'leave', node: 0, key: '' });
  alice.installation.isCut = false;
  await pass(2_000);
  assert(alice.failure instanceof ConfigurationDiffers, `${alice.failure}`);
});

test('a node that starts reads the latest snapshot again if messages after its snapshot were purged', async () => {
  const nodes = await recoveringNodes();
  const { nats, alice, bob, pass } = nodes;
  await saveSnapshot(nodes);
  const { installation } = alice;
  const { latestSnapshot } = installation;
  const reading = latestSnapshot.call(installation);
  await pass(100);
  const first = await reading;
  bob.submit(play(1, 4));
  for (let snapshots = 0; snapshots < 2; snapshots++) {
    await pass(1_500);
    await saveSnapshot(nodes);
  }
  let reads = 0;
  installation.latestSnapshot = async () => (reads++ === 0 ? first : await latestSnapshot.call(installation));
  const opening = openReplica(
    {
      installation,
      newReplica: (skipped) => new ReplicatedLobby({ ...ReplicatedNodeFixture.replicaOptions, skipped }),
      clock: nats.clock,
      newKey: () => 'carol',
    },
    CONFIGURATION,
  );
  await pass(2_000);
  const { position } = await opening;
  assert(position.sequence > (first?.sequence ?? 0));
  assert.equal(reads, 2);
});
