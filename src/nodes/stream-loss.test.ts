import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { command, play } from '../../test/support/nodes/nodes-with-game.ts';
import { RecoveringNode } from '../../test/support/nodes/recovering-node.ts';
import { type RecoveringNodes, recoveringNodes } from '../../test/support/nodes/recovering-nodes.ts';
import { ReplicatedNodeFixture } from '../../test/support/nodes/replicated-node-fixture.ts';
import { ReplicatedLobby } from './replicated-lobby.ts';
import { encodeMessage } from './stream-message.ts';

/** Alice moves. The stream loses the move, and only Alice's node has applied it. Both nodes are disconnected. */
async function withLostMove(): Promise<RecoveringNodes> {
  const nodes = await recoveringNodes();
  const { nats, alice, bob, pass } = nodes;
  bob.installation.isCut = true;
  const before = nats.latest.stream.messages.length;
  alice.submit(play(1, 4));
  await pass(100);
  assert.deepEqual(alice.delivered.slice(-2), ['done', 'played']);
  alice.installation.isCut = true;
  const { stream } = nats.latest;
  stream.cutTail(stream.messages.length - before);
  return nodes;
}

/** Makes the node's requests for the highest epoch fail, until the returned function is called. */
function failEpochRequests({ installation }: RecoveringNodes['alice']): () => void {
  const { highestEpoch } = installation;
  installation.highestEpoch = () => Promise.reject(new Error('timeout'));
  return () => {
    installation.highestEpoch = highestEpoch;
  };
}

test('a node whose connection was restored continues before it knows whether there is a later epoch', async () => {
  const { alice, bob, pass } = await recoveringNodes();
  failEpochRequests(bob);
  bob.installation.isCut = true;
  await pass(1_000);
  bob.installation.isCut = false;
  await pass(8_000);
  assert.deepEqual([alice.deaths, bob.deaths], [0, 0]);
  alice.submit(play(1, 4));
  bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
  await pass(100);
  assert.equal(bob.delivered.includes('dropped'), false);
  assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
});

