import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { type ExpectedEnding, KINDS } from '../../support/pairs/client-kinds.ts';
import { withoutBrowser } from './launch-browser.ts';
import { Opponent } from './opponent.ts';
import { type Listener, TestServer } from './test-server.ts';
import type { Visitor } from './visitor.ts';

/**
 * The moves of a game in which black captures a stone in the corner. `!`: only the page tries this move, and the server
 * refuses it. The areas, counted by hand: black has three stones and A1; white has two stones; the other points border
 * on both colours.
 */
const MOVES = ['A2', 'A1', 'B1', '!A1', 'J9', 'E5', 'J1', 'pass', 'pass'];
const AREAS = { black: 4, white: 2 };
const STONES = ['J9 white', 'E5 black', 'A2 black', 'B1 black', 'J1 white'];

describe('whole games in a browser', { skip: withoutBrowser }, () => {
  let server: TestServer;
  before(async () => {
    server = await TestServer.open();
  });
  const opponents: Opponent<GoClient | GomokursClient>[] = [];
  afterEach(async () => {
    for (const opponent of opponents.splice(0)) opponent.hangUp();
    await server.closeVisitors();
  });
  after(() => server?.close());

  async function connect<Kind extends GoClient | GomokursClient>(
    listener: Listener,
    client: Kind,
    polls = false,
  ): Promise<Opponent<Kind>> {
    const opponent = await Opponent.connect(server.port(listener), client, polls);
    opponents.push(opponent);
    return opponent;
  }

  async function connectOpponent(kind: string, name: string): Promise<Opponent<GoClient>> {
    const { protocol, client } = KINDS[kind]!;
    const listener = protocol === 'remastered' || protocol === 'web' ? protocol : 'plain';
    return await connect(listener, client(name), protocol === 'daigo');
  }

  /** Plays the moves. The visitor plays with the mouse. */
  async function play(visitor: Visitor, color: Color, opponent: Opponent<GoClient>): Promise<void> {
    let toMove: Color = 'black';
    for (const move of MOVES) {
      if (move.startsWith('!')) {
        if (toMove !== color) continue;
        await visitor.game.choose(move.slice(1));
        await visitor.game.waitForText('Ko: that would bring back an earlier position.');
        continue;
      }
      if (toMove !== color) {
        await opponent.move(move, 9);
        if (move !== 'pass') await visitor.game.waitForPoint(`${move}, ${toMove} stone, last move`);
      } else if (move === 'pass') await visitor.game.pass();
      else await visitor.game.play(move, toMove);
      toMove = opposite(toMove);
    }
  }

  /** Checks the result of a counted game for both players. */
  async function assertCounted(
    visitor: Visitor,
    color: Color,
    opponent: Opponent<GoClient>,
    kind: string,
    komi: number,
  ) {
    const score = { black: AREAS.black, white: AREAS.white + komi };
    const winner: Color = score.black > score.white ? 'black' : 'white';
    const end: ExpectedEnding = { reason: 'score', winner, score };
    await visitor.game.waitForText(winner === color ? 'You won' : 'You lost');
    const margin = Math.abs(score.black - score.white);
    await visitor.game.waitForText(`${winner === 'black' ? 'Black' : 'White'} wins by ${margin} points`);
    await opponent.waitUntil(({ game }) => game?.ending !== undefined);
    assert.equal(opponent.client.game?.ending?.text, KINDS[kind]!.formatEnding(end, opposite(color), false));
    assert.deepEqual(await visitor.game.stones(), STONES);
    await visitor.game.waitForPoint('A1, empty, black’s area');
    if (kind === 'web') await visitor.game.waitForButton('Rematch');
    else assert.equal(await visitor.game.hasButton('Rematch'), false);
  }

  test('nu6 meets a visitor who waits in the lobby', async () => {
    const alice = await server.visitor('ada');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waitForSeek();
    const bob = await connectOpponent('nu6', 'bob');
    bob.act((client) => client.seek(9));
    assert.equal(await alice.game.hasButton('Ask to undo'), false, 'nu6 has no message for it');
    await play(alice, 'black', bob);
    await assertCounted(alice, 'black', bob, 'nu6', 7.5);
  });

  test('nedap waits, and the visitor accepts its seek in the lobby; a ko is refused with the reason', async () => {
    const bob = await connectOpponent('nedap', 'bob');
    bob.act((client) => client.seek(9));
    const alice = await server.visitor('Beth');
    await alice.lobby.acceptSeek('bob');
    await play(alice, 'white', bob);
    await assertCounted(alice, 'white', bob, 'nedap', 0);
  });

  test('nedap of the later dialect is challenged by name, and the page resigns', async () => {
    const bob = await connectOpponent('nedap, later', 'bob');
    bob.act((client) => client.seek(9));
    const alice = await server.visitor('cleo');
    await alice.lobby.seek({ lines: 9, opponent: 'bob' });
    await bob.move('E5', 9);
    await alice.game.waitForPoint('E5, black stone, last move');
    await alice.game.resign();
    await alice.game.waitForText('You lost');
    await alice.game.waitForText('Black wins by resignation');
    await bob.waitUntil(({ game }) => game?.ending !== undefined);
    assert.equal(bob.client.game?.ending?.text, 'TABLEFLIPPED white / END -1 -1');
  });

  test('daigo finds the seek of the page in its list; the komi of daigo counts', async () => {
    const alice = await server.visitor('dora');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waitForSeek();
    const bob = await connectOpponent('daigo', 'bob');
    bob.act((client) => client.seek(9));
    await play(alice, 'black', bob);
    await assertCounted(alice, 'black', bob, 'daigo', 7);
  });

  test('daigo resigns, and the visitor has won', async () => {
    const bob = await connectOpponent('daigo', 'bob');
    bob.act((client) => client.seek(9));
    const alice = await server.visitor('emma');
    await alice.lobby.acceptSeek('bob');
    await bob.waitUntil(({ isReadyToMove }) => isReadyToMove);
    bob.act((client) => client.resign());
    await alice.game.waitForText('You won');
    await alice.game.waitForText('White wins by resignation');
  });

  test('remastered has no name, and a board of the same stones', async () => {
    const alice = await server.visitor('fay');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waitForSeek();
    const guest = await connectOpponent('remastered', '');
    guest.act((client) => client.seek(9));
    await alice.game.waitForText(/guest-\d+/);
    await play(alice, 'black', guest);
    await assertCounted(alice, 'black', guest, 'remastered', 7.5);
  });

  for (const [version, ending] of [
    ['0.1.0', 'END'],
    ['0.2.0', 'RESULT loss / END'],
  ] as const satisfies readonly (readonly [Version, string])[]) {
    test(`gomokurs ${version} loses against a row of five`, async () => {
      const alice = await server.visitor(`gwen ${version}`);
      await alice.lobby.seek({ game: 'Gomoku', lines: 15 });
      await alice.lobby.waitForSeek();
      const bob = await connect('gomokurs', new GomokursClient({ version, size: 15 }));
      bob.act((client) => client.seek());
      assert.equal(await alice.game.hasButton('Pass'), false);
      for (const [own, theirs] of ['H8 A1', 'H9 B1', 'H10 C1', 'H11 D1'].map((pair) => pair.split(' '))) {
        await alice.game.play(own!, 'black');
        await bob.move(theirs!, 15);
        await alice.game.waitForPoint(`${theirs}, white stone, last move`);
      }
      await alice.game.choose('H12');
      await alice.game.waitForPoint('H12, black stone, last move, in the winning row');
      await alice.game.waitForPoint('H8, black stone, in the winning row');
      await alice.game.waitForText('You won');
      await alice.game.waitForText('Black wins with five in a row');
      await bob.waitUntil(({ game }) => game?.ending !== undefined);
      assert.equal(bob.client.game?.ending?.text, ending);
    });
  }

  test('a client of the page’s own protocol, over TCP', async () => {
    const bob = await connectOpponent('web', 'bob');
    bob.act((client) => client.seek(9));
    const alice = await server.visitor('iris');
    await alice.lobby.acceptSeek('bob');
    await play(alice, 'white', bob);
    await assertCounted(alice, 'white', bob, 'web', 7.5);
  });
});
