import assert from 'node:assert/strict';
import type { Command } from '../../../src/lobby/command.ts';
import type { Input } from '../../../src/lobby/input.ts';
import type { Point } from '../../../src/rules/point.ts';
import { seededRandomInt } from '../clients/random.ts';
import { JOIN } from '../lobby/arbitrary-input.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { SimulatedNode } from './simulated-node.ts';
import { SimulatedStream } from './simulated-stream.ts';

const HOME = { protocol: 'nu6', listener: 'plain', address: 'home' };

export const command = (player: number, asked: Command, isFirst = false): Input => ({
  kind: 'command',
  player,
  command: asked,
  ...(isFirst && { client: HOME }),
});
export const enter = (player: number, name: string): Input => command(player, { kind: 'enter', name }, true);
export const play = (player: number, point: number): Input => command(player, { kind: 'play', point: point as Point });

/** A stream and some nodes that have joined. */
export async function installation(count: number): Promise<{ stream: SimulatedStream; nodes: SimulatedNode[] }> {
  const stream = new SimulatedStream(new VirtualClock(), seededRandomInt(7));
  const nodes: SimulatedNode[] = [];
  for (let number = 1; number <= count; number++) nodes.push(await SimulatedNode.start(stream, `node ${number}`));
  await stream.pass(3_000);
  return { stream, nodes };
}

/** The player 1 of one node is Alice, and plays Bob, the player 1 of another one. */
export async function sitDown(
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

/** Alice at the first node plays Bob at the second. */
export async function withGame(): Promise<{ stream: SimulatedStream; alice: SimulatedNode; bob: SimulatedNode }> {
  const { stream, nodes } = await installation(2);
  const [alice, bob] = nodes as [SimulatedNode, SimulatedNode];
  await sitDown(alice, bob, (milliseconds) => stream.pass(milliseconds));
  assert.equal(alice.replica.lobby.statistics.games, 1);
  return { stream, alice, bob };
}
