import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './browser.ts';
import { TestServer } from './test-server.ts';

describe('handicap', { skip: withoutBrowser }, () => {
  let hall: TestServer;
  before(async () => {
    hall = await TestServer.open('--house', '--house-wait', '600');
  });
  afterEach(() => hall.sendHome());
  after(() => hall?.close());

  test('stones stand at the start, the computer moves first as white, and the replay has them', async () => {
    const alice = await hall.visitor('alice');
    await alice.lobby.parameters({ lines: 9, color: 'black' });
    await alice.page.getByLabel('Handicap').selectOption('3 stones');
    if (process.env['SHOT']) await alice.page.screenshot({ path: `${process.env['SHOT']}-form.png`, fullPage: true });
    await alice.lobby.playComputer({ lines: 9 });
    const game = await alice.game.number();
    await alice.game.isOnTurn();
    const stones = await alice.game.stones();
    for (const stone of ['C3 black', 'G7 black', 'C7 black']) assert.ok(stones.includes(stone), stones.join());
    assert.equal(stones.filter((stone) => stone.endsWith('white')).length, 1);
    if (process.env['SHOT']) await alice.page.screenshot({ path: `${process.env['SHOT']}-game.png`, fullPage: true });
    await alice.game.says(/3 handicap stones, komi 0.5/);
    await alice.game.resign();
    await alice.goTo(`/games/${game}`);
    await alice.game.stands('G7, black stone');
    alice.check();
  });

  test('an opponent who waits with handicap is met by a player of the page', async () => {
    const [bea, carl] = [await hall.visitor('bea'), await hall.visitor('carl')];
    await bea.lobby.parameters({ lines: 13, color: 'black' });
    await bea.page.getByLabel('Handicap').selectOption('2 stones');
    await bea.lobby.seek({ lines: 13 });
    await carl.page
      .getByText(/2 handicap stones/)
      .first()
      .waitFor();
    await carl.lobby.take('bea');
    await carl.game.isOnTurn();
    await carl.game.play('G7', 'white');
    await bea.game.isOnTurn();
    assert.deepEqual((await bea.game.stones()).toSorted(), ['D4 black', 'G7 white', 'K10 black']);
    bea.check();
    carl.check();
  });
});
