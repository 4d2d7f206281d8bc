import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLORS, type Color, opposite } from '../../../src/rules/color.ts';
import type { Client } from '../../support/clients/client.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { type ClientKind, type ExpectedEnding, KINDS } from '../../support/pairs/kinds.ts';
import type { DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

/**
 * Two captures of one stone, a ko that both sides are refused to retake at once, a capture of two stones, and passes.
 * A turn is `column,row` or `pass`; `!` before it: refused by the rules of whoever tries it.
 */
const SCRIPT = `
  1,0  2,0  0,1  3,1  1,2  2,2  7,7  1,1  2,1
  !1,1  8,8  7,8
  1,1  !2,1  4,4  8,7  8,6
  pass  2,1  pass  pass
`;

const FINAL = `
. X O . . . . . .
X . X O . . . . .
. X O . . . . . .
. . . . . . . . .
. . . . X . . . .
. . . . . . . . .
. . . . . . . . X
. . . . . . . X .
. . . . . . . X .
`.trim();

/** By hand: black has 8 stones and the points 0,0 and 1,1 and 8,7 and 8,8; white has 3 stones; the rest is nobody's. */
const AREA = { black: 12, white: 3 };

type Seats = Readonly<Record<Color, GoClient>>;

/** The first comes first and has black; the opponent's name is known to whoever has words for names. */
async function seat(table: ConnectedClients, black: ClientKind, white: ClientKind): Promise<Seats> {
  const seats = { black: black.client('alice'), white: white.client('bob') };
  await table.connect(seats.black, black.listener);
  seats.black.seek(9);
  await table.settle();
  await table.connect(seats.white, white.listener, '127.0.0.2');
  seats.white.seek(9);
  await table.settle();
  // So long is a client waited for that does not acknowledge.
  await table.wait(10);
  for (const [color, kind, other, name] of [
    ['black', black, white, 'bob'],
    ['white', white, black, 'alice'],
  ] as const) {
    const game = seats[color].game;
    assert.equal(game?.color, color);
    assert.equal(game.size, 9);
    assert.equal(game.opponent, kind.named ? (other.named ? name : (kind.guest ?? 'guest-1')) : undefined);
  }
  return seats;
}

/** The game as far as everyone knows it is the same, passes that are not told left out. */
function sameBoards({ black, white }: Seats): void {
  assert.equal(`${black.game}`, `${white.game}`);
  const stones = (client: Client & { game?: GoClient['game'] }): unknown[] =>
    client.game?.moves.filter(({ kind }) => kind === 'play') ?? [];
  assert.deepEqual(stones(black), stones(white));
}

/** Plays a script, and leaves out the refused turns of whoever is kicked for them, or loses by them. */
async function play(
  table: ConnectedClients,
  seats: Seats,
  kinds: Readonly<Record<Color, ClientKind>>,
  script: string,
): Promise<void> {
  let toMove: Color = 'black';
  for (const turn of script.trim().split(/\s+/)) {
    const refused = turn.startsWith('!');
    if (refused && kinds[toMove].losesByFoul) continue;
    assert(seats[toMove].isReadyToMove, `${toMove} is on turn before ${turn}`);
    const [x = 0, y = 0] = turn.replace('!', '').split(',').map(Number);
    if (turn === 'pass') seats[toMove].pass();
    else seats[toMove].play({ x, y });
    await table.settle();
    if (!refused) toMove = opposite(toMove);
  }
}

function bothAreTold(
  seats: Seats,
  kinds: Readonly<Record<Color, ClientKind>>,
  end: ExpectedEnding,
  quitter?: Color,
): void {
  for (const color of COLORS) {
    assert.equal(seats[color].game?.ending?.text, kinds[color].told(end, color, color === quitter), color);
  }
}

/** The value of either side, else the usual one of the host, who plays black. */
function komi({ black, white }: Readonly<Record<Color, ClientKind>>): number {
  const value = [black.komi, white.komi].find((each) => each?.always);
  return (value ?? black.komi)?.points ?? 0;
}

/** The seat that stays is told the end; the one that left hears no more of the game. */
async function ends(
  road: DeliveryMode,
  kinds: Readonly<Record<Color, ClientKind>>,
  how: 'resigns' | 'leaves' | 'is lost',
): Promise<void> {
  for (const quitter of COLORS) {
    await ConnectedClients.run(road, {}, async (table) => {
      const seats = await seat(table, kinds.black, kinds.white);
      await play(table, seats, kinds, quitter === 'black' ? '1,1 2,2' : '1,1 2,2 3,3');
      sameBoards(seats);
      if (how === 'resigns') seats[quitter].resign();
      else if (how === 'leaves') await table.leave(seats[quitter]);
      else await table.disconnect(seats[quitter]);
      await table.settle();
      // By remastered's ruling `close` is resigning.
      const resigned = how === 'resigns' || (how === 'leaves' && kinds[quitter].leavesByResigning === true);
      const score = quitter === 'black' ? { black: 1, white: 1 + komi(kinds) } : { black: 2, white: 1 + komi(kinds) };
      const runsOut = how === 'is lost' && kinds[quitter].runsAway === true;
      if (runsOut) await table.wait(301);
      const end: ExpectedEnding = {
        how: resigned ? 'resigned' : runsOut ? 'time' : 'left',
        winner: opposite(quitter),
        score,
      };
      if (how === 'resigns') bothAreTold(seats, kinds, end, quitter);
      const stays = opposite(quitter);
      assert.equal(seats[stays].game?.ending?.text, kinds[stays].told(end, stays, false));
    });
  }
}

async function wholeGame(road: DeliveryMode, kinds: Readonly<Record<Color, ClientKind>>): Promise<void> {
  await ConnectedClients.run(road, {}, async (table) => {
    const seats = await seat(table, kinds.black, kinds.white);
    await play(table, seats, kinds, SCRIPT);
    sameBoards(seats);
    assert.equal(`${seats.black.game}`, FINAL);
    const score = { black: AREA.black, white: AREA.white + komi(kinds) };
    bothAreTold(seats, kinds, { how: 'score', winner: 'black', score });
    assert.deepEqual(table.server.hub.statistics.games, 0);
  });
}

for (const [black, blackKind] of Object.entries(KINDS)) {
  for (const [white, whiteKind] of Object.entries(KINDS)) {
    const kinds = { black: blackKind, white: whiteKind };
    describe(`${black} against ${white}`, () => {
      test('a whole game', () => wholeGame('whole', kinds));
      test('a whole game, byte by byte', () => wholeGame('byte by byte', kinds));
      // Sockets know nothing of dialects.
      if (black === blackKind.protocol && white === whiteKind.protocol) {
        test('a whole game, over TCP', () => wholeGame('over TCP', kinds));
      }
      for (const how of ['resigns', 'leaves', 'is lost'] as const) test(`one ${how}`, () => ends('whole', kinds, how));
    });
  }
}

describe('nedap is kicked for retaking a ko', () => {
  const KO = 'that position has been on the board before';
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const nedap of ['nedap', 'nedap, later'] as const) {
      test(`${nedap} against ${name}`, () =>
        ConnectedClients.run('whole', {}, async (table) => {
          const kicked = KINDS[nedap];
          assert(kicked);
          const kinds = { black: kind, white: kicked };
          const seats = await seat(table, kind, kicked);
          await play(table, seats, kinds, SCRIPT.slice(0, SCRIPT.indexOf('!')));
          seats.white.play({ x: 1, y: 1 });
          await table.settle();
          assert.match(seats.white.game?.ending?.text ?? '', nedap === 'nedap' ? /^INVALID / : /^INVALID white /);
          assert(seats.white.closed);
          const score = seats.black.game?.score(komi(kinds));
          assert(score);
          const told = kind.told({ how: 'left', winner: 'black', score, kickedFor: KO }, 'black', false);
          assert.equal(seats.black.game?.ending?.text, told);
        }));
    }
  }
});
