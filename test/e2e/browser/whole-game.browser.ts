import { test } from 'node:test';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Opponent } from './opponent.ts';
import { TestServer } from './test-server.ts';

test('a whole game in a browser, from the lobby to its end', { skip: withoutBrowser }, async (t) => {
  const server = await TestServer.open();
  t.after(() => server.close());
  const alice = await server.visitor('alice');
  await alice.lobby.seek({ lines: 9 });
  await alice.lobby.waitForSeek();
  const bob = await Opponent.connect(server.port(), new Nu6Client({ name: 'bob' }));
  t.after(() => bob.hangUp());
  bob.act((client) => client.seek(9));
  await alice.game.play('E5', 'black');
  await bob.move('C3', 9);
  await alice.game.waitForPoint('C3, white stone, last move');
  await alice.game.pass();
  await bob.move('pass', 9);
  await alice.game.waitForText('White wins by 7.5 points');
  await bob.waitUntil(({ game }) => game?.ending?.text === 'CORE.GAMEOVER~WHITE~1~8.5');
  await server.closeVisitors();
});
