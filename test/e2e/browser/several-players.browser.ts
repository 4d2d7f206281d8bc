import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './browser.ts';
import type { Visitor } from './browser-user.ts';
import { TestServer } from './test-server.ts';

describe('people with browsers', { skip: withoutBrowser }, () => {
  let hall: TestServer;
  before(async () => {
    hall = await TestServer.open('--house', '--house-wait', '600');
  });
  afterEach(() => hall.sendHome());
  after(() => hall?.close());

  /** The first has challenged the second, who has accepted, and has black. */
  async function seated(black: string, white: string): Promise<{ alice: Visitor; bob: Visitor }> {
    const [alice, bob] = [await hall.visitor(black), await hall.visitor(white)];
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: white, color: 'black' });
    await bob.lobby.acceptFrom(black);
    assert.equal(await alice.game.number(), await bob.game.number());
    return { alice, bob };
  }

  test('a challenge, an undo, a draw declined and one agreed, and a rematch with the colours changed', async () => {
    const { alice, bob } = await seated('alice', 'bob');
    const first = await alice.game.number();
    await alice.game.play('E5', 'black');
    await bob.game.play('C3', 'white');
    await bob.game.press('Ask to undo');
    await bob.game.says('You have asked to take a move back.');
    await alice.game.says('bob asks to take a move back.');
    await alice.game.press('Agree');
    for (const { game } of [alice, bob]) await game.stands('C3, empty');
    await bob.game.play('D4', 'white');
    await alice.game.press('Offer a draw');
    await bob.game.says('alice offers a draw.');
    await bob.game.press('Decline');
    await alice.game.saysNoMore('You have offered a draw.');
    await alice.game.play('F5', 'black');
    await bob.game.press('Offer a draw');
    await alice.game.says('bob offers a draw.');
    await alice.game.press('Agree');
    for (const { game } of [alice, bob]) await game.says('A draw by agreement');

    await alice.game.press('Rematch');
    await alice.game.says('Waiting for your opponent to accept…');
    await bob.game.press('Rematch');
    await bob.game.goesOn(first);
    await alice.game.goesOn(first);
    assert.equal(await alice.game.number(), await bob.game.number());
    await bob.game.play('E5', 'black');
    await alice.game.play('C3', 'white');
    await alice.game.resign();
    await bob.game.says('You have won');
    await alice.game.says('You have lost');
    for (const { game } of [alice, bob]) await game.says('Black wins by resignation');
  });

  test('spectators see every stone and talk among themselves; players talk with each other', async () => {
    const { alice, bob } = await seated('anna', 'bert');
    await alice.game.play('E5', 'black');
    const carol = await hall.visitor('carol');
    await carol.lobby.watch('anna');
    await carol.game.stands('E5, black stone, last move');
    const dave = await hall.visitor('dave');
    // A link that somebody has shared.
    await dave.goTo(`/games/${await alice.game.number()}`);
    await dave.game.stands('E5, black stone, last move');
    await carol.game.talk('what a start');
    await carol.lobby.isNamed();
    await carol.game.hears('what a start');
    await dave.game.hears('what a start');
    await alice.game.talk('good luck');
    await bob.game.hears('good luck');
    await bob.game.play('C3', 'white');
    for (const { game } of [alice, carol, dave]) await game.stands('C3, white stone, last move');
    for (const { game } of [carol, dave]) {
      assert.equal(await game.has('Resign'), false);
      assert.equal(await game.hasHeard('good luck'), false);
    }
    for (const { game } of [alice, bob]) assert.equal(await game.hasHeard('what a start'), false);
    await alice.game.pass();
    await bob.game.pass();
    await alice.game.press('Accept');
    await bob.game.press('Accept');
    for (const { game } of [alice, bob, carol, dave]) await game.says('White wins by 7.5 points');
    await alice.game.says('You have lost');
    await bob.game.says('You have won');
    // What was said stays to be read.
    for (const { game } of [carol, dave])
      assert.deepEqual([await game.hasHeard('what a start'), await game.has('Send')], [true, false]);
    // A spectator's page looks at what was, too.
    await carol.game.press('One back');
    await carol.game.press('One back');
    await carol.game.press('One back');
    await carol.game.stands('C3, empty');
  });

  test('the built-in player sits down at one click, and plays', async () => {
    const alice = await hall.visitor('amy');
    await alice.lobby.playComputer({ lines: 9 });
    await alice.game.says('Your turn');
    await alice.game.play('E5', 'black');
    await alice.game.says('Move 2 of 2');
    await alice.game.isOnTurn();
    assert.equal(await alice.game.has('Ask to undo'), false, 'it cannot be asked');
    await alice.game.resign();
    await alice.game.says('You have lost');
    await alice.game.says('White wins by resignation');
  });
});

describe('a server whose computer players take every seek at once', { skip: withoutBrowser }, () => {
  let hall: TestServer;
  before(async () => {
    hall = await TestServer.open('--house', '--house-wait', '0');
  });
  after(() => hall?.close());

  test('leaves one of the page that looks for an opponent to people, until the visitor asks for the computer', async () => {
    const zoe = await hall.visitor('zoe');
    await zoe.lobby.seek({ lines: 9 });
    await zoe.lobby.waits();
    await zoe.page.getByText('waiting for an opponent on Go 9 × 9').waitFor();
    await zoe.lobby.playComputerInstead();
    await zoe.game.says('Your turn');
  });
});
