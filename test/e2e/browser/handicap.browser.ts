import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';

describe('handicap', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('--house', '--house-wait', '600');
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  test('the handicap stones are on the board at the start and in the replay, and the computer moves first with white', async () => {
    const alice = await server.visitor('alice');
    await alice.lobby.fillIn({ lines: 9, color: 'black' });
    await alice.page.getByLabel('Handicap').selectOption('3 stones');
    if (process.env['SHOT']) await alice.page.screenshot({ path: `${process.env['SHOT']}-form.png`, fullPage: true });
    await alice.lobby.playComputer({ lines: 9 });
    const game = await alice.game.number();
    await alice.game.waitForTurn();
    const stones = await alice.game.stones();
    for (const stone of ['C3 black', 'G7 black', 'C7 black']) assert.ok(stones.includes(stone), stones.join());
    assert.equal(stones.filter((stone) => stone.endsWith('white')).length, 1);
    if (process.env['SHOT']) await alice.page.screenshot({ path: `${process.env['SHOT']}-game.png`, fullPage: true });
    await alice.game.waitForText(/3 handicap stones, komi 0.5/);
    await alice.game.resign();
    await alice.goTo(`/games/${game}`);
    await alice.game.waitForPoint('G7, black stone');
    alice.check();
  });

  test('a visitor accepts a seek with handicap', async () => {
    const [bea, carl] = [await server.visitor('bea'), await server.visitor('carl')];
    await bea.lobby.fillIn({ lines: 13, color: 'black' });
    await bea.page.getByLabel('Handicap').selectOption('2 stones');
    await bea.lobby.seek({ lines: 13 });
    await carl.page
      .getByText(/2 handicap stones/)
      .first()
      .waitFor();
    await carl.lobby.acceptSeek('bea');
    await carl.game.waitForTurn();
    await carl.game.play('G7', 'white');
    await bea.game.waitForTurn();
    assert.deepEqual((await bea.game.stones()).toSorted(), ['D4 black', 'G7 white', 'K10 black']);
    bea.check();
    carl.check();
  });

  test('black places the stones freely, one after the other, before white moves', async () => {
    const [dora, egon] = [await server.visitor('dora'), await server.visitor('egon')];
    await dora.lobby.fillIn({ lines: 9, color: 'black' });
    await dora.page.getByLabel('Handicap').selectOption('2 stones');
    const where = dora.page.getByRole('group', { name: 'Handicap placement' });
    await where.getByRole('radio', { name: 'where Black places them' }).check();
    if (process.env['SHOT']) await dora.page.screenshot({ path: `${process.env['SHOT']}-free.png`, fullPage: true });
    await dora.lobby.seek({ lines: 9 });
    await egon.page
      .getByText(/2 handicap stones, placed by Black/)
      .first()
      .waitFor();
    await egon.lobby.acceptSeek('dora');
    await dora.game.waitForText('Place 2 handicap stones');
    await egon.game.waitForText('dora is to move');
    assert.ok(await dora.page.getByRole('button', { name: 'Pass' }).isDisabled());
    await dora.game.choose('A1');
    await dora.game.waitForText('Place your last handicap stone');
    if (process.env['SHOT']) await dora.page.screenshot({ path: `${process.env['SHOT']}-placing.png`, fullPage: true });
    await dora.game.choose('E5');
    await dora.game.waitForText('egon is to move');
    await egon.game.waitForTurn();
    assert.ok(await egon.page.getByRole('button', { name: 'Pass' }).isEnabled());
    await egon.game.play('C3', 'white');
    await dora.game.waitForTurn();
    assert.deepEqual((await dora.game.stones()).toSorted(), ['A1 black', 'C3 white', 'E5 black']);
    const number = await dora.game.number();
    await dora.game.resign();
    await egon.goTo(`/games/${number}`);
    await egon.game.waitForPoint('A1, black stone');
    await egon.game.waitForPoint('C3, white stone, last move');
    dora.check();
    egon.check();
  });

  test('the computer places its own handicap stones', async () => {
    const finn = await server.visitor('finn');
    await finn.lobby.fillIn({ lines: 9, color: 'white' });
    await finn.page.getByLabel('Handicap').selectOption('3 stones');
    await finn.page.getByRole('radio', { name: 'where Black places them' }).check();
    await finn.lobby.playComputer({ lines: 9 });
    await finn.game.waitForTurn();
    assert.deepEqual((await finn.game.stones()).toSorted(), ['C3 black', 'C7 black', 'G7 black']);
    finn.check();
  });
});
