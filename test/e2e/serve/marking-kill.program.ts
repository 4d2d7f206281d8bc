import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';
import { serve, temporaryFolder } from './server-process.ts';

const BOARD = { game: 'go', size: 5, komi: 0.5, ko: 'positional', suicide: 'allowed' } as const;

/** Two clients that can mark dead stones, named anne and bob. */
async function enter(port: number): Promise<readonly [WebSocketClient, WebSocketClient]> {
  const [anne, bob] = [await WebSocketClient.open(port), await WebSocketClient.open(port)];
  await anne.send({ kind: 'enter', name: 'anne', marking: true });
  await bob.send({ kind: 'enter', name: 'bob', marking: true });
  return [anne, bob];
}

test('a server that is killed while dead stones are marked has the same marks after the next start', async (t) => {
  const options = ['--data', temporaryFolder(t)('journal.db'), '--durability', 'os'];
  const first = serve(t, ...options);
  const [port = 0] = await first.ports();
  const [anne, bob] = await enter(port);
  await anne.send({ kind: 'seek', board: BOARD, color: 'black', opponent: 'bob' });
  await bob.send({ kind: 'seek', board: BOARD });
  await bob.next('game');
  await anne.send({ kind: 'play', point: { x: 2, y: 2 } });
  await bob.next('played');
  await bob.send({ kind: 'play', point: { x: 0, y: 0 } });
  await anne.send({ kind: 'pass' });
  await bob.next('passed');
  await bob.send({ kind: 'pass' });
  await anne.send({ kind: 'mark', point: { x: 0, y: 0 }, dead: true });
  await anne.send({ kind: 'accept-marks' });
  await first.end('SIGKILL');

  const [again = 0] = await serve(t, ...options).ports();
  const [, other] = await enter(again);
  const { state } = await other.next('game');
  assert.deepEqual([state.marking?.dead, state.marking?.accepted], [[{ x: 0, y: 0 }], ['black']]);
  await other.send({ kind: 'accept-marks' });
  const { winner, reason, score } = await other.next('ended');
  assert.deepEqual([winner, reason, score], ['black', 'score', { black: 25, white: 0.5 }]);
});
