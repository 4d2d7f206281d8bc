import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { TcpClient } from '../serve/tcp-client.ts';

/** Connects a nu6 client and enters. */
export async function enter(port: number, name: string): Promise<TcpClient> {
  const peer = await TcpClient.connect(port);
  peer.send(`CORE.HELLO~${name}`);
  assert.equal(await peer.line(), 'CORE.HELLO');
  return peer;
}

/** Starts a game between Alice (black) at one node and Bob at another. The numbers are ports. */
export async function startGame(blackPort: number, whitePort: number): Promise<{ alice: TcpClient; bob: TcpClient }> {
  const alice = await enter(blackPort, 'alice');
  alice.send('CORE.NEWGAME~9');
  const bob = await enter(whitePort, 'bob');
  // The player of the first seek is black.
  await delay(200);
  bob.send('CORE.NEWGAME~9');
  assert.equal(await alice.line(), 'CORE.MATCH~BLACK~9~bob');
  assert.equal(await bob.line(), 'CORE.MATCH~WHITE~9~alice');
  return { alice, bob };
}

/** Makes a move, and waits until both players have received it. */
export async function move(mover: TcpClient, other: TcpClient, point: number): Promise<void> {
  mover.send(`CORE.MOVE~${point}`);
  assert.equal(await mover.line(), `CORE.MOVE~${point}`);
  assert.equal(await other.line(), `CORE.MOVE~${point}`);
}
