import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLORS, type Color, opposite } from '../../../src/rules/color.ts';
import type { Client } from '../../support/clients/client.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { type ClientKind, type ExpectedEnding, KINDS } from '../../support/pairs/client-kinds.ts';
import type { DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

/**
 * The moves of a game: two captures of one stone, a ko that neither side may retake at once, a capture of two stones, and
 * passes. A move is `column,row` or `pass`. A move with `!` is one that the rules of the mover's protocol refuse.
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

/** Counted by hand: black has 8 stones and the points 0,0, 1,1, 8,7 and 8,8. White has 3 stones. */
const AREA = { black: 12, white: 3 };

type Seats = Readonly<Record<Color, GoClient>>;

/** Connects two clients, black first, and checks that each knows its colour and, if its protocol has names, its opponent. */
async function startGame(clients: ConnectedClients, black: ClientKind, white: ClientKind): Promise<Seats> {
  const seats = { black: black.client('alice'), white: white.client('bob') };
  await clients.connect(seats.black, black.listener);
  seats.black.seek(9);
  await clients.settle();
  await clients.connect(seats.white, white.listener, '127.0.0.2');
  seats.white.seek(9);
  await clients.settle();
  // The server waits 10 s for a client that does not acknowledge.
  await clients.wait(10);
  for (const [color, kind, other, name] of [
    ['black', black, white, 'bob'],
    ['white', white, black, 'alice'],
  ] as const) {
    const game = seats[color].game;
    assert.equal(game?.color, color);
    assert.equal(game.size, 9);
    assert.equal(game.opponent, kind.hasName ? (other.hasName ? name : (kind.guestName ?? 'guest-1')) : undefined);
  }
  return seats;
}

/** Asserts that both clients know the same game, except passes, which some protocols do not send. */
function assertSameBoards({ black, white }: Seats): void {
  assert.equal(`${black.game}`, `${white.game}`);
  const stones = (client: Client & { game?: GoClient['game'] }): unknown[] =>
    client.game?.moves.filter(({ kind }) => kind === 'play') ?? [];
  assert.deepEqual(stones(black), stones(white));
}

/** Plays a script. Refused moves are left out for protocols in which such a move loses the game. */
async function play(
  clients: ConnectedClients,
  seats: Seats,
  kinds: Readonly<Record<Color, ClientKind>>,
  script: string,
): Promise<void> {
  let toMove: Color = 'black';
  for (const move of script.trim().split(/\s+/)) {
    const refused = move.startsWith('!');
    if (refused && kinds[toMove].losesByIllegalMove) continue;
    assert(seats[toMove].isReadyToMove, `${toMove} can move before ${move}`);
    const [x = 0, y = 0] = move.replace('!', '').split(',').map(Number);
    if (move === 'pass') seats[toMove].pass();
    else seats[toMove].play({ x, y });
    await clients.settle();
    if (!refused) toMove = opposite(toMove);
  }
}

function assertBothReceiveEnd(
  seats: Seats,
  kinds: Readonly<Record<Color, ClientKind>>,
  end: ExpectedEnding,
  quitter?: Color,
): void {
  for (const color of COLORS) {
    assert.equal(seats[color].game?.ending?.text, kinds[color].formatEnding(end, color, color === quitter), color);
  }
}

/** The komi of a protocol that always has one, or else the default of the host, who plays black. */
function komiOf({ black, white }: Readonly<Record<Color, ClientKind>>): number {
  const value = [black.komi, white.komi].find((each) => each?.always);
  return (value ?? black.komi)?.points ?? 0;
}

/** Tests that the player who stays receives the end after the other has resigned, left or lost its connection. */
async function testEarlyEnd(
  mode: DeliveryMode,
  kinds: Readonly<Record<Color, ClientKind>>,
  how: 'resigns' | 'leaves' | 'is disconnected',
): Promise<void> {
  for (const quitter of COLORS) {
    await ConnectedClients.run(mode, {}, async (clients) => {
      const seats = await startGame(clients, kinds.black, kinds.white);
      await play(clients, seats, kinds, quitter === 'black' ? '1,1 2,2' : '1,1 2,2 3,3');
      assertSameBoards(seats);
      if (how === 'resigns') seats[quitter].resign();
      else if (how === 'leaves') await clients.leave(seats[quitter]);
      else await clients.disconnect(seats[quitter]);
      await clients.settle();
      // In remastered, `close` means resigning.
      const resigned = how === 'resigns' || (how === 'leaves' && kinds[quitter].leavesByResigning === true);
      const score =
        quitter === 'black' ? { black: 1, white: 1 + komiOf(kinds) } : { black: 2, white: 1 + komiOf(kinds) };
      const runsOut = how === 'is disconnected' && kinds[quitter].clockRunsWhileAbsent === true;
      if (runsOut) await clients.wait(301);
      const end: ExpectedEnding = {
        reason: resigned ? 'resigned' : runsOut ? 'time' : 'left',
        winner: opposite(quitter),
        score,
      };
      if (how === 'resigns') assertBothReceiveEnd(seats, kinds, end, quitter);
      const stays = opposite(quitter);
      assert.equal(seats[stays].game?.ending?.text, kinds[stays].formatEnding(end, stays, false));
    });
  }
}

async function testCompleteGame(mode: DeliveryMode, kinds: Readonly<Record<Color, ClientKind>>): Promise<void> {
  await ConnectedClients.run(mode, {}, async (clients) => {
    const seats = await startGame(clients, kinds.black, kinds.white);
    await play(clients, seats, kinds, SCRIPT);
    assertSameBoards(seats);
    assert.equal(`${seats.black.game}`, FINAL);
    const score = { black: AREA.black, white: AREA.white + komiOf(kinds) };
    assertBothReceiveEnd(seats, kinds, { reason: 'score', winner: 'black', score });
    assert.deepEqual(clients.server.hub.statistics.games, 0);
  });
}

for (const [black, blackKind] of Object.entries(KINDS)) {
  for (const [white, whiteKind] of Object.entries(KINDS)) {
    const kinds = { black: blackKind, white: whiteKind };
    describe(`${black} against ${white}`, () => {
      test('a complete game', () => testCompleteGame('whole', kinds));
      test('a complete game, byte by byte', () => testCompleteGame('byte by byte', kinds));
      // One test over TCP per protocol is enough, without one for each dialect.
      if (black === blackKind.protocol && white === whiteKind.protocol) {
        test('a complete game, over TCP', () => testCompleteGame('over TCP', kinds));
      }
      for (const how of ['resigns', 'leaves', 'is disconnected'] as const)
        test(`one player ${how}`, () => testEarlyEnd('whole', kinds, how));
    });
  }
}

describe('a nedap player who retakes a ko at once is removed', () => {
  const KO = 'that position has been on the board before';
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const nedap of ['nedap', 'nedap, later'] as const) {
      test(`${nedap} against ${name}`, () =>
        ConnectedClients.run('whole', {}, async (clients) => {
          const offender = KINDS[nedap];
          assert(offender);
          const kinds = { black: kind, white: offender };
          const seats = await startGame(clients, kind, offender);
          await play(clients, seats, kinds, SCRIPT.slice(0, SCRIPT.indexOf('!')));
          seats.white.play({ x: 1, y: 1 });
          await clients.settle();
          assert.match(seats.white.game?.ending?.text ?? '', nedap === 'nedap' ? /^INVALID / : /^INVALID white /);
          assert(seats.white.closed);
          const score = seats.black.game?.score(komiOf(kinds));
          assert(score);
          const told = kind.formatEnding({ reason: 'left', winner: 'black', score, kickedFor: KO }, 'black', false);
          assert.equal(seats.black.game?.ending?.text, told);
        }));
    }
  }
});
