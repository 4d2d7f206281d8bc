import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { withoutBrowser } from './launch-browser.ts';
import { TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

describe('several visitors', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('--house', '--house-wait', '600');
  });
  afterEach(() => server.closeVisitors());
  after(() => server?.close());

  /** Starts a game: the first visitor challenges the second and has black. */
  async function startGame(black: string, white: string): Promise<{ alice: Visitor; bob: Visitor }> {
    const [alice, bob] = [await server.visitor(black), await server.visitor(white)];
    await bob.lobby.enter();
    await alice.lobby.seek({ lines: 9, opponent: white, color: 'black' });
    await bob.lobby.acceptChallenge(black);
    assert.equal(await alice.game.number(), await bob.game.number());
    return { alice, bob };
  }

  test('a challenge, an undo, a declined draw, an agreed draw, and a rematch with the other colours', async () => {
    const { alice, bob } = await startGame('alice', 'bob');
    const first = await alice.game.number();
    await alice.game.play('E5', 'black');
    await bob.game.chooseStone('E5, black stone, last move');
    await bob.page.getByRole('alert').getByText('There is a stone on E5').waitFor();
    await bob.game.play('C3', 'white');
    await bob.game.waitForNoText('There is a stone on E5');
    await bob.game.press('Ask to undo');
    await bob.game.waitForText('You have asked to take a move back.');
    await alice.game.waitForText('bob asks to take a move back.');
    await alice.game.press('Agree');
    for (const { game } of [alice, bob]) await game.waitForPoint('C3, empty');
    await bob.game.play('D4', 'white');
    await alice.game.press('Offer a draw');
    await bob.game.waitForText('alice offers a draw.');
    await bob.game.press('Decline');
    await alice.game.waitForNoText('You have offered a draw.');
    await alice.game.waitForText('bob has declined the draw.');
    await alice.game.play('F5', 'black');
    await alice.game.waitForNoText('bob has declined the draw.');
    await alice.game.press('Ask to undo');
    await bob.game.press('Decline');
    await alice.game.waitForText('bob has declined to take a move back.');
    await bob.game.press('Offer a draw');
    await bob.game.waitForText('It ends with the next move.');
    await alice.game.waitForText('bob offers a draw.');
    await bob.game.play('G7', 'white');
    await bob.game.waitForText('No answer came before the next move, so your offer has ended.');
    await alice.game.waitForNoText('bob offers a draw.');
    assert.equal(await alice.page.getByText('your offer has ended').count(), 0);
    await bob.game.press('Offer a draw');
    await bob.game.waitForNoText('No answer came before the next move, so your offer has ended.');
    await alice.game.waitForText('bob offers a draw.');
    await alice.game.press('Agree');
    for (const { game } of [alice, bob]) await game.waitForText('A draw by agreement');

    await alice.game.press('Rematch');
    await alice.game.waitForText('Waiting for your opponent to accept…');
    await bob.game.press('Rematch');
    await bob.game.waitForGameAfter(first);
    await alice.game.waitForGameAfter(first);
    assert.equal(await alice.game.number(), await bob.game.number());
    await bob.game.play('E5', 'black');
    await alice.game.play('C3', 'white');
    await alice.game.resign();
    await bob.game.waitForText('You won');
    await alice.game.waitForText('You lost');
    for (const { game } of [alice, bob]) await game.waitForText('Black wins by resignation');
  });

  test('spectators see every stone; spectators and players chat separately', async () => {
    const { alice, bob } = await startGame('anna', 'bert');
    await alice.game.play('E5', 'black');
    const carol = await server.visitor('carol');
    await carol.lobby.watch('anna');
    await carol.game.waitForPoint('E5, black stone, last move');
    const dave = await server.visitor('dave');
    // A shared link.
    await dave.goTo(`/games/${await alice.game.number()}`);
    await dave.game.waitForPoint('E5, black stone, last move');
    await carol.game.sendChat('what a start');
    await carol.lobby.enterName();
    await carol.game.waitForChat('what a start');
    await dave.game.waitForChat('what a start');
    await alice.game.sendChat('good luck');
    await bob.game.waitForChat('good luck');
    await bob.game.play('C3', 'white');
    for (const { game } of [alice, carol, dave]) await game.waitForPoint('C3, white stone, last move');
    for (const { game } of [carol, dave]) {
      assert.equal(await game.hasButton('Resign'), false);
      assert.equal(await game.hasChat('good luck'), false);
    }
    for (const { game } of [alice, bob]) assert.equal(await game.hasChat('what a start'), false);
    await alice.game.pass();
    await bob.game.pass();
    await alice.game.press('Accept');
    await bob.game.press('Accept');
    for (const { game } of [alice, bob, carol, dave]) await game.waitForText('White wins by 7.5 points');
    await alice.game.waitForText('You lost');
    await bob.game.waitForText('You won');
    // The chat stays readable after the game.
    for (const { game } of [carol, dave])
      assert.deepEqual([await game.hasChat('what a start'), await game.hasButton('Send')], [true, false]);
    // Spectators can go back to earlier moves, too.
    await carol.game.press('Previous move');
    await carol.game.press('Previous move');
    await carol.game.press('Previous move');
    await carol.game.waitForPoint('C3, empty');
  });

  test('a game against the built-in player starts with one click', async () => {
    const alice = await server.visitor('amy');
    await alice.lobby.playComputer({ lines: 9 });
    await alice.game.waitForText('Your turn');
    await alice.game.play('E5', 'black');
    await alice.game.waitForText('Move 2 of 2');
    await alice.game.waitForTurn();
    assert.equal(await alice.game.hasButton('Ask to undo'), false, 'the computer does not answer it');
    await alice.game.resign();
    await alice.game.waitForText('You lost');
    await alice.game.waitForText('White wins by resignation');
  });
});

describe('a server whose computer players take every seek at once', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open('--house', '--house-wait', '0');
  });
  after(() => server?.close());

  test('does not pair a visitor who seeks an opponent with the computer until the visitor asks for it', async () => {
    const zoe = await server.visitor('zoe');
    await zoe.lobby.seek({ lines: 9 });
    await zoe.lobby.waitForSeek();
    await zoe.page.getByText('waiting for an opponent on Go 9 × 9').waitFor();
    await zoe.lobby.playComputerInstead();
    await zoe.game.waitForText('Your turn');
  });
});
