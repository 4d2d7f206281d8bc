import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProcessGate } from '../../test/support/nodes/process-gate.ts';
import { recoveringNodes } from '../../test/support/nodes/recovering-nodes.ts';
import { ReplicatedNodeFixture } from '../../test/support/nodes/replicated-node-fixture.ts';
import { SimulatedStorage } from '../../test/support/nodes/simulated-storage.ts';
import { RELIABLE_NETWORK } from '../../test/support/nodes/simulated-stream.ts';
import { CONFIGURATION } from '../../test/support/nodes/test-configuration.ts';
import { catchUpWithStream } from './catch-up-with-stream.ts';
import { ReplicatedLobby } from './replicated-lobby.ts';

describe('a node of a later lobby version', () => {
  test('continues from the state that the old nodes have stored', async () => {
    const { nats, pass } = await recoveringNodes();
    const installation = new SimulatedStorage(nats, new ProcessGate(nats.clock, 0), RELIABLE_NETWORK, () => undefined);
    const catchingUp = catchUpWithStream(installation, new ReplicatedLobby(ReplicatedNodeFixture.replicaOptions), {
      ...CONFIGURATION,
      lobbyVersion: 2,
    });
    await pass(2_000);
    const snapshot = await catchingUp;
    assert(snapshot !== undefined);
    const replica = new ReplicatedLobby(ReplicatedNodeFixture.replicaOptions);
    replica.restore(snapshot);
    const ready = catchUpWithStream(installation, replica, { ...CONFIGURATION, lobbyVersion: 2 });
    await pass(100);
    assert.equal(await ready, undefined);
    assert.deepEqual(replica.members.numbers, []);
    assert.equal(replica.lobby.statistics.games, 1);
    assert.equal(JSON.stringify(replica.snapshot()), nats.latest.latestSnapshot);
  });

  test('computes the state itself if the old nodes died before they could store it', async () => {
    const { nats, alice, bob, pass } = await recoveringNodes();
    for (const { installation, node } of [alice, bob]) {
      node.stop();
      installation.close();
    }
    const installation = new SimulatedStorage(nats, new ProcessGate(nats.clock, 0), RELIABLE_NETWORK, () => undefined);
    const laterConfiguration = { ...CONFIGURATION, lobbyVersion: 2 };
    const catchingUp = catchUpWithStream(
      installation,
      new ReplicatedLobby(ReplicatedNodeFixture.replicaOptions),
      laterConfiguration,
    );
    await pass(70_000);
    const snapshot = await catchingUp;
    assert.equal(snapshot?.configuration?.lobbyVersion, 2);
    assert.equal(snapshot?.lobby.games.length, 1);
    assert.equal(JSON.stringify(snapshot), nats.latest.latestSnapshot);
  });
});
