import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JOIN } from '../../test/support/lobby/arbitrary-input.ts';
import { command, enter, nodesWithGame, play, startNodes } from '../../test/support/nodes/nodes-with-game.ts';
import { ReplicatedNodeFixture } from '../../test/support/nodes/replicated-node-fixture.ts';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import type { Input } from '../lobby/input.ts';
import { StreamLostMessages } from './outbox.ts';
import { type DeliveredMessage, ReplicatedLobby } from './replicated-lobby.ts';
import { ReplicatedNode } from './replicated-node.ts';
import type { SharedStream } from './shared-stream.ts';
import { StateDiverged } from './state-hash-check.ts';
import { decodeMessage, encodeMessage } from './stream-message.ts';

const noticeKinds = ({ notices }: ReplicatedNodeFixture): string[] => notices.map(({ notice }) => notice.kind);

describe('two nodes', () => {
  test('form one lobby: a game of players at different nodes, whose notices come from their own nodes', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.submit(play(1, 4));
    await stream.pass(100);
    assert.deepEqual(noticeKinds(alice), ['started', 'played']);
    assert.deepEqual(noticeKinds(bob), ['started', 'played']);
    assert.equal(alice.bytes, bob.bytes);
  });

  test('give a name to only one player', async () => {
    const { stream, nodes } = await startNodes(2);
    const results = nodes.map((node) => node.submit(enter(1, 'alice')));
    await stream.pass(100);
    const answers = results.map(({ decision }) => (typeof decision === 'object' ? decision.answer?.kind : decision));
    assert.deepEqual(answers.sort(), ['entered', 'refused']);
  });

  test('decide nothing before the input has come back from the stream', async () => {
    const { stream, alice } = await nodesWithGame();
    alice.link.network = { ...alice.link.network, delay: 0 };
    const before = stream.messages.length;
    const result = alice.submit(play(1, 4));
    assert.equal(result.decision, 'waits');
    assert.equal(stream.messages.length, before);
    await stream.pass(1);
    assert.notEqual(result.decision, 'waits');
    assert(stream.messages.length > before);
  });
});

describe('batches', () => {
  test('are applied once even if they are stored twice', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.link.network = { ...alice.link.network, doubled: 1000 };
    alice.submit(play(1, 4));
    await stream.pass(500);
    assert.deepEqual(noticeKinds(bob), ['started', 'played']);
    assert.equal(alice.bytes, bob.bytes);
  });

  test('are ignored after a lost batch, and then published again in order', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.link.network = { ...alice.link.network, lost: 1000 };
    const first = alice.submit(play(1, 4));
    await stream.pass(10);
    alice.link.network = { ...alice.link.network, lost: 0 };
    const second = alice.submit(command(1, { kind: 'chat', text: 'hello', to: 'opponent' }));
    await stream.pass(3_000);
    assert(typeof first.decision === 'object' && first.decision.answer?.kind === 'done');
    assert(typeof second.decision === 'object');
    assert.equal(alice.bytes, bob.bytes);
    assert.equal(alice.failure, undefined);
  });

  test('have the current position of their node when they are published again', async () => {
    const { stream, alice } = await nodesWithGame();
    alice.link.network = { ...alice.link.network, lost: 1000 };
    alice.submit(play(1, 4));
    await stream.pass(10);
    const before = alice.replica.position.sequence;
    await stream.pass(1_500);
    alice.link.network = { ...alice.link.network, lost: 0 };
    await stream.pass(1_500);
    const own = stream.messages
      .map(({ data }) => decodeMessage(data))
      .flatMap((read) => (read.ok && read.value.kind === 'batch' ? [read.value] : []))
      .filter(({ inputs }) => inputs.some((input) => input.kind === 'command' && input.command.kind === 'play'));
    assert.equal(own.length, 1);
    assert(own[0] !== undefined && own[0].applied.sequence > before);
  });

  test('are all applied within 3 s although a tenth of the messages is lost', async () => {
    const { stream, alice } = await nodesWithGame();
    alice.link.network = { delay: 5, lost: 100, doubled: 0, unconfirmed: 0 };
    const results: ReturnType<ReplicatedNodeFixture['submit']>[] = [];
    for (let count = 0; count < 60; count++) {
      results.push(alice.submit(command(1, { kind: 'chat', text: `${count}`, to: 'opponent' })));
      await stream.pass(1);
    }
    await stream.pass(3_000);
    assert.equal(results.filter(({ decision }) => decision === 'waits').length, 0);
  });

  test('are all applied within 2 s although they overtake each other', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.link.network = { ...alice.link.network, delay: 50 };
    const results: ReturnType<ReplicatedNodeFixture['submit']>[] = [];
    for (let count = 0; count < 30; count++) {
      results.push(alice.submit(command(1, { kind: 'chat', text: `${count}`, to: 'opponent' })));
      await stream.pass(1);
    }
    await stream.pass(2_000);
    assert.deepEqual(
      results.filter(({ decision }) => decision === 'waits'),
      [],
    );
    assert.equal(alice.bytes, bob.bytes);
  });

  test('remove an archived game once if it is reported twice', async () => {
    const { stream, alice } = await nodesWithGame();
    alice.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    await stream.pass(100);
    alice.node.reportArchived([1, 1]);
    await stream.pass(100);
    assert.deepEqual(alice.archived, [1]);
    assert.equal(alice.replica.stored(1), undefined);
  });

  test('change nothing if their node has not joined or if their inputs are for players of another node', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const applied = bob.replica.position;
    const [unknownNode, own] = [99, bob.node.number ?? 0];
    const resign: Input = command(alice.node.globalId(1) ?? 0, { kind: 'forfeit', how: 'resigned' });
    const declareDead: Input = { kind: 'node-left', node: alice.node.number ?? 0 };
    stream.put({ kind: 'batch', node: unknownNode, number: 1, inputs: [resign], applied });
    const number = (bob.replica.members.find(own)?.batches ?? 0) + 1;
    stream.put({ kind: 'batch', node: own, number, inputs: [resign, declareDead], applied });
    await stream.pass(10);
    assert.deepEqual(alice.replica.lobby.statistics, { players: 2, named: 2, waiting: 0, games: 1 });
  });
});

