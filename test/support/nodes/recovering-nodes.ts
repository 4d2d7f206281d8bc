import assert from 'node:assert/strict';
import { seededRandomInt } from '../clients/random.ts';
import { VirtualClock } from '../server/virtual-clock.ts';
import { startGame } from './nodes-with-game.ts';
import { type LobbyMaker, RecoveringNode } from './recovering-node.ts';
import { SimulatedNats } from './simulated-nats.ts';

export interface RecoveringNodes {
  readonly nats: SimulatedNats;
  readonly alice: RecoveringNode;
  readonly bob: RecoveringNode;
  readonly pass: (milliseconds: number) => Promise<void>;
}

/** Two nodes with a game: Alice is a client of one node, and Bob of the other. */
export async function recoveringNodes(maker?: LobbyMaker): Promise<RecoveringNodes> {
  const clock = new VirtualClock();
  const nats = new SimulatedNats(clock, seededRandomInt(7));
  const pass = async (milliseconds: number): Promise<void> => {
    await clock.settle();
    await clock.advance(milliseconds);
  };
  const alice = await RecoveringNode.start(nats, 'alice', maker);
  const bob = await RecoveringNode.start(nats, 'bob', maker);
  await startGame(alice, bob, pass);
  assert.equal(alice.node.lobby.statistics.games, 1);
  return { nats, alice, bob, pass };
}
