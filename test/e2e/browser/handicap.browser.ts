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

  test('black places the stones anywhere, one after the other, before white moves', async () => {
    const [dora, egon] = [await hall.visitor('dora'), await hall.visitor('egon')];
    await dora.lobby.parameters({ lines: 9, color: 'black' });
    await dora.page.getByLabel('Handicap').selectOption('2 stones');
    const where = dora.page.getByRole('group', { name: 'Where the stones stand' });
    await where.getByRole('radio', { name: 'where Black places them' }).check();
    if (process.env['SHOT']) await dora.page.screenshot({ path: `${process.env['SHOT']}-free.png`, fullPage: true });
    await dora.lobby.seek({ lines: 9 });
    await egon.page
      .getByText(/2 handicap stones, placed by Black/)
      .first()
      .waitFor();
    await egon.lobby.take('dora');
    await dora.game.says('Place 2 handicap stones');
    await egon.game.says('dora is to move');
    assert.ok(await dora.page.getByRole('button', { name: 'Pass' }).isDisabled());
    await dora.game.choose('A1');
    await dora.game.says('Place your last handicap stone');
    if (process.env['SHOT']) await dora.page.screenshot({ path: `${process.env['SHOT']}-placing.png`, fullPage: true });
    await dora.game.choose('E5');
    await dora.game.says('egon is to move');
    await egon.game.isOnTurn();
    assert.ok(await egon.page.getByRole('button', { name: 'Pass' }).isEnabled());
    await egon.game.play('C3', 'white');
    await dora.game.isOnTurn();
    assert.deepEqual((await dora.game.stones()).toSorted(), ['A1 black', 'C3 white', 'E5 black']);
    const number = await dora.game.number();
    await dora.game.resign();
    await egon.goTo(`/games/${number}`);
    await egon.game.stands('A1, black stone');
    await egon.game.stands('C3, white stone, last move');
    dora.check();
    egon.check();
  });

  test('the computer places its stones, too', async () => {
    const finn = await hall.visitor('finn');
    await finn.lobby.parameters({ lines: 9, color: 'white' });
    await finn.page.getByLabel('Handicap').selectOption('3 stones');
    await finn.page.getByRole('radio', { name: 'where Black places them' }).check();
    await finn.lobby.playComputer({ lines: 9 });
    await finn.game.isOnTurn();
    assert.deepEqual((await finn.game.stones()).toSorted(), ['C3 black', 'C7 black', 'G7 black']);
    finn.check();
  });
});
