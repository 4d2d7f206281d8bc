import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COLORS, type Color, opposite } from '../../../src/rules/color.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import type { GoClient } from '../../support/clients/go-client.ts';
import { GtpControllerClient, GtpEngineClient } from '../../support/clients/gtp.ts';
import { type ClientKind, type ExpectedEnding, KINDS } from '../../support/pairs/kinds.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

/**
 * A capture of one stone, a ko that both sides are refused to retake at once, a capture of two stones, and passes. A turn is
 * `column,row` or `pass`; `!` before it: refused by the rules of the side that tries it.
 */
const SCRIPT = `
  1,0  2,0  0,1  3,1  1,2  2,2  7,7  1,1  2,1
  !1,1  8,8  7,8
  1,1  !2,1  4,4  8,7  8,6
  pass  2,1  pass  pass
`;

/** By hand: black has 8 stones and the points 0,0 and 1,1 and 8,7 and 8,8; white has 3 stones. */
const AREA = { black: 12, white: 3 };
const POINTS = 9;

type Seats = Readonly<Record<Color, GoClient>>;

const turnsOf = (script: string): string[] => script.trim().split(/\s+/);

/** Plays what is left of a script. `tries`: whether a side may try an illegal move. */
async function play(
  table: ConnectedClients,
  seats: Seats,
  turns: readonly string[],
  tries: (color: Color) => boolean,
): Promise<void> {
  let toMove = seats.black.game?.moves.length === 1 ? ('white' as Color) : 'black';
  for (const turn of turns) {
    const isRefused = turn.startsWith('!');
    if (isRefused && !tries(toMove)) continue;
    assert(seats[toMove].isReadyToMove, `${toMove} is on turn before ${turn}\n${seats[toMove].dialogue}`);
    const [x = 0, y = 0] = turn.replace('!', '').split(',').map(Number);
    if (turn === 'pass') seats[toMove].pass();
    else seats[toMove].play({ x, y });
    // A client that does not acknowledge is waited for.
    await table.wait(10);
    if (!isRefused) toMove = opposite(toMove);
  }
}

/** Black comes first. A controller with black seeks by its first move, so that is played. */
async function meet(
  table: ConnectedClients,
  kind: ClientKind,
  color: Color,
  [first = '']: readonly string[],
): Promise<Seats> {
  const controller = new GtpControllerClient(color);
  const other = kind.client('bob');
  const enterController = async (): Promise<void> => {
    await table.connect(controller, 'gtp?size=9');
    controller.seek(9);
    await table.settle();
  };
  if (color === 'black') {
    await enterController();
    const [x = 0, y = 0] = first.split(',').map(Number);
    controller.play({ x, y });
    await table.settle();
  }
  await table.connect(other, kind.listener, '127.0.0.2');
  other.seek(9);
  await table.settle();
  if (color === 'white') await enterController();
  await table.wait(10);
  return color === 'black' ? { black: controller, white: other } : { black: other, white: controller };
}

/** The value of the other side, else the usual one of black, who waited: 7.5 for a controller. */
function komiOf({ komi }: ClientKind, color: Color): number {
  if (komi?.always || color !== 'black') return komi?.points ?? 0;
  return 7.5;
}

async function wholeGame(road: DeliveryMode, kind: ClientKind, color: Color): Promise<void> {
  await ConnectedClients.run(road, {}, async (table) => {
    const turns = turnsOf(SCRIPT);
    const seats = await meet(table, kind, color, turns);
    const rest = color === 'black' ? turns.slice(1) : turns;
    await play(table, seats, rest, (side) => side === color || !kind.losesByFoul);
    assert.equal(`${seats.black.game}`, `${seats.white.game}`);
    const komi = komiOf(kind, color);
    assert.equal(seats[color].game?.ending?.text, `B+${POINTS - komi}`);
    const score = { black: AREA.black, white: AREA.white + komi };
    const told = kind.told({ how: 'score', winner: 'black', score }, opposite(color), false);
    assert.equal(seats[opposite(color)].game?.ending?.text, told);
    assert.equal(table.server.hub.statistics.games, 0);
  });
}