describe('a node that receives nothing from the stream', () => {
  test('drops unpublished commands, and serves no clients until a heartbeat has come back', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.link.isCut = true;
    await stream.pass(3_500);
    assert.equal(alice.node.isOpen, false);
    assert.equal(alice.submit(play(1, 4)).decision, 'dropped');
    alice.link.isCut = false;
    await stream.pass(1_500);
    assert.equal(alice.node.isOpen, true);
    assert.equal(alice.deaths, 0);
    const result = alice.submit(play(1, 4));
    await stream.pass(100);
    assert(typeof result.decision === 'object');
    assert.deepEqual(noticeKinds(bob), ['started', 'played']);
  });

  test('is declared dead after 5 s by all nodes at the same message, and joins again with another number', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const before = alice.node.number;
    alice.link.isCut = true;
    alice.submit(play(1, 4));
    await stream.pass(7_000);
    assert.deepEqual(bob.replica.members.numbers, [bob.node.number]);
    assert.equal(bob.replica.lobby.statistics.games, 1, 'the seat is reserved');
    alice.link.isCut = false;
    await stream.pass(3_000);
    assert.equal(alice.deaths, 1);
    assert((alice.node.number ?? 0) > (before ?? 0));
    assert.equal(alice.node.isOpen, true);
    assert.equal(alice.bytes, bob.bytes);
    assert.deepEqual(noticeKinds(bob), ['started'], 'the move of a dead node is ignored');
  });

  test('drops an input of the server that has not come back when the node is declared dead', async () => {
    const { stream, alice } = await nodesWithGame();
    alice.link.isCut = true;
    const result = alice.submit({ kind: 'kick', name: 'bob' });
    await stream.pass(7_000);
    assert.equal(result.decision, 'waits');
    alice.link.isCut = false;
    await stream.pass(1_000);
    assert.deepEqual([alice.deaths, result.decision], [1, 'dropped']);
  });

  test('loses its players to another node when it is dead', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.link.close();
    await stream.pass(7_000);
    bob.submit(enter(2, 'alice'));
    bob.submit(command(2, JOIN));
    await stream.pass(100);
    assert(bob.notices.some(({ to, notice }) => to === 2 && notice.kind === 'started'));
    bob.submit(play(2, 4));
    await stream.pass(100);
    assert.deepEqual(
      bob.notices.slice(-2).map(({ notice }) => notice.kind),
      ['played', 'played'],
    );
  });
});

describe('the status of a node', () => {
  test('shows its number, batches, repetitions, members, lag and deaths', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const { number, isOpen, applied, members, deaths, lag, batches } = alice.node.status;
    assert.deepEqual(
      { number, isOpen, applied, members, deaths },
      {
        ...{ number: 1, isOpen: true, members: 2, deaths: 0 },
        applied: alice.replica.position.sequence,
      },
    );
    assert(lag <= 4, `${lag} ms there and back`);
    alice.submit(play(1, 4));
    await stream.pass(10);
    assert.equal(alice.node.status.batches, batches + 1);
    assert.equal(alice.node.status.repetitions, 0);
    alice.link.isCut = true;
    await stream.pass(4_000);
    assert.equal(alice.node.status.isOpen, false);
    assert(alice.node.status.lag > 3_000);
    assert(alice.node.status.repetitions > 0);
    await stream.pass(3_000);
    assert.equal(bob.node.status.members, 1);
    alice.link.isCut = false;
    await stream.pass(3_000);
    assert.deepEqual([alice.node.status.deaths, alice.node.status.members, alice.node.status.number], [1, 2, 3]);
  });
});

