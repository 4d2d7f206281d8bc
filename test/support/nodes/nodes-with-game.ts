import assert from 'node:assert/strict';
import type { Command } from '../../../src/lobby/command.ts';
import type { Input } from '../../../src/lobby/input.ts';
import type { Point } from '../../../src/rules/point.ts';
import { seededRandomInt } from '../clients/random.ts';
import { JOIN } from '../lobby/arbitrary-input.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { ReplicatedNodeFixture } from './replicated-node-fixture.ts';
import { SimulatedStream } from './simulated-stream.ts';

const HOME = { protocol: 'nu6', listener: 'plain', address: 'home' };

export const command = (player: number, lobbyCommand: Command, isFirst = false): Input => ({
  kind: 'command',
  player,
  command: lobbyCommand,
  ...(isFirst && { client: HOME }),
});
export const enter = (player: number, name: string): Input => command(player, { kind: 'enter', name }, true);
export const play = (player: number, point: number): Input => command(player, { kind: 'play', point: point as Point });

/** Starts some nodes on a new stream and waits until they have joined. */
export async function startNodes(count: number): Promise<{ stream: SimulatedStream; nodes: ReplicatedNodeFixture[] }> {
  const stream = new SimulatedStream(new VirtualClock(), seededRandomInt(7));
  const nodes: ReplicatedNodeFixture[] = [];
  for (let number = 1; number <= count; number++)
    nodes.push(await ReplicatedNodeFixture.start(stream, `node ${number}`));
  await stream.pass(3_000);
  return { stream, nodes };
}

/** Starts a game between Alice, player 1 of one node, and Bob, player 1 of another node. */
export async function startGame(
  alice: Submitting,
  bob: Submitting,
  pass: (milliseconds: number) => Promise<void>,
): Promise<void> {
  for (const [node, name] of [
    [alice, 'alice'],
    [bob, 'bob'],
  ] as const) {
    node.submit(enter(1, name));
    node.submit(command(1, JOIN));
    await pass(100);
  }
}

interface Submitting {
  submit(input: Input): unknown;
}

/** Two nodes with a game: Alice is a client of the first node, and Bob of the second. */
export async function nodesWithGame(): Promise<{
  stream: SimulatedStream;
  alice: ReplicatedNodeFixture;
  bob: ReplicatedNodeFixture;
}> {
  const { stream, nodes } = await startNodes(2);
  const [alice, bob] = nodes as [ReplicatedNodeFixture, ReplicatedNodeFixture];
  await startGame(alice, bob, (milliseconds) => stream.pass(milliseconds));
  assert.equal(alice.replica.lobby.statistics.games, 1);
  return { stream, alice, bob };
}
