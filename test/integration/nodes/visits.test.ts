import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Requester } from '../../../src/server/http/requester.ts';
import type { VisitEndReason, VisitHandle } from '../../../src/server/http/visits/visit.ts';
import { type InMemoryNode, InMemoryNodes } from '../../support/nodes/in-memory-nodes.ts';

const GO = { game: 'go', size: 9 } as const;

/** A tab of a browser, which opens a visit on a node. */
class Tab {
  readonly #nodes: InMemoryNodes;
  readonly #requester: Requester;
  #visit: VisitHandle | undefined;
  key = '';
  resumed = false;
  received: Record<string, unknown>[] = [];
  over: VisitEndReason | undefined;
  paused: boolean[] = [];

  constructor(nodes: InMemoryNodes, address = '192.0.2.1', account?: string) {
    this.#nodes = nodes;
    this.#requester = {
      address,
      account: account === undefined ? undefined : { name: account, administrator: false },
      by: account === undefined ? undefined : 'token',
      secure: false,
      isForwarded: false,
      connection: 'socket',
      browser: undefined,
    };
  }

  readonly #subscriber = {
    send: (line: string): void => void this.received.push(JSON.parse(line)),
    end: (why: VisitEndReason): void => {
      this.over = why;
    },
    pause: (paused: boolean): void => void this.paused.push(paused),
  };

  async open({ visits }: InMemoryNode, key?: string): Promise<this> {
    const { visit, ...opened } = visits.open(this.#requester, key);
    this.#visit = visit;
    this.key = opened.key;
    this.resumed = opened.resumed;
    assert(visit.join(this.#subscriber));
    visit.send('{"kind":"sync"}', () => {});
    await this.#nodes.pass(50);
    return this;
  }

  async say(message: object): Promise<Record<string, unknown>> {
    const answers: (string | undefined)[] = [];
    this.#visit?.send(JSON.stringify({ ...message, id: '1' }), (line) => answers.push(line));
    await this.#nodes.pass(50);
    assert.equal(answers.length, 1);
    return JSON.parse(answers[0] ?? '{}');
  }

  kinds(): unknown[] {
    return this.received.splice(0).map(({ kind }) => kind);
  }

  last(kind: string): Record<string, unknown> | undefined {
    return this.received.findLast((message) => message['kind'] === kind);
  }

  leave(): void {
    this.#visit?.leave(this.#subscriber);
  }
}

async function twoNodes(): Promise<{ nodes: InMemoryNodes; firstNode: InMemoryNode; secondNode: InMemoryNode }> {
  const [nodes, firstNode, secondNode] = await InMemoryNodes.create({}, {});
  assert(firstNode !== undefined && secondNode !== undefined);
  return { nodes, firstNode, secondNode };
}

/** Starts a game between Alice's tab on the first node and Bob's tab on the second. */
async function startGame(account?: string) {
  const { nodes, firstNode, secondNode } = await twoNodes();
  const alice = await new Tab(nodes, '192.0.2.1', account).open(firstNode);
  const bob = await new Tab(nodes, '192.0.2.2').open(secondNode);
  assert.equal((await alice.say({ kind: 'enter', name: account ?? 'alice' }))['kind'], 'done');
  assert.equal((await bob.say({ kind: 'enter', name: 'bob' }))['kind'], 'done');
  await alice.say({ kind: 'seek', board: GO });
  await bob.say({ kind: 'seek', board: GO });
  assert.equal(firstNode.hub.statistics.games, 1);
  return { nodes, firstNode, secondNode, alice, bob };
}

describe('a visit of the page', () => {
  test('continues on another node, which forwards its messages', async () => {
    const { nodes, firstNode, secondNode, alice, bob } = await startGame();
    alice.leave();
    const again = await new Tab(nodes, '192.0.2.9').open(secondNode, alice.key);
    assert.deepEqual([again.resumed, again.key], [true, alice.key]);
    assert.equal(again.last('you')?.['name'], 'alice');
    assert(again.last('game') !== undefined);
    bob.kinds();
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    assert.deepEqual(bob.kinds(), ['played']);
    assert.equal(again.kinds().at(-1), 'played');
    // The player stays one player of the first node.
    assert.deepEqual([firstNode.hub.statistics.named, secondNode.hub.statistics.players], [2, 1]);
  });

  test('can have tabs on two nodes: both receive each message, only the sender receives an answer', async () => {
    const { nodes, secondNode, alice, bob } = await startGame();
    const second = await new Tab(nodes).open(secondNode, alice.key);
    for (const tab of [alice, second]) tab.kinds();
    await second.say({ kind: 'play', point: { x: 4, y: 4 } });
    await bob.say({ kind: 'play', point: { x: 0, y: 0 } });
    assert.deepEqual(alice.kinds(), ['played', 'played']);
    assert.deepEqual(second.kinds(), ['played', 'played']);
  });

  test('of an account is found on any node', async () => {
    const { nodes, secondNode } = await startGame('carol');
    const again = await new Tab(nodes, '192.0.2.9', 'carol').open(secondNode);
    assert.deepEqual([again.resumed, again.key], [true, '']);
    assert.equal(again.last('you')?.['name'], 'carol');
  });

  test('of an account that enters on another node moves there with its open tabs', async () => {
    const { nodes, firstNode, secondNode } = await twoNodes();
    const [listening, entering] = [new Tab(nodes, '192.0.2.1', 'carol'), new Tab(nodes, '192.0.2.9', 'carol')];
    await listening.open(firstNode);
    await entering.open(secondNode);
    assert.deepEqual([listening.resumed, entering.resumed], [false, false]);
    listening.kinds();
    assert.equal((await entering.say({ kind: 'enter', name: 'carol' }))['kind'], 'done');
    await nodes.pass(50);
    assert.equal(listening.last('you')?.['name'], 'carol');
    assert.equal(listening.over, undefined);
    assert.deepEqual([firstNode.hub.statistics.players, secondNode.hub.statistics.players], [0, 1]);
    // The tab still sends and receives.
    const bob = await new Tab(nodes, '192.0.2.2').open(firstNode);
    await bob.say({ kind: 'enter', name: 'bob' });
    await bob.say({ kind: 'seek', board: GO });
    await entering.say({ kind: 'seek', board: GO });
    assert(listening.last('game') !== undefined);
    for (const tab of [listening, entering]) tab.kinds();
    assert.equal((await bob.say({ kind: 'play', point: { x: 0, y: 0 } }))['kind'], 'done');
    assert.equal((await listening.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    assert.deepEqual(
      [listening.kinds(), entering.kinds()],
      [
        ['played', 'played'],
        ['played', 'played'],
      ],
    );
    // The visit ends on the second node a minute after both tabs have left.
    listening.leave();
    entering.leave();
    await nodes.pass(70_000);
    assert.equal(secondNode.hub.statistics.players, 0);
  });

  test('of an account that has sent a request stays on its node when a tab on another node enters', async () => {
    const { nodes, firstNode, secondNode } = await twoNodes();
    const first = await new Tab(nodes, '192.0.2.1', 'carol').open(firstNode);
    await first.say({ kind: 'observe' });
    const second = await new Tab(nodes, '192.0.2.9', 'carol').open(secondNode);
    assert.equal(second.resumed, true);
    await second.say({ kind: 'enter', name: 'carol' });
    assert.equal(first.last('you')?.['name'], 'carol');
    assert.deepEqual([firstNode.hub.statistics.players, secondNode.hub.statistics.players], [1, 0]);
  });

  test('lasts while it has a tab on any node, and ends a minute after the last tab has left', async () => {
    const { nodes, firstNode, secondNode, alice } = await startGame();
    const again = await new Tab(nodes).open(secondNode, alice.key);
    alice.leave();
    await nodes.pass(70_000);
    assert.equal(firstNode.hub.statistics.players, 1);
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    again.leave();
    await nodes.pass(70_000);
    assert.equal(firstNode.hub.statistics.players, 0);
  });

  test('whose node dies ends, and its tab on another node can continue the game with the same key', async () => {
    const { nodes, firstNode, secondNode, alice, bob } = await startGame();
    const again = await new Tab(nodes, '192.0.2.9').open(secondNode, alice.key);
    firstNode.kill();
    await nodes.pass(8_000);
    assert.equal(again.over, 're-authenticate');
    await again.open(secondNode, alice.key);
    assert.deepEqual([again.resumed, again.key], [false, alice.key]);
    assert.equal((await again.say({ kind: 'enter', name: 'alice' }))['kind'], 'done');
    await nodes.pass(50);
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    assert.equal(bob.kinds().at(-1), 'played');
    const stranger = await new Tab(nodes, '192.0.2.9').open(secondNode, 'guess');
    assert.notEqual(stranger.key, 'guess');
  });

  test('of an account whose node dies gets its seat back on another node', async () => {
    const { nodes, firstNode, secondNode } = await startGame('carol');
    firstNode.kill();
    await nodes.pass(8_000);
    const again = await new Tab(nodes, '192.0.2.9', 'carol').open(secondNode);
    assert.equal(again.resumed, false);
    await again.say({ kind: 'enter', name: 'carol' });
    await nodes.pass(50);
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
  });

  test('loses the tabs of a dead node', async () => {
    const { nodes, firstNode, secondNode, alice, bob } = await startGame();
    bob.leave();
    const third = await nodes.start();
    const bobElsewhere = await new Tab(nodes, '192.0.2.2').open(third, bob.key);
    assert.equal(bobElsewhere.resumed, true);
    third.kill();
    await nodes.pass(80_000);
    assert.equal(secondNode.hub.statistics.players, 0);
    assert.equal(firstNode.hub.statistics.players, 1);
    assert.equal(alice.over, undefined);
  });

  test('must be opened again after a message between the nodes was lost', async () => {
    const { nodes, secondNode, alice, bob } = await startGame();
    const again = await new Tab(nodes).open(secondNode, alice.key);
    nodes.messages.isCut = true;
    await alice.say({ kind: 'play', point: { x: 4, y: 4 } });
    nodes.messages.isCut = false;
    await bob.say({ kind: 'play', point: { x: 0, y: 0 } });
    await nodes.pass(2_000);
    assert.equal(again.over, 're-authenticate');
    await again.open(secondNode, alice.key);
    assert.equal(again.resumed, true);
    assert.equal((await again.say({ kind: 'play', point: { x: 5, y: 5 } }))['kind'], 'done');
  });

  test('closes every tab of a revoked sign-in, on any node', async () => {
    const { nodes, secondNode } = await startGame('carol');
    const again = await new Tab(nodes, '192.0.2.9', 'carol').open(secondNode);
    secondNode.visits.review('carol');
    assert.equal(again.over, 're-authenticate');
  });
});