describe('a node that opens again', () => {
  test('calls `opened` even if it was closed for less than one tick', async () => {
    const clock = new VirtualClock();
    const prepared = encodeMessage({ kind: 'prepare', key: 'k', changes: [], end: { parts: 1, at: 0, number: 0 } });
    const messages: DeliveredMessage[] = [{ sequence: 1, timestamp: clock.now(), data: prepared }];
    const replica = new ReplicatedLobby(ReplicatedNodeFixture.replicaOptions);
    replica.apply(messages[0]!);
    let deliver: (message: DeliveredMessage) => void = () => {};
    let read = 1;
    const stream: SharedStream = {
      publish: async (data) => {
        messages.push({ sequence: messages.length + 1, timestamp: clock.now(), data });
        return { sequence: messages.length, isDuplicate: false };
      },
      read: (_after, listener) => {
        deliver = listener;
        return () => {};
      },
      last: async () => messages.length,
      timestampOf: async (sequence) => messages[sequence - 1]?.timestamp,
    };
    const deliverAll = (): void => {
      while (read < messages.length) deliver(messages[read++]!);
    };
    let opened = 0;
    const ignore = (): undefined => undefined;
    const node = new ReplicatedNode(
      { stream, replica, clock, newKey: () => 'key' },
      {
        ...{ decided: ignore, declaredDead: ignore, broadcasts: () => 0, archived: ignore, applied: ignore },
        ...{ logEvent: ignore, upgraded: ignore, changed: ignore },
        opened: () => void opened++,
        failed: (error) => assert.fail(error),
      },
    );
    node.start();
    await clock.settle();
    await clock.advance(100);
    deliverAll();
    deliverAll();
    assert.equal(opened, 1);
    // The next heartbeat is published at 1,250 ms, and there is a tick at 3,000 ms.
    await clock.advance(3_010);
    assert.equal(node.isOpen, false);
    deliverAll();
    assert.equal(node.isOpen, true);
    assert.equal(opened, 2);
  });
});

describe('the time of the lobby', () => {
  test('advances by 2 s during an outage, so that no game ends and no node is declared dead', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    for (const { link } of [alice, bob]) link.isCut = true;
    const before = bob.replica.now;
    await stream.pass(600_000);
    for (const { link } of [alice, bob]) link.isCut = false;
    await stream.pass(2_000);
    assert(bob.replica.now - before < 8_000);
    assert.deepEqual([alice.deaths, bob.deaths], [0, 0]);
    assert.equal(bob.replica.lobby.statistics.games, 1);
  });

  test('continues when the clock of the stream is set back or forward', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const start = bob.replica.now;
    stream.clockError = -3_600_000;
    await stream.pass(2_000);
    stream.clockError = 3_600_000;
    await stream.pass(2_000);
    assert(bob.replica.now - start >= 2_000 && bob.replica.now - start < 8_000, `${bob.replica.now - start}`);
    stream.clockError = 0;
    alice.link.close();
    await stream.pass(8_000);
    assert.deepEqual(bob.replica.members.numbers, [bob.node.number]);
  });
});

describe('a node stops', () => {
  test('when another node has published another hash before', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const { sequence, hash, messages } = alice.replica.position;
    const node = alice.node.number ?? 0;
    const number = (alice.replica.members.find(node)?.batches ?? 0) + 1;
    const changed = (value: number): number => (value ^ 1) >>> 0;
    // Another hash of the messages means that the stream has lost messages, and the other hash is ignored.
    const lost = { sequence, hash: changed(hash), messages: changed(messages) };
    stream.put({ kind: 'batch', node, number, inputs: [], applied: lost });
    await stream.pass(10);
    const failure = (): Error | undefined => bob.failure;
    assert.equal(failure(), undefined);
    stream.put({ kind: 'batch', node, number: number + 1, inputs: [], applied: { ...lost, messages } });
    await stream.pass(10);
    const error = failure();
    assert(error instanceof StateDiverged);
    assert.match(error.message, new RegExp(`message ${sequence} `));
  });

  test('when the stream has lost acknowledged messages', async () => {
    const { stream, alice } = await nodesWithGame();
    stream.cutTail(5);
    alice.submit(play(1, 4));
    await stream.pass(100);
    assert(alice.failure instanceof StreamLostMessages);
  });
});

describe('a snapshot', () => {
  test('replaces all messages before it', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const { lobby, skeleton } = ReplicatedNodeFixture.replicaOptions;
    const restored = new ReplicatedLobby({ lobby, skeleton });
    restored.restore(JSON.parse(alice.bytes));
    const { sequence } = restored.position;
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    await stream.pass(5_000);
    for (const message of stream.messages.slice(sequence)) restored.apply(message);
    assert.equal(JSON.stringify(restored.snapshot()), alice.bytes);
  });
});
