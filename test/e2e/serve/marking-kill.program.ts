import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocketClient } from '../../support/http/web-socket-client.ts';
import { serve, temporaryFolder } from './server-process.ts';

const BOARD = { game: 'go', size: 5, komi: 0.5, ko: 'positional', suicide: 'allowed' } as const;

/** Two clients that can mark dead stones, named anne and bob. */
async function enter(port: number): Promise<readonly [WebSocketClient, WebSocketClient]> {
  const [anne, bob] = [await WebSocketClient.open(port), await WebSocketClient.open(port)];
  await anne.say({ kind: 'enter', name: 'anne', marking: true });
  await bob.say({ kind: 'enter', name: 'bob', marking: true });
  return [anne, bob];
}

test('a server that is killed while dead stones are marked has the same marks after the next start', async (t) => {
  const options = ['--data', temporaryFolder(t)('journal.db'), '--durability', 'os'];
  const first = serve(t, ...options);
  const [port = 0] = await first.ports();
  const [anne, bob] = await enter(port);
  await anne.say({ kind: 'seek', board: BOARD, color: 'black', opponent: 'bob' });
  await bob.say({ kind: 'seek', board: BOARD });
  await bob.next('game');
  await anne.say({ kind: 'play', point: { x: 2, y: 2 } });
  await bob.next('played');
  await bob.say({ kind: 'play', point: { x: 0, y: 0 } });
  await anne.say({ kind: 'pass' });
  await bob.next('passed');
  await bob.say({ kind: 'pass' });
  await anne.say({ kind: 'mark', point: { x: 0, y: 0 }, dead: true });
  await anne.say({ kind: 'accept-marks' });
  await first.end('SIGKILL');

  const [again = 0] = await serve(t, ...options).ports();
  const [, other] = await enter(again);
  const { state } = await other.next('game');
  assert.deepEqual([state.marking?.dead, state.marking?.accepted], [[{ x: 0, y: 0 }], ['black']]);
  await other.say({ kind: 'accept-marks' });
  const { winner, reason, score } = await other.next('ended');
  assert.deepEqual([winner, reason, score], ['black', 'score', { black: 25, white: 0.5 }]);
});
