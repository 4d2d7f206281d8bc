import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { type Color, opposite } from '../../../src/rules/color.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { type ExpectedEnding, KINDS } from '../../support/pairs/kinds.ts';
import { withoutBrowser } from './browser.ts';
import type { Visitor } from './browser-user.ts';
import { Opponent } from './opponent.ts';
import { type Listener, TestServer } from './test-server.ts';

/**
 * Black takes a stone in the corner, and both pass. By hand: black has two stones and the point between them and the
 * corner's edge, A1; white has two stones; the rest of the board is nobody's. `!`: only the page tries it, and is told
 * why not.
 */
const TURNS = ['A2', 'A1', 'B1', '!A1', 'J9', 'E5', 'J1', 'pass', 'pass'];
const AREA = { black: 4, white: 2 };
const STONES = ['J9 white', 'E5 black', 'A2 black', 'B1 black', 'J1 white'];

describe('whole games in a browser', { skip: withoutBrowser }, () => {
  let hall: TestServer;
  before(async () => {
    hall = await TestServer.open();
  });
  const opponents: Opponent<GoClient | GomokursClient>[] = [];
  afterEach(async () => {
    for (const opponent of opponents.splice(0)) opponent.hangUp();
    await hall.sendHome();
  });
  after(() => hall?.close());

  async function sit<Kind extends GoClient | GomokursClient>(
    listener: Listener,
    client: Kind,
    polls = false,
  ): Promise<Opponent<Kind>> {
    const opponent = await Opponent.at(hall.port(listener), client, polls);
    opponents.push(opponent);
    return opponent;
  }

  async function sitDown(kind: string, name: string): Promise<Opponent<GoClient>> {
    const { protocol, client } = KINDS[kind]!;
    const listener = protocol === 'remastered' || protocol === 'web' ? protocol : 'plain';
    return await sit(listener, client(name), protocol === 'daigo');
  }

  /** Plays the turns, the visitor's with the mouse. */
  async function play(visitor: Visitor, color: Color, opponent: Opponent<GoClient>): Promise<void> {
    let toMove: Color = 'black';
    for (const turn of TURNS) {
      if (turn.startsWith('!')) {
        if (toMove !== color) continue;
        await visitor.game.choose(turn.slice(1));
        await visitor.game.says('Ko: that would bring back an earlier position.');
        continue;
      }
      if (toMove !== color) {
        await opponent.take(turn, 9);
        if (turn !== 'pass') await visitor.game.stands(`${turn}, ${toMove} stone, last move`);
      } else if (turn === 'pass') await visitor.game.pass();
      else await visitor.game.play(turn, toMove);
      toMove = opposite(toMove);
    }
  }

  /** What both are told of a game that was counted, and that the winner is the same. */
  async function counted(visitor: Visitor, color: Color, opponent: Opponent<GoClient>, kind: string, komi: number) {
    const score = { black: AREA.black, white: AREA.white + komi };
    const winner: Color = score.black > score.white ? 'black' : 'white';
    const end: ExpectedEnding = { how: 'score', winner, score };
    await visitor.game.says(winner === color ? 'You have won' : 'You have lost');
    const margin = Math.abs(score.black - score.white);
    await visitor.game.says(`${winner === 'black' ? 'Black' : 'White'} wins by ${margin} points`);
    await opponent.until(({ game }) => game?.ending !== undefined);
    assert.equal(opponent.client.game?.ending?.text, KINDS[kind]!.told(end, opposite(color), false));
    assert.deepEqual(await visitor.game.stones(), STONES);
    await visitor.game.stands('A1, empty, black’s area');
    if (kind === 'web') await visitor.game.offers('Rematch');
    else assert.equal(await visitor.game.has('Rematch'), false);
  }

  test('nu6 comes to whoever waits in the lobby', async () => {
    const alice = await hall.visitor('ada');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waits();
    const bob = await sitDown('nu6', 'bob');
    bob.do((client) => client.seek(9));
    assert.equal(await alice.game.has('Ask to undo'), false, 'nu6 has no words for it');
    await play(alice, 'black', bob);
    await counted(alice, 'black', bob, 'nu6', 7.5);
  });

  test('nedap waits, and is found in the lobby; a ko is refused in words', async () => {
    const bob = await sitDown('nedap', 'bob');
    bob.do((client) => client.seek(9));
    const alice = await hall.visitor('Beth');
    await alice.lobby.take('bob');
    await play(alice, 'white', bob);
    await counted(alice, 'white', bob, 'nedap', 0);
  });

  test('nedap of the later dialect is challenged by name, and the page resigns', async () => {
    const bob = await sitDown('nedap, later', 'bob');
    bob.do((client) => client.seek(9));
    const alice = await hall.visitor('cleo');
    await alice.lobby.seek({ lines: 9, opponent: 'bob' });
    await bob.take('E5', 9);
    await alice.game.stands('E5, black stone, last move');
    await alice.game.resign();
    await alice.game.says('You have lost');
    await alice.game.says('Black wins by resignation');
    await bob.until(({ game }) => game?.ending !== undefined);
    assert.equal(bob.client.game?.ending?.text, 'TABLEFLIPPED white / END -1 -1');
  });

  test('daigo finds the page’s wish in its list; its komi counts', async () => {
    const alice = await hall.visitor('dora');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waits();
    const bob = await sitDown('daigo', 'bob');
    bob.do((client) => client.seek(9));
    await play(alice, 'black', bob);
    await counted(alice, 'black', bob, 'daigo', 7);
  });

  test('daigo gives up, and the page has won', async () => {
    const bob = await sitDown('daigo', 'bob');
    bob.do((client) => client.seek(9));
    const alice = await hall.visitor('emma');
    await alice.lobby.take('bob');
    await bob.until(({ isReadyToMove }) => isReadyToMove);
    bob.do((client) => client.resign());
    await alice.game.says('You have won');
    await alice.game.says('White wins by resignation');
  });

  test('remastered has no name, and a board of the same stones', async () => {
    const alice = await hall.visitor('fay');
    await alice.lobby.seek({ lines: 9 });
    await alice.lobby.waits();
    const guest = await sitDown('remastered', '');
    guest.do((client) => client.seek(9));
    await alice.game.says(/guest-\d+/);
    await play(alice, 'black', guest);
    await counted(alice, 'black', guest, 'remastered', 7.5);
  });

  for (const [version, told] of [
    ['0.1.0', 'END'],
    ['0.2.0', 'RESULT loss / END'],
  ] as const satisfies readonly (readonly [Version, string])[]) {
    test(`gomokurs ${version} loses against a row of five`, async () => {
      const alice = await hall.visitor(`gwen ${version}`);
      await alice.lobby.seek({ game: 'Gomoku', lines: 15 });
      await alice.lobby.waits();
      const bob = await sit('gomokurs', new GomokursClient({ version, size: 15 }));
      bob.do((client) => client.seek());
      assert.equal(await alice.game.has('Pass'), false);
      for (const [own, theirs] of ['H8 A1', 'H9 B1', 'H10 C1', 'H11 D1'].map((pair) => pair.split(' '))) {
        await alice.game.play(own!, 'black');
        await bob.take(theirs!, 15);
        await alice.game.stands(`${theirs}, white stone, last move`);
      }
      await alice.game.choose('H12');
      await alice.game.stands('H12, black stone, last move, in the winning row');
      await alice.game.stands('H8, black stone, in the winning row');
      await alice.game.says('You have won');
      await alice.game.says('Black wins with a row');
      await bob.until(({ game }) => game?.ending !== undefined);
      assert.equal(bob.client.game?.ending?.text, told);
    });
  }

  test('a client of the page’s own protocol, over TCP', async () => {
    const bob = await sitDown('web', 'bob');
    bob.do((client) => client.seek(9));
    const alice = await hall.visitor('iris');
    await alice.lobby.take('bob');
    await play(alice, 'white', bob);
    await counted(alice, 'white', bob, 'web', 7.5);
  });
});
