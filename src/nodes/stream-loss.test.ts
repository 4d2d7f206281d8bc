import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { command, play } from '../../test/support/nodes/nodes-with-game.ts';
import { RecoveringNode } from '../../test/support/nodes/recovering-node.ts';
import { type RecoveringNodes, recoveringNodes } from '../../test/support/nodes/recovering-nodes.ts';
import { SimulatedNode } from '../../test/support/nodes/simulated-node.ts';
import { ReplicatedLobby } from './replicated-lobby.ts';
import { encodeMessage } from './stream-message.ts';

/** Alice moves, and only her node knows it when the stream dies and loses the move. */
async function withLostMove(): Promise<RecoveringNodes> {
  const scene = await recoveringNodes();
  const { broker, alice, bob, pass } = scene;
  bob.installation.isCut = true;
  const before = broker.latest.stream.messages.length;
  alice.submit(play(1, 4));
  await pass(100);
  assert.deepEqual(alice.delivered.slice(-2), ['done', 'played']);
  alice.installation.isCut = true;
  const { stream } = broker.latest;
  stream.cutTail(stream.messages.length - before);
  return scene;
}

/** NATS does not say to this node which streams there are, until the returned function is called. */
function withoutAnswer({ installation }: RecoveringNodes['alice']): () => void {
  const { highestEpoch } = installation;
  installation.highestEpoch = () => Promise.reject(new Error('timeout'));
  return () => {
    installation.highestEpoch = highestEpoch;
  };
}

