import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { simpleton } from '../../support/computer-players/scripted-player.ts';
import { TextClient } from '../../support/computer-players/text-client.ts';
import { type ServerNode, ServerNodes } from '../../support/nodes/server-nodes.ts';

/** The batches with inputs that a node has published. */
const published = ({ stream }: ServerNodes, { order }: ServerNode): number =>
  stream.messages.filter(({ data }) => {
    const message = JSON.parse(Buffer.from(data).toString());
    return message.node === order.node.number && message.inputs?.length > 0;
  }).length;

describe('a computer player of two nodes', () => {
  test('is one player that both serve, and publishes nothing while it waits', async () => {
    const [nodes, one, other] = await ServerNodes.of(
      { house: [simpleton('tengen')], houseSeats: 1 },
      { house: [simpleton('tengen')], houseSeats: 1 },
    );
    assert(one !== undefined && other !== undefined);
    const before = published(nodes, other);
    await nodes.pass(60_000);
    assert.equal(published(nodes, other), before);
    assert.equal(other.hub.statistics.named, 1);
    const [alice, bob] = [await TextClient.waits(one, 'alice'), await TextClient.waits(one, 'bob')];
    await nodes.pass(1_200);
    for (const visitor of [alice, bob]) {
      await visitor.says('CORE.MOVE~40');
      assert.deepEqual(visitor.told().slice(1), ['CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~0']);
    }
    assert.deepEqual(
      [one, other].map(({ house }) => house.seats.map(({ playing }) => playing)),
      [[1], [1]],
    );
  });

  test('goes on at the second one, with its games, at the death of the first', async () => {
    const [nodes, first, second] = await ServerNodes.of(
      { house: [simpleton('tengen')] },
      { house: [simpleton('tengen')] },
    );
    assert(first !== undefined && second !== undefined);
    const alice = await TextClient.waits(second, 'alice');
    // A heartbeat carries out what is due.
    await nodes.pass(1_200);
    await alice.says('CORE.MOVE~40');
    assert.deepEqual(alice.told().slice(1), ['CORE.MATCH~BLACK~9~tengen', 'CORE.MOVE~40', 'CORE.MOVE~0']);
    first.kill();
    await alice.says('CORE.MOVE~41');
    // Dead after 5 s without a heartbeat, which another message must find.
    await nodes.pass(6_100);
    assert.deepEqual(alice.told(), ['CORE.MOVE~41', 'CORE.MOVE~1']);
    assert.equal(second.replica.members.numbers.length, 1);
  });
});
