import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Requester } from '../../../src/server/http/requester.ts';
import type { VisitEndReason, VisitHandle } from '../../../src/server/http/visits/visit.ts';
import { type ServerNode, ServerNodes } from '../../support/nodes/server-nodes.ts';

const GO = { game: 'go', size: 9 } as const;

/** A browser's tab, which opens a visit at some node. */
class Tab {
  readonly #installation: ServerNodes;
  readonly #requester: Requester;
  #visit: VisitHandle | undefined;
  key = '';
  resumed = false;
  heard: Record<string, unknown>[] = [];
  over: VisitEndReason | undefined;
  paused: boolean[] = [];

  constructor(installation: ServerNodes, address = '192.0.2.1', account?: string) {
    this.#installation = installation;
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

  readonly #listener = {
    send: (line: string): void => void this.heard.push(JSON.parse(line)),
    end: (why: VisitEndReason): void => {
      this.over = why;
    },
    pause: (paused: boolean): void => void this.paused.push(paused),
  };

  async open({ visits }: ServerNode, key?: string): Promise<this> {
    const { visit, ...opened } = visits.open(this.#requester, key);
    this.#visit = visit;
    this.key = opened.key;
    this.resumed = opened.resumed;
    assert(visit.join(this.#listener));
    visit.send('{"kind":"sync"}', () => {});
    await this.#installation.pass(50);
    return this;
  }

  async say(message: object): Promise<Record<string, unknown>> {
    const answers: (string | undefined)[] = [];
    this.#visit?.send(JSON.stringify({ ...message, id: '1' }), (line) => answers.push(line));
    await this.#installation.pass(50);
    assert.equal(answers.length, 1);
    return JSON.parse(answers[0] ?? '{}');
  }

  kinds(): unknown[] {
    return this.heard.splice(0).map(({ kind }) => kind);
  }

  last(kind: string): Record<string, unknown> | undefined {
    return this.heard.findLast((message) => message['kind'] === kind);
  }

  leave(): void {
    this.#visit?.leave(this.#listener);
  }
}

async function twoNodes(): Promise<{ nodes: ServerNodes; one: ServerNode; other: ServerNode }> {
  const [nodes, one, other] = await ServerNodes.of({}, {});
  assert(one !== undefined && other !== undefined);
  return { nodes, one, other };
}

/** Alice's tab at the first node plays Bob's at the second one. */
async function playing(account?: string) {
  const { nodes, one, other } = await twoNodes();
  const alice = await new Tab(nodes, '192.0.2.1', account).open(one);
  const bob = await new Tab(nodes, '192.0.2.2').open(other);
  assert.equal((await alice.say({ kind: 'enter', name: account ?? 'alice' }))['kind'], 'done');
  assert.equal((await bob.say({ kind: 'enter', name: 'bob' }))['kind'], 'done');
  await alice.say({ kind: 'seek', board: GO });
  await bob.say({ kind: 'seek', board: GO });
  assert.equal(one.hub.statistics.games, 1);
  return { nodes, one, other, alice, bob };
}

describe('a visit of the page', () => {
  test('goes on at another node, which forwards what it says and hears', async () => {
    const { nodes, one, other, alice, bob } = await playing();
    alice.leave();
    const again = await new Tab(nodes, '192.0.2.9').open(other, alice.key);
    assert.deepEqual([again.resumed, again.key], [true, alice.key]);
    assert.equal(again.last('you')?.['name'], 'alice');
    assert(again.last('game') !== undefined);
    bob.kinds();
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    assert.deepEqual(bob.kinds(), ['played']);
    assert.equal(again.kinds().at(-1), 'played');
    // The player stays one player of the first node.
    assert.deepEqual([one.hub.statistics.named, other.hub.statistics.players], [2, 1]);
  });

  test('is one for tabs at two nodes: each message goes to both, an answer only to the sender', async () => {
    const { nodes, other, alice, bob } = await playing();
    const second = await new Tab(nodes).open(other, alice.key);
    for (const tab of [alice, second]) tab.kinds();
    await second.say({ kind: 'play', point: { x: 4, y: 4 } });
    await bob.say({ kind: 'play', point: { x: 0, y: 0 } });
    assert.deepEqual(alice.kinds(), ['played', 'played']);
    assert.deepEqual(second.kinds(), ['played', 'played']);
  });

  test('of an account is found by the account at any node', async () => {
    const { nodes, other } = await playing('carol');
    const again = await new Tab(nodes, '192.0.2.9', 'carol').open(other);
    assert.deepEqual([again.resumed, again.key], [true, '']);
    assert.equal(again.last('you')?.['name'], 'carol');
  });

  test('of an account that enters at another node takes along who listened before', async () => {
    const { nodes, one, other } = await twoNodes();
    const [listening, entering] = [new Tab(nodes, '192.0.2.1', 'carol'), new Tab(nodes, '192.0.2.9', 'carol')];
    await listening.open(one);
    await entering.open(other);
    assert.deepEqual([listening.resumed, entering.resumed], [false, false]);
    listening.kinds();
    assert.equal((await entering.say({ kind: 'enter', name: 'carol' }))['kind'], 'done');
    await nodes.pass(50);
    assert.equal(listening.last('you')?.['name'], 'carol');
    assert.equal(listening.over, undefined);
    assert.deepEqual([one.hub.statistics.players, other.hub.statistics.players], [0, 1]);
    // It listens and speaks as before.
    const bob = await new Tab(nodes, '192.0.2.2').open(one);
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
    // It ends there a minute after both have left.
    listening.leave();
    entering.leave();
    await nodes.pass(70_000);
    assert.equal(other.hub.statistics.players, 0);
  });

  test('of an account that has asked for something at its node stays there when it enters at another one', async () => {
    const { nodes, one, other } = await twoNodes();
    const first = await new Tab(nodes, '192.0.2.1', 'carol').open(one);
    await first.say({ kind: 'observe' });
    const second = await new Tab(nodes, '192.0.2.9', 'carol').open(other);
    assert.equal(second.resumed, true);
    await second.say({ kind: 'enter', name: 'carol' });
    assert.equal(first.last('you')?.['name'], 'carol');
    assert.deepEqual([one.hub.statistics.players, other.hub.statistics.players], [1, 0]);
  });

  test('lasts while a tab at another node listens, and ends a minute after the last one has left', async () => {
    const { nodes, one, other, alice } = await playing();
    const again = await new Tab(nodes).open(other, alice.key);
    alice.leave();
    await nodes.pass(70_000);
    assert.equal(one.hub.statistics.players, 1);
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    again.leave();
    await nodes.pass(70_000);
    assert.equal(one.hub.statistics.players, 0);
  });

  test('whose node dies is over for the tab at another node, and its hash is enough to take the seat there', async () => {
    const { nodes, one, other, alice, bob } = await playing();
    const again = await new Tab(nodes, '192.0.2.9').open(other, alice.key);
    one.kill();
    await nodes.pass(8_000);
    assert.equal(again.over, 'again');
    await again.open(other, alice.key);
    assert.deepEqual([again.resumed, again.key], [false, alice.key]);
    assert.equal((await again.say({ kind: 'enter', name: 'alice' }))['kind'], 'done');
    await nodes.pass(50);
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
    assert.equal(bob.kinds().at(-1), 'played');
    const stranger = await new Tab(nodes, '192.0.2.9').open(other, 'guess');
    assert.notEqual(stranger.key, 'guess');
  });

  test('of an account whose node dies takes its seat at another node', async () => {
    const { nodes, one, other } = await playing('carol');
    one.kill();
    await nodes.pass(8_000);
    const again = await new Tab(nodes, '192.0.2.9', 'carol').open(other);
    assert.equal(again.resumed, false);
    await again.say({ kind: 'enter', name: 'carol' });
    await nodes.pass(50);
    assert.equal((await again.say({ kind: 'play', point: { x: 4, y: 4 } }))['kind'], 'done');
  });

  test('is left by the tabs of a dead node', async () => {
    const { nodes, one, other, alice, bob } = await playing();
    bob.leave();
    const [nodeOfBob, third] = [other, await nodes.start()];
    const bobElsewhere = await new Tab(nodes, '192.0.2.2').open(third, bob.key);
    assert.equal(bobElsewhere.resumed, true);
    third.kill();
    await nodes.pass(80_000);
    assert.equal(nodeOfBob.hub.statistics.players, 0);
    assert.equal(one.hub.statistics.players, 1);
    assert.equal(alice.over, undefined);
  });

  test('is opened again after a lost message between the nodes', async () => {
    const { nodes, other, alice, bob } = await playing();
    const again = await new Tab(nodes).open(other, alice.key);
    nodes.messages.isCut = true;
    await alice.say({ kind: 'play', point: { x: 4, y: 4 } });
    nodes.messages.isCut = false;
    await bob.say({ kind: 'play', point: { x: 0, y: 0 } });
    await nodes.pass(2_000);
    assert.equal(again.over, 'again');
    await again.open(other, alice.key);
    assert.equal(again.resumed, true);
    assert.equal((await again.say({ kind: 'play', point: { x: 5, y: 5 } }))['kind'], 'done');
  });

  test('lets no tab of a revoked sign-in go on, wherever it is', async () => {
    const { nodes, other } = await playing('carol');
    const again = await new Tab(nodes, '192.0.2.9', 'carol').open(other);
    other.visits.review('carol');
    assert.equal(again.over, 'again');
  });
});
