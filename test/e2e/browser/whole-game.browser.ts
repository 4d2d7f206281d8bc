import { test } from 'node:test';
import { Nu6Client } from '../../support/clients/nu6.ts';
import { withoutBrowser } from './browser.ts';
import { Opponent } from './opponent.ts';
import { TestServer } from './test-server.ts';

test('a whole game in a browser, from the lobby to its end', { skip: withoutBrowser }, async (t) => {
  const hall = await TestServer.open();
  t.after(() => hall.close());
  const alice = await hall.visitor('alice');
  await alice.lobby.seek({ lines: 9 });
  await alice.lobby.waits();
  const bob = await Opponent.at(hall.port(), new Nu6Client({ name: 'bob' }));
  t.after(() => bob.hangUp());
  bob.do((client) => client.seek(9));
  await alice.game.play('E5', 'black');
  await bob.take('C3', 9);
  await alice.game.stands('C3, white stone, last move');
  await alice.game.pass();
  await bob.take('pass', 9);
  await alice.game.says('White wins by 7.5 points');
  await bob.until(({ game }) => game?.ending?.text === 'CORE.GAMEOVER~WHITE~1~8.5');
  await hall.sendHome();
});
