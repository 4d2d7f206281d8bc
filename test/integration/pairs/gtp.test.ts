import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLORS, type Color, opposite } from '../../../src/rules/color.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { GtpControllerClient, GtpEngineClient } from '../../support/clients/gtp.ts';
import { type ClientKind, type ExpectedEnding, KINDS } from '../../support/pairs/client-kinds.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

/**
 * The moves of a game: a capture of one stone, a ko that neither side may retake at once, a capture of two stones, and passes.
 * A move is `column,row` or `pass`. A move with `!` is one that the rules refuse.
 */
const SCRIPT = `
  1,0  2,0  0,1  3,1  1,2  2,2  7,7  1,1  2,1
  !1,1  8,8  7,8
  1,1  !2,1  4,4  8,7  8,6
  pass  2,1  pass  pass
`;

/** Counted by hand: black has 8 stones and the points 0,0, 1,1, 8,7 and 8,8. White has 3 stones. */
const AREA = { black: 12, white: 3 };
const POINTS = 9;

type Seats = Readonly<Record<Color, GoClient>>;

const movesOf = (script: string): string[] => script.trim().split(/\s+/);

/** Plays the remaining moves of a script. `triesIllegal` says whether a side tries the illegal moves. */
async function play(
  clients: ConnectedClients,
  seats: Seats,
  moves: readonly string[],
  triesIllegal: (color: Color) => boolean,
): Promise<void> {
  let toMove = seats.black.game?.moves.length === 1 ? ('white' as Color) : 'black';
  for (const move of moves) {
    const isRefused = move.startsWith('!');
    if (isRefused && !triesIllegal(toMove)) continue;
    assert(seats[toMove].isReadyToMove, `${toMove} can move before ${move}\n${seats[toMove].dialogue}`);
    const [x = 0, y = 0] = move.replace('!', '').split(',').map(Number);
    if (move === 'pass') seats[toMove].pass();
    else seats[toMove].play({ x, y });
    // The server waits 10 s for a client that does not acknowledge.
    await clients.wait(10);
    if (!isRefused) toMove = opposite(toMove);
  }
}

/** Connects both clients, black first. A controller with black seeks by its first move, so this move is played, too. */
async function startGame(
  clients: ConnectedClients,
  kind: ClientKind,
  color: Color,
  [first = '']: readonly string[],
): Promise<Seats> {
  const controller = new GtpControllerClient(color);
  const other = kind.client('bob');
  const enterController = async (): Promise<void> => {
    await clients.connect(controller, 'gtp?size=9');
    controller.seek(9);
    await clients.settle();
  };
  if (color === 'black') {
    await enterController();
    const [x = 0, y = 0] = first.split(',').map(Number);
    controller.play({ x, y });
    await clients.settle();
  }
  await clients.connect(other, kind.listener, '127.0.0.2');
  other.seek(9);
  await clients.settle();
  if (color === 'white') await enterController();
  await clients.wait(10);
  return color === 'black' ? { black: controller, white: other } : { black: other, white: controller };
}

/** The komi of the opponent's protocol if it always has one, or else the default of black, who waited: 7.5 for a controller. */
function komiOf({ komi }: ClientKind, color: Color): number {
  if (komi?.always || color !== 'black') return komi?.points ?? 0;
  return 7.5;
}

async function testCompleteGame(mode: DeliveryMode, kind: ClientKind, color: Color): Promise<void> {
  await ConnectedClients.run(mode, {}, async (clients) => {
    const moves = movesOf(SCRIPT);
    const seats = await startGame(clients, kind, color, moves);
    const rest = color === 'black' ? moves.slice(1) : moves;
    await play(clients, seats, rest, (side) => side === color || !kind.losesByIllegalMove);
    assert.equal(`${seats.black.game}`, `${seats.white.game}`);
    const komi = komiOf(kind, color);
    assert.equal(seats[color].game?.ending?.text, `B+${POINTS - komi}`);
    const score = { black: AREA.black, white: AREA.white + komi };
    const expected = kind.formatEnding({ reason: 'score', winner: 'black', score }, opposite(color), false);
    assert.equal(seats[opposite(color)].game?.ending?.text, expected);
    assert.equal(clients.server.hub.statistics.games, 0);
  });
}

type EarlyEnd = 'resigns' | 'leaves' | 'is disconnected';