type Way = 'resigns' | 'leaves' | 'is lost';

/** The side whose turn it is goes, and the other one is told. */
async function ends(kind: ClientKind, color: Color, quitter: Color, how: Way): Promise<void> {
  await ConnectedClients.run('whole', {}, async (table) => {
    const turns = quitter === 'black' ? ['1,1', '2,2'] : ['1,1', '2,2', '3,3'];
    const seats = await meet(table, kind, color, turns);
    await play(table, seats, color === 'black' ? turns.slice(1) : turns, () => true);
    if (how === 'resigns') seats[quitter].resign();
    else if (how === 'leaves') await table.leave(seats[quitter]);
    else await table.disconnect(seats[quitter]);
    const runsOut = how === 'is lost' && quitter !== color && kind.runsAway === true;
    await table.wait(runsOut ? 301 : 0);
    const stays = opposite(quitter);
    const score = { black: quitter === 'black' ? 1 : 2, white: 1 + komiOf(kind, color) };
    const end: ExpectedEnding = { how: how === 'resigns' ? 'resigned' : 'left', winner: stays, score };
    assert.equal(seats[stays].game?.ending?.text, stays === color ? 'game over' : kind.told(end, stays, false));
  });
}

for (const [name, kind] of Object.entries(KINDS)) {
  for (const color of COLORS) {
    describe(`a GTP controller as ${color} against ${name}`, () => {
      for (const road of DELIVERY_MODES.filter((each) => each !== 'over TCP' || name === kind.protocol))
        test(`a whole game, ${road}`, () => wholeGame(road, kind, color));
      for (const quitter of COLORS)
        for (const how of ['resigns', 'leaves', 'is lost'] as const)
          test(`${quitter} ${how}`, () => ends(kind, color, quitter, how));
    });
  }

  if (kind.isForPeople) continue;
  test(`a GTP engine against ${name}`, () =>
    ConnectedClients.run('byte by byte', { houseWait: 0 }, async (table) => {
      const engine = new GtpEngineClient();
      await table.connect(engine, 'gtp?as=controller&name=eve&size=9');
      await table.settle();
      const other = kind.client('bob');
      await table.connect(other, kind.listener, '127.0.0.2');
      other.seek(9);
      for (let waits = 0; waits < 3; waits++) await table.wait(10);
      await play(table, { black: other, white: engine }, turnsOf(SCRIPT), () => false);
      const komi = komiOf(kind, 'white');
      const score = { black: AREA.black, white: AREA.white + komi };
      assert.equal(other.game?.ending?.text, kind.told({ how: 'score', winner: 'black', score }, 'black', false));
      assert.equal(`${engine.game}`, `${other.game}`);
    }));
}

describe('GTP against GTP', () => {
  for (const road of DELIVERY_MODES) {
    test(`two controllers, ${road}`, () =>
      ConnectedClients.run(road, {}, async (table) => {
        const [black, white] = [new GtpControllerClient('black'), new GtpControllerClient('white')];
        await table.connect(white, 'gtp?size=9');
        white.seek(9);
        await table.settle();
        await table.connect(black, 'gtp');
        black.seek(9);
        await table.settle();
        await play(table, { black, white }, turnsOf(SCRIPT), () => true);
        assert.equal(`${black.game}`, `${white.game}`);
        // The komi of the controller that waited.
        for (const client of [black, white]) assert.equal(client.game?.ending?.text, `B+${POINTS - 7.5}`);
      }));

    test(`a controller as white and an engine as black, ${road}`, () =>
      ConnectedClients.run(road, { houseWait: 0 }, async (table) => {
        const [engine, controller] = [new GtpEngineClient(), new GtpControllerClient('white')];
        await table.connect(engine, 'gtp?as=controller&size=9');
        await table.settle();
        await table.connect(controller, 'gtp');
        controller.seek(9);
        await table.settle();
        await play(table, { black: engine, white: controller }, turnsOf(SCRIPT), (color) => color === 'white');
        assert.equal(`${engine.game}`, `${controller.game}`);
        assert.equal(controller.game?.ending?.text, `B+${POINTS - 7.5}`);
      }));
  }
});
