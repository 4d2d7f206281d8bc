import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JOIN } from '../../test/support/lobby/arbitrary-input.ts';
import { command, enter, nodesWithGame, play } from '../../test/support/nodes/nodes-with-game.ts';
import type { ReplicatedNodeFixture } from '../../test/support/nodes/replicated-node-fixture.ts';
import type { SimulatedStream } from '../../test/support/nodes/simulated-stream.ts';
import type { Command, ComputerTerms } from '../lobby/command.ts';
import type { Input } from '../lobby/input.ts';

const drain = (node: number, isDraining = true): Input => ({ kind: 'drain-node', node, isDraining });

/** Enters a new player who sends some commands. Resolves with the kind of the last answer, or with the reason of a refusal. */
async function lastAnswer(
  { stream, at, player, name }: { stream: SimulatedStream; at: ReplicatedNodeFixture; player: number; name: string },
  ...commands: readonly Command[]
): Promise<string | undefined> {
  at.submit(enter(player, name));
  const results = commands.map((each) => at.submit(command(player, each)));
  await stream.pass(100);
  const decision = results.at(-1)?.decision;
  const answer = typeof decision === 'object' ? decision.answer : undefined;
  return answer?.kind === 'refused' ? answer.why : answer?.kind;
}

describe('a node that drains', () => {
  test('starts no new games for its players, but other nodes do', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    assert.equal(await lastAnswer({ stream, at: alice, player: 2, name: 'carol' }, JOIN), 'waiting');
    alice.submit(drain(1));
    await stream.pass(100);
    assert.equal(await lastAnswer({ stream, at: alice, player: 3, name: 'dave' }, JOIN), 'not-now');
    // Carol waits at the draining node and is not paired.
    assert.equal(await lastAnswer({ stream, at: bob, player: 2, name: 'erin' }, JOIN), 'waiting');
    assert.equal(await lastAnswer({ stream, at: bob, player: 3, name: 'fred' }, JOIN), 'seated');
    assert.equal(alice.bytes, bob.bytes);
  });

  test('continues its games, and has none when its last game has ended', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.submit(drain(1));
    alice.submit(play(1, 4));
    await stream.pass(100);
    assert.deepEqual(
      [alice, bob].map(({ replica }) => replica.lobby.hasGamesAt(1)),
      [true, true],
    );
    assert.equal(bob.notices.at(-1)?.notice.kind, 'played');
    bob.submit(command(1, { kind: 'forfeit', how: 'resigned' }));
    await stream.pass(100);
    assert.equal(alice.replica.lobby.hasGamesAt(1), false);
  });

  test('starts games again when it stops draining', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    assert.equal(await lastAnswer({ stream, at: alice, player: 2, name: 'carol' }, JOIN), 'waiting');
    alice.submit(drain(1));
    alice.submit(drain(1, false));
    await stream.pass(100);
    assert.equal(await lastAnswer({ stream, at: bob, player: 2, name: 'erin' }, JOIN), 'seated');
  });

  test('cannot be drained by another node', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    bob.submit(drain(1));
    await stream.pass(100);
    assert.equal(await lastAnswer({ stream, at: alice, player: 2, name: 'carol' }, JOIN), 'waiting');
  });

  test('gives new games no computer players', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    const ruleset = { ko: 'positional', suicide: 'allowed' } as const;
    const terms: ComputerTerms = { offers: [{ game: 'go', sizes: [3], ruleset }], minimumWait: 0, seats: 5 };
    for (const at of [alice, bob]) {
      at.submit(command(9, { kind: 'enter', name: 'tengen', shares: true }, true));
      at.submit(command(9, { kind: 'offer-games', ...terms }));
      await stream.pass(100);
    }
    alice.submit(drain(1));
    await stream.pass(100);
    for (const [player, name] of [
      [2, 'carol'],
      [3, 'dave'],
    ] as const) {
      const answer = await lastAnswer({ stream, at: bob, player, name }, {
        ...JOIN,
        opponentKind: 'computer',
      } as Command);
      assert.equal(answer, 'seated');
    }
    const startedGames = (at: ReplicatedNodeFixture): number =>
      at.notices.filter(({ to, notice }) => to === 9 && notice.kind === 'started').length;
    assert.deepEqual([startedGames(alice), startedGames(bob)], [0, 2]);
  });

  test('is removed from the list of draining nodes when it leaves', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.submit(drain(1));
    await stream.pass(100);
    void alice.node.leave();
    await stream.pass(100);
    assert.equal(bob.replica.snapshot().lobby.mode.draining, undefined);
  });
});
