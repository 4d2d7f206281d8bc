import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Nu6LineClient } from '../../support/computer-players/nu6-line-client.ts';
import { firstPointPlayer } from '../../support/computer-players/scripted-player.ts';
import { type InMemoryNode, InMemoryNodes } from '../../support/nodes/in-memory-nodes.ts';

/** The number of batches with inputs that a node has published. */
const published = ({ stream }: InMemoryNodes, { sequencer }: InMemoryNode): number =>
  stream.messages.filter(({ data }) => {
    const message = JSON.parse(Buffer.from(data).toString());
    return message.node === sequencer.node.number && message.inputs?.length > 0;
  }).length;

describe('a computer player on two nodes', () => {
  test('is one player, has seats on both nodes, and publishes nothing while it waits', async () => {
    const [nodes, first, second] = await InMemoryNodes.create(
      { house: [firstPointPlayer('tengen')], houseSeats: 1 },
      { house: [firstPointPlayer('tengen')], houseSeats: 1 },
    );
    assert(first !== undefined && second !== undefined);
    const before = published(nodes, second);
    await nodes.pass(60_000);
    assert.equal(published(nodes, second), before);
    assert.equal(second.hub.statistics.named, 1);
    const [alice, bob] = [
      await Nu6LineClient.enterAndSeek(first, 'alice'),
      await Nu6LineClient.enterAndSeek(first, 'bob'),
    ];
    await nodes.pass(1_200);
    for (const client of [alice, bob]) {
      await client.send('CORE.MOVE~40');
      assert.deepEqual(client.takeLines().slice(1), ['CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~0']);
    }
    assert.deepEqual(
      [first, second].map(({ house }) => house.seats.map(({ playing }) => playing)),
      [[1], [1]],
    );
  });

  test('continues its games on the second node after the first has died', async () => {
    const [nodes, first, second] = await InMemoryNodes.create(
      { house: [firstPointPlayer('tengen')] },
      { house: [firstPointPlayer('tengen')] },
    );
    assert(first !== undefined && second !== undefined);
    const alice = await Nu6LineClient.enterAndSeek(second, 'alice');
    // The seek is answered at the next heartbeat.
    await nodes.pass(1_200);
    await alice.send('CORE.MOVE~40');
    assert.deepEqual(alice.takeLines().slice(1), ['CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~0']);
    first.kill();
    await alice.send('CORE.MOVE~41');
    // A node is considered dead after 5 s without a heartbeat. The next message detects this.
    await nodes.pass(6_100);
    assert.deepEqual(alice.takeLines(), ['CORE.MOVE~41', 'CORE.MOVE~1']);
    assert.equal(second.replica.members.numbers.length, 1);
  });
});