test('a node whose connection was lost goes on before it is told whether there is a next epoch', async () => {
  const { alice, bob, pass } = await recoveringNodes();
  withoutAnswer(bob);
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
  test('is followed by the next epoch, which has what a node has told', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    for (const { installation } of [alice, bob]) installation.isCut = false;
    await pass(5_000);
    assert.equal(broker.latest.number, 2);
    assert.deepEqual([alice.installation.epoch, bob.installation.epoch], [2, 2]);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 1]);
    assert.equal(alice.node.lobby.statistics.games, 1);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
    assert.equal(JSON.stringify(alice.node.replica.snapshot()), JSON.stringify(bob.node.replica.snapshot()));
  });

  test('is followed by what a node has told that is connected 4 s after the others', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    // Bob's node also misses something that it had applied.
    broker.latest.stream.cutTail(2);
    bob.installation.isCut = false;
    await pass(4_000);
    alice.installation.isCut = false;
    await pass(8_000);
    assert.equal(broker.latest.number, 2);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 1]);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
  });

  test('is not written by a node that is connected first: it tells nothing before the others are heard', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    const told = [...bob.delivered];
    bob.installation.isCut = false;
    await pass(2_000);
    assert.equal(bob.node.isOpen, false);
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    alice.installation.isCut = false;
    await pass(8_000);
    assert.deepEqual(bob.delivered, [...told, 'dropped'], 'it has told nothing that the next epoch does not have');
    assert.equal(broker.latest.number, 2);
    assert.equal(alice.node.lobby.statistics.games, 1);
  });

  test('is not written by a node that hears of the loss from another one', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    bob.installation.isCut = false;
    await pass(2_000);
    const { messages } = broker.latest.stream;
    alice.installation.isCut = false;
    await pass(600);
    const { length } = messages;
    // Longer than from one heartbeat to the next, and shorter than an election.
    await pass(1_300);
    assert.deepEqual([messages.length, broker.latest.number], [length, 1]);
  });

  test('is not written by nodes that start while another one has stopped', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    await pass(4_000);
    // It has stopped, and waits for Bob's node.
    alice.installation.isCut = false;
    await pass(500);
    const carol = await RecoveringNode.start(broker, 'carol');
    const dora = await RecoveringNode.start(broker, 'dora');
    const eve = await RecoveringNode.start(broker, 'eve');
    await pass(15_000);
    bob.installation.isCut = false;
    await pass(8_000);
    assert.deepEqual([alice.deaths, broker.latest.number], [0, 2]);
    const all = [alice, bob, carol, dora, eve];
    assert.deepEqual(
      all.map(({ node }) => [node.isOpen, node.lobby.statistics.games]),
      all.map(() => [true, 1]),
    );
  });

  test('is used further if the node that had told more was declared dead meanwhile', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    bob.installation.isCut = false;
    await pass(9_000);
    assert.equal(bob.node.isOpen, true, 'Alice’s node is dead');
    alice.installation.isCut = false;
    await pass(8_000);
    assert.equal(broker.latest.number, 1);
    assert.deepEqual([alice.deaths, bob.deaths], [1, 0]);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
  });

  test('is noticed by its other messages when it is as long as before', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    bob.installation.isCut = false;
    const applied = alice.node.replica.position.sequence;
    // Bob's node publishes heartbeats.
    while (broker.latest.stream.messages.length <= applied) await pass(500);
    assert.equal(bob.node.isOpen, false);
    alice.installation.isCut = false;
    await pass(5_000);
    assert.equal(broker.latest.number, 2);
    assert.deepEqual([alice.failure, bob.failure], [undefined, undefined]);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 1]);
  });

  test('is left by a node that was away when the others began the next epoch', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    alice.installation.isCut = false;
    await pass(20_000);
    assert.deepEqual([broker.latest.number, alice.node.isOpen], [2, true]);
    bob.installation.isCut = false;
    await pass(5_000);
    assert.equal(bob.installation.epoch, 2);
    assert.equal(bob.node.isOpen, true);
  });

  test('is left by a node that is told only later that there is a next epoch', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    alice.installation.isCut = false;
    await pass(20_000);
    const told = [...bob.delivered];
    const answer = withoutAnswer(bob);
    bob.installation.isCut = false;
    await pass(5_000);
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    await pass(5_000);
    assert.deepEqual([bob.installation.epoch, bob.node.isOpen], [1, false]);
    assert.deepEqual(bob.delivered, [...told, 'dropped']);
    answer();
    await pass(5_000);
    assert.deepEqual([bob.installation.epoch, bob.node.isOpen], [2, true]);
    assert.equal(broker.latest.number, 2);
  });

  test('is left also by a node whose connection was never lost', async () => {
    const { broker, alice, bob, pass } = await recoveringNodes();
    bob.installation.isCut = true;
    await pass(1_000);
    broker.latest.stream.cutTail(3);
    alice.node.reconnected();
    await pass(10_000);
    assert.equal(broker.latest.number, 2);
    bob.installation.onReconnected = undefined;
    bob.installation.isCut = false;
    await pass(8_000);
    assert.equal(bob.installation.epoch, 2);
    assert.equal(bob.node.isOpen, true);
  });

  test('and everything before it, is followed by the next epoch, which has what the nodes have told', async () => {
    const { broker, alice, bob, pass } = await recoveringNodes();
    alice.submit(play(1, 4));
    await pass(100);
    for (const { installation } of [alice, bob]) installation.isCut = true;
    broker.loseAll();
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

  test('and everything before it, is followed by the next epoch, which ends a stream that was begun anew', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    for (const { installation } of [alice, bob]) installation.isCut = false;
    await pass(8_000);
    for (const { installation } of [alice, bob]) installation.isCut = true;
    broker.loseAll();
    broker.create(1, '');
    const carol = await RecoveringNode.start(broker, 'carol');
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

  test('is followed by one epoch more if everything is lost while a node enters the next one', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    alice.installation.isCut = false;
    await pass(20_000);
    const { installation } = bob;
    const { latestSnapshot } = installation;
    installation.latestSnapshot = () => {
      installation.latestSnapshot = latestSnapshot;
      broker.loseAll();
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

  test('is followed by an epoch of a node that starts, if the creator of another one has died with all others', async () => {
    const { broker, alice, bob, pass } = await withLostMove();
    for (const { installation, node } of [alice, bob]) {
      node.stop();
      installation.close();
    }
    broker.create(2, 'one that died before it had stored its state');
    const carol = await RecoveringNode.start(broker, 'carol', {}, 40_000);
    await pass(6_000);
    assert.equal(carol.installation.epoch, 3);
    assert.equal(carol.node.isOpen, true);
    assert.equal(carol.node.lobby.statistics.games, 1);
  });

  test('is followed by an epoch whose first message also tells what is due by then', async () => {
    const { alice, bob, pass } = await recoveringNodes();
    void bob.node.leave();
    await pass(100);
    const before = alice.node.replica.snapshot();
    const replica = new ReplicatedLobby(SimulatedNode.replicaOptions);
    // Bob's seat was reserved for 60 s.
    replica.restore({ ...before, sequence: 0, now: before.now + 100_000, members: { last: 2, living: [] } });
    const data = encodeMessage({ kind: 'begin', epoch: 2 });
    const { decisions } = replica.apply({ sequence: 1, timestamp: before.lastTimestamp, data });
    const events = decisions.flatMap(({ decision }) => decision.entries.map(({ event }) => event.kind));
    assert.equal(events.at(-1), 'ended');
  });
});
