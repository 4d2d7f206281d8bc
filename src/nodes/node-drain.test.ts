import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { JOIN } from '../../test/support/lobby/arbitrary-input.ts';
import { command, enter, play, nodesWithGame } from '../../test/support/nodes/nodes-with-game.ts';
import type { SimulatedNode } from '../../test/support/nodes/simulated-node.ts';
import type { SimulatedStream } from '../../test/support/nodes/simulated-stream.ts';
import type { Command, ComputerTerms } from '../lobby/command.ts';
import type { Input } from '../lobby/input.ts';

const drain = (node: number, isDraining = true): Input => ({ kind: 'drain-node', node, isDraining });

/** A new player's first command after it has entered: what it is answered. */
async function asks(
  { stream, at, player, name }: { stream: SimulatedStream; at: SimulatedNode; player: number; name: string },
  ...commands: readonly Command[]
): Promise<string | undefined> {
  at.submit(enter(player, name));
  const asked = commands.map((each) => at.submit(command(player, each)));
  await stream.pass(100);
  const decision = asked.at(-1)?.decision;
  const answer = typeof decision === 'object' ? decision.answer : undefined;
  return answer?.kind === 'refused' ? answer.why : answer?.kind;
}

describe('a node that drains', () => {
  test('begins no game for its players, and other nodes do', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    assert.equal(await asks({ stream, at: alice, player: 2, name: 'carol' }, JOIN), 'waiting');
    alice.submit(drain(1));
    await stream.pass(100);
    assert.equal(await asks({ stream, at: alice, player: 3, name: 'dave' }, JOIN), 'not-now');
    // Carol waits at the node that drains, and is not paired.
    assert.equal(await asks({ stream, at: bob, player: 2, name: 'erin' }, JOIN), 'waiting');
    assert.equal(await asks({ stream, at: bob, player: 3, name: 'fred' }, JOIN), 'seated');
    assert.equal(alice.bytes, bob.bytes);
  });

  test('goes on with its games, and may leave when none of its players plays', async () => {
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

  test('begins games again when it drains no more', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    assert.equal(await asks({ stream, at: alice, player: 2, name: 'carol' }, JOIN), 'waiting');
    alice.submit(drain(1));
    alice.submit(drain(1, false));
    await stream.pass(100);
    assert.equal(await asks({ stream, at: bob, player: 2, name: 'erin' }, JOIN), 'seated');
  });

  test('is not drained by another node', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    bob.submit(drain(1));
    await stream.pass(100);
    assert.equal(await asks({ stream, at: alice, player: 2, name: 'carol' }, JOIN), 'waiting');
  });

  test('has no computer players for new games', async () => {
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
      const meets = await asks({ stream, at: bob, player, name }, { ...JOIN, opponentKind: 'computer' } as Command);
      assert.equal(meets, 'seated');
    }
    const served = (at: SimulatedNode): number =>
      at.notices.filter(({ to, notice }) => to === 9 && notice.kind === 'started').length;
    assert.deepEqual([served(alice), served(bob)], [0, 2]);
  });

  test('drains no more when it is gone: its number is never used again', async () => {
    const { stream, alice, bob } = await nodesWithGame();
    alice.submit(drain(1));
    await stream.pass(100);
    void alice.node.leave();
    await stream.pass(100);
    assert.equal(bob.replica.snapshot().lobby.mode.draining, undefined);
  });
});