/** Tests that the opponent receives the end after the side to move has resigned, left or lost its connection. */
async function testEarlyEnd(kind: ClientKind, color: Color, quitter: Color, how: EarlyEnd): Promise<void> {
  await ConnectedClients.run('whole', {}, async (clients) => {
    const moves = quitter === 'black' ? ['1,1', '2,2'] : ['1,1', '2,2', '3,3'];
    const seats = await startGame(clients, kind, color, moves);
    await play(clients, seats, color === 'black' ? moves.slice(1) : moves, () => true);
    if (how === 'resigns') seats[quitter].resign();
    else if (how === 'leaves') await clients.leave(seats[quitter]);
    else await clients.disconnect(seats[quitter]);
    const runsOut = how === 'is disconnected' && quitter !== color && kind.clockRunsWhileAbsent === true;
    await clients.wait(runsOut ? 301 : 0);
    const stays = opposite(quitter);
    const score = { black: quitter === 'black' ? 1 : 2, white: 1 + komiOf(kind, color) };
    const end: ExpectedEnding = { reason: how === 'resigns' ? 'resigned' : 'left', winner: stays, score };
    assert.equal(seats[stays].game?.ending?.text, stays === color ? 'game over' : kind.formatEnding(end, stays, false));
  });
}

for (const [name, kind] of Object.entries(KINDS)) {
  for (const color of COLORS) {
    describe(`a GTP controller as ${color} against ${name}`, () => {
      for (const mode of DELIVERY_MODES.filter((each) => each !== 'over TCP' || name === kind.protocol))
        test(`a complete game, ${mode}`, () => testCompleteGame(mode, kind, color));
      for (const quitter of COLORS)
        for (const how of ['resigns', 'leaves', 'is disconnected'] as const)
          test(`${quitter} ${how}`, () => testEarlyEnd(kind, color, quitter, how));
    });
  }

  if (kind.excludesComputers) continue;
  test(`a GTP engine against ${name}`, () =>
    ConnectedClients.run('byte by byte', { houseWait: 0 }, async (clients) => {
      const engine = new GtpEngineClient();
      await clients.connect(engine, 'gtp?as=controller&name=eve&size=9');
      await clients.settle();
      const other = kind.client('bob');
      await clients.connect(other, kind.listener, '127.0.0.2');
      other.seek(9);
      for (let waits = 0; waits < 3; waits++) await clients.wait(10);
      await play(clients, { black: other, white: engine }, movesOf(SCRIPT), () => false);
      const komi = komiOf(kind, 'white');
      const score = { black: AREA.black, white: AREA.white + komi };
      assert.equal(
        other.game?.ending?.text,
        kind.formatEnding({ reason: 'score', winner: 'black', score }, 'black', false),
      );
      assert.equal(`${engine.game}`, `${other.game}`);
    }));
}

describe('GTP against GTP', () => {
  for (const mode of DELIVERY_MODES) {
    test(`two controllers, ${mode}`, () =>
      ConnectedClients.run(mode, {}, async (clients) => {
        const [black, white] = [new GtpControllerClient('black'), new GtpControllerClient('white')];
        await clients.connect(white, 'gtp?size=9');
        white.seek(9);
        await clients.settle();
        await clients.connect(black, 'gtp');
        black.seek(9);
        await clients.settle();
        await play(clients, { black, white }, movesOf(SCRIPT), () => true);
        assert.equal(`${black.game}`, `${white.game}`);
        // The komi is the one of the controller that waited.
        for (const client of [black, white]) assert.equal(client.game?.ending?.text, `B+${POINTS - 7.5}`);
      }));

    test(`a controller as white and an engine as black, ${mode}`, () =>
      ConnectedClients.run(mode, { houseWait: 0 }, async (clients) => {
        const [engine, controller] = [new GtpEngineClient(), new GtpControllerClient('white')];
        await clients.connect(engine, 'gtp?as=controller&size=9');
        await clients.settle();
        await clients.connect(controller, 'gtp');
        controller.seek(9);
        await clients.settle();
        await play(clients, { black: engine, white: controller }, movesOf(SCRIPT), (color) => color === 'white');
        assert.equal(`${engine.game}`, `${controller.game}`);
        assert.equal(controller.game?.ending?.text, `B+${POINTS - 7.5}`);
      }));
  }
});
