import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { nodesWithGame, play } from '../../test/support/nodes/nodes-with-game.ts';
import { recoveringNodes } from '../../test/support/nodes/recovering-nodes.ts';
import { ReplicatedNodeFixture } from '../../test/support/nodes/replicated-node-fixture.ts';
import type { SimulatedStream } from '../../test/support/nodes/simulated-stream.ts';
import { FragileLobby } from '../../test/support/simulation/nodes/marked-input.ts';
import { Games } from '../lobby/games/games.ts';
import type { Input } from '../lobby/input.ts';
import { PoisonousInput, positionText, ReplicatedLobby } from './replicated-lobby.ts';

/**
 * Applies the whole stream to lobbies that skip more and more positions, until none fails. Returns these positions and the last
 * lobby.
 */
function findFailingPositions(
  stream: SimulatedStream,
  prepare: (replica: ReplicatedLobby) => void,
): [string[], ReplicatedLobby] {
  const positions: string[] = [];
  for (;;) {
    const { lobby, skeleton } = ReplicatedNodeFixture.replicaOptions;
    const replica = new ReplicatedLobby({ lobby, skeleton, skipped: new Set(positions) });
    prepare(replica);
    try {
      for (const message of stream.messages) replica.apply(message);
      return [positions, replica];
    } catch (error) {
      assert(error instanceof PoisonousInput);
      assert(!replica.skips(error.at), `${error.message} although it is skipped`);
      positions.push(positionText(error.at));
    }
  }
}

/** Makes the lobby throw when this game ends by its deadline. */
function failAtDeadlineOf(t: TestContext, game: number): void {
  const original = Games.prototype.endDueGame;
  t.mock.method(Games.prototype, 'endDueGame', function (this: Games, ...args: Parameters<Games['endDueGame']>) {
    if (args[1].id === game) throw new Error('a fault');
    original.apply(this, args);
  });
}

describe('PoisonousInput', () => {
  test('has the position of an input on which the lobby throws, and a lobby can skip this position', async () => {
    const { stream, alice } = await nodesWithGame();
    alice.submit(play(1, 4));
    await stream.pass(100);
    const [positions, replica] = findFailingPositions(stream, ({ lobby }) => {
      const step = lobby.step.bind(lobby);
      lobby.step = (input, ...others) => {
        if (input.kind === 'command' && input.command.kind === 'play') throw new Error('a fault');
        return step(input, ...others);
      };
    });
    assert.match(positions.join(' '), /^\d+\/1$/);
    assert.equal(replica.lobby.statistics.games, 1);
  });

  test('has the position of a due deadline, and a lobby that skips it applies the input that follows', async (t) => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.submit(play(1, 4));
    await stream.pass(100);
    void bob.node.leave();
    // After 60 s Bob loses. Alice's node publishes an input at the same time.
    await stream.pass(59_000);
    for (let times = 0; times < 30; times++) {
      alice.submit({ kind: 'bytes-received', player: 1 });
      await stream.pass(100);
    }
    assert.equal(alice.replica.lobby.statistics.games, 0);
    failAtDeadlineOf(t, 1);
    const [positions, replica] = findFailingPositions(stream, () => undefined);
    assert.match(positions.join(' '), /^\d+\/\d+\/0$/);
    assert.match(replica.stored(1)?.rest ?? '', /"kind":"ended","reason":"stopped"[^\n]*\n?$/);
    assert.equal(replica.lobby.statistics.games, 0);
    assert.equal(replica.position.sequence, alice.replica.position.sequence);
  });
});

describe('nodes on which the lobby throws', () => {
  const poison: Input & { readonly isPoisonous: true } = { ...play(1, 4), isPoisonous: true };
  const fragile = { newLobby: (options: ConstructorParameters<typeof FragileLobby>[0]) => new FragileLobby(options) };

  test('skip the input, continue, and publish nothing from the state before', async () => {
    const { alice, bob, pass } = await recoveringNodes(fragile);
    // Recovery takes some time, in which the nodes publish inputs.
    for (const { installation } of [alice, bob])
      installation.network = { delay: 400, lost: 0, doubled: 0, unconfirmed: 0 };
    alice.submit(poison);
    alice.submit(play(1, 4));
    for (let times = 0; times < 20; times++) {
      bob.submit({ kind: 'opened' });
      await pass(100);
    }
    await pass(8_000);
    assert.deepEqual([alice.failure, bob.failure], [undefined, undefined]);
    assert.deepEqual([alice.node.isOpen, bob.node.isOpen], [true, true]);
    assert.equal(alice.node.lobby.statistics.games, 1);
    bob.submit({ kind: 'command', player: 1, command: { kind: 'forfeit', how: 'resigned' } });
    await pass(2_000);
    assert.equal(alice.delivered.at(-1), 'ended');
  });

  test('join again if the last snapshot is later than the input, because their clients have missed notices', async () => {
    const { nats, alice, bob, pass } = await recoveringNodes(fragile);
    alice.installation.isCut = true;
    bob.submit(poison);
    await pass(2_000);
    bob.submit({ kind: 'command', player: 1, command: { kind: 'forfeit', how: 'resigned' } });
    await pass(500);
    nats.latest.save(bob.node.replica.position.sequence, JSON.stringify(bob.node.replica.snapshot()));
    alice.installation.isCut = false;
    await pass(5_000);
    assert.deepEqual([alice.deaths, bob.deaths], [1, 0]);
    assert.equal(alice.delivered.includes('ended'), false);
    assert.equal(alice.node.isOpen, true);
  });
});