describe('a stream that has lost its end', () => {
  test('is replaced by the next epoch, which has every move that a node has sent to its clients', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    for (const { installation } of [alice, bob]) installation.isCut = false;
    await pass(5_000);
    assert.equal(nats.latest.number, 2);
    assert.deepEqual([alice.installation.epoch, bob.installation.epoch], [2, 2]);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 1]);
    assert.equal(alice.node.lobby.statistics.games, 1);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
    assert.equal(JSON.stringify(alice.node.replica.snapshot()), JSON.stringify(bob.node.replica.snapshot()));
  });

  test('is replaced by the state of a node that connects 4 s after the others and has sent the most', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    // The stream also loses messages that Bob's node has applied.
    nats.latest.stream.cutTail(2);
    bob.installation.isCut = false;
    await pass(4_000);
    alice.installation.isCut = false;
    await pass(8_000);
    assert.equal(nats.latest.number, 2);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 1]);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
  });

  test('is not used by the node that connects first before the other nodes have connected', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    const before = [...bob.delivered];
    bob.installation.isCut = false;
    await pass(2_000);
    assert.equal(bob.node.isOpen, false);
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    alice.installation.isCut = false;
    await pass(8_000);
    assert.deepEqual(bob.delivered, [...before, 'dropped'], 'it has sent nothing that the next epoch does not have');
    assert.equal(nats.latest.number, 2);
    assert.equal(alice.node.lobby.statistics.games, 1);
  });

  test('gets no messages from a node that learns of the loss from another node', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    bob.installation.isCut = false;
    await pass(2_000);
    const { messages } = nats.latest.stream;
    alice.installation.isCut = false;
    await pass(600);
    const { length } = messages;
    // Longer than the time between two heartbeats, and shorter than an election.
    await pass(1_300);
    assert.deepEqual([messages.length, nats.latest.number], [length, 1]);
  });

  test('gets no messages from nodes that start while another node has stopped', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    await pass(4_000);
    // Alice's node stops and waits for Bob's node.
    alice.installation.isCut = false;
    await pass(500);
    const carol = await RecoveringNode.start(nats, 'carol');
    const dora = await RecoveringNode.start(nats, 'dora');
    const eve = await RecoveringNode.start(nats, 'eve');
    await pass(15_000);
    bob.installation.isCut = false;
    await pass(8_000);
    assert.deepEqual([alice.deaths, nats.latest.number], [0, 2]);
    const all = [alice, bob, carol, dora, eve];
    assert.deepEqual(
      all.map(({ node }) => [node.isOpen, node.lobby.statistics.games]),
      all.map(() => [true, 1]),
    );
  });

  test('stays in use if the node that has sent more was declared dead meanwhile', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    bob.installation.isCut = false;
    await pass(9_000);
    assert.equal(bob.node.isOpen, true, 'Alice’s node is dead');
    alice.installation.isCut = false;
    await pass(8_000);
    assert.equal(nats.latest.number, 1);
    assert.deepEqual([alice.deaths, bob.deaths], [1, 0]);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
  });

  test('is detected by its different messages when it is as long as before', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    bob.installation.isCut = false;
    const applied = alice.node.replica.position.sequence;
    // Bob's node publishes heartbeats.
    while (nats.latest.stream.messages.length <= applied) await pass(500);
    assert.equal(bob.node.isOpen, false);
    alice.installation.isCut = false;
    await pass(5_000);
    assert.equal(nats.latest.number, 2);
    assert.deepEqual([alice.failure, bob.failure], [undefined, undefined]);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 1]);
  });

  test('is left by a node that was disconnected when the others began the next epoch', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    alice.installation.isCut = false;
    await pass(20_000);
    assert.deepEqual([nats.latest.number, alice.node.isOpen], [2, true]);
    bob.installation.isCut = false;
    await pass(5_000);
    assert.equal(bob.installation.epoch, 2);
    assert.equal(bob.node.isOpen, true);
  });

  test('is left by a node that gets to know the next epoch only later', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    alice.installation.isCut = false;
    await pass(20_000);
    const before = [...bob.delivered];
    const answerAgain = failEpochRequests(bob);
    bob.installation.isCut = false;
    await pass(5_000);
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    await pass(5_000);
    assert.deepEqual([bob.installation.epoch, bob.node.isOpen], [1, false]);
    assert.deepEqual(bob.delivered, [...before, 'dropped']);
    answerAgain();
    await pass(5_000);
    assert.deepEqual([bob.installation.epoch, bob.node.isOpen], [2, true]);
    assert.equal(nats.latest.number, 2);
  });

  test('is left by a node that did not notice the loss of its connection', async () => {
    const { nats, alice, bob, pass } = await recoveringNodes();
    bob.installation.isCut = true;
    await pass(1_000);
    nats.latest.stream.cutTail(3);
    alice.node.reconnected();
    await pass(10_000);
    assert.equal(nats.latest.number, 2);
    bob.installation.onReconnected = undefined;
    bob.installation.isCut = false;
    await pass(8_000);
    assert.equal(bob.installation.epoch, 2);
    assert.equal(bob.node.isOpen, true);
  });

  test('and all other data is replaced by the next epoch, which has every move that the nodes have sent', async () => {
    const { nats, alice, bob, pass } = await recoveringNodes();
    alice.submit(play(1, 4));
    await pass(100);
    for (const { installation } of [alice, bob]) installation.isCut = true;
    nats.loseAll();
    await pass(2_000);
    for (const { installation } of [alice, bob]) installation.isCut = false;
    await pass(8_000);
    assert.deepEqual([alice.installation.epoch, bob.installation.epoch], [2, 2]);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 0]);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
    bob.submit(play(1, 5));
    await pass(100);
    assert.deepEqual([alice.delivered.at(-1), bob.delivered.at(-1)], ['played', 'played']);
  });

  test('and all other data is replaced by the next epoch, which also replaces a new stream of epoch 1', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    for (const { installation } of [alice, bob]) installation.isCut = false;
    await pass(8_000);
    for (const { installation } of [alice, bob]) installation.isCut = true;
    nats.loseAll();
    nats.create(1, '');
    const carol = await RecoveringNode.start(nats, 'carol');
    await pass(2_000);
    assert.equal(carol.node.isOpen, true);
    for (const { installation } of [alice, bob]) installation.isCut = false;
    await pass(20_000);
    const all = [alice, bob, carol];
    assert.deepEqual(
      all.map(({ installation, node }) => [installation.epoch, node.isOpen, node.lobby.statistics.games]),
      all.map(() => [3, true, 1]),
    );
  });

  test('is replaced by yet another epoch if all data is lost while a node enters the next epoch', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    alice.installation.isCut = false;
    await pass(20_000);
    const { installation } = bob;
    const { latestSnapshot } = installation;
    installation.latestSnapshot = () => {
      installation.latestSnapshot = latestSnapshot;
      nats.loseAll();
      alice.node.reconnected();
      return installation.latestSnapshot();
    };
    installation.isCut = false;
    await pass(20_000);
    const both = [alice, bob];
    assert.deepEqual(
      both.map(({ installation: { epoch }, node }) => [epoch, node.isOpen, node.lobby.statistics.games]),
      both.map(() => [3, true, 1]),
    );
  });

  test('is replaced by the epoch of a node that starts, if all nodes died before they stored a snapshot', async () => {
    const { nats, alice, bob, pass } = await withLostMove();
    for (const { installation, node } of [alice, bob]) {
      node.stop();
      installation.close();
    }
    nats.create(2, 'a node that died before it stored its state');
    const carol = await RecoveringNode.start(nats, 'carol', {}, 40_000);
    await pass(6_000);
    assert.equal(carol.installation.epoch, 3);
    assert.equal(carol.node.isOpen, true);
    assert.equal(carol.node.lobby.statistics.games, 1);
  });

  test('is replaced by an epoch whose first message executes due deadlines and delivers the decisions', async () => {
    const { alice, bob, pass } = await recoveringNodes();
    void bob.node.leave();
    await pass(100);
    const before = alice.node.replica.snapshot();
    const replica = new ReplicatedLobby(ReplicatedNodeFixture.replicaOptions);
    // Bob's seat was reserved for 60 s.
    replica.restore({ ...before, sequence: 0, now: before.now + 100_000, members: { last: 2, living: [] } });
    const data = encodeMessage({ kind: 'begin', epoch: 2 });
    const { decisions } = replica.apply({ sequence: 1, timestamp: before.lastTimestamp, data });
    const events = decisions.flatMap(({ decision }) => decision.entries.map(({ event }) => event.kind));
    assert.equal(events.at(-1), 'ended');
  });
});
