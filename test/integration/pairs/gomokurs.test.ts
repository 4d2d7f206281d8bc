import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VERSIONS, type Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

interface Pair {
  readonly table: ConnectedClients;
  readonly black: GomokursClient;
  readonly white: GomokursClient;
}

interface Setting {
  readonly road?: DeliveryMode;
  readonly size?: number;
  readonly black: Version;
  readonly white: Version;
}

async function seated(
  { road = 'whole', size = 15, black, white }: Setting,
  play: (pair: Pair) => Promise<void>,
): Promise<void> {
  await ConnectedClients.run(road, {}, async (table) => {
    const first = new GomokursClient({ version: black, size });
    const second = new GomokursClient({ version: white, size });
    for (const client of [first, second]) {
      await table.connect(client, `gomokurs?size=${size}&turn=30&match=100`);
      client.seek();
      await table.settle();
    }
    assert(first.isReadyToMove && !second.isReadyToMove, 'the first to come has black');
    await play({ table, black: first, white: second });
  });
}

/** Stones in turn, black's first. */
async function play({ table, black, white }: Pair, stones: readonly BoardCoordinates[]): Promise<void> {
  for (const [index, stone] of stones.entries()) {
    const mover = index % 2 === 0 ? black : white;
    assert(mover.isReadyToMove, `stone ${index + 1} can be played`);
    mover.play(stone);
    await table.settle();
  }
}

const column = (x: number, count: number): BoardCoordinates[] => Array.from({ length: count }, (_, y) => ({ x, y }));

const inTurn = (black: readonly BoardCoordinates[], white: readonly BoardCoordinates[]): BoardCoordinates[] =>
  black.flatMap((stone, index) => [stone, ...white.slice(index, index + 1)]);

const told = (version: Version, result: 'win' | 'loss' | 'draw'): string =>
  version === '0.2.0' ? `RESULT ${result} / END` : 'END';

/** Both have been told their end, and both connections are closed. */
function over(
  { black, white }: Pair,
  { black: one, white: other }: Setting,
  winner: 'black' | 'white' | 'nobody',
): void {
  const result = (color: 'black' | 'white') => (winner === 'nobody' ? 'draw' : winner === color ? 'win' : 'loss');
  assert.equal(black.game?.ending?.text, told(one, result('black')));
  assert.equal(white.game?.ending?.text, told(other, result('white')));
  assert(black.closed && white.closed);
}

/** A full board of 5x5 on which no row, column or diagonal is of one colour. */
const DRAWN = `
  X O X O X
  X O X O X
  O X O X O
  O X O X O
  X O X O X
`;

function stonesOf(diagram: string, sign: string): BoardCoordinates[] {
  const rows = diagram
    .trim()
    .split('\n')
    .map((row) => row.trim().split(' '));
  return rows.flatMap((row, y) => row.flatMap((cell, x) => (cell === sign ? [{ x, y }] : [])));
}

for (const black of VERSIONS) {
  for (const white of VERSIONS) {
    const setting = { black, white };
    describe(`gomokurs ${black} against ${white}`, () => {
      for (const road of DELIVERY_MODES) {
        test(`five in a row, ${road}`, () =>
          seated({ ...setting, road }, async (pair) => {
            await play(pair, inTurn(column(3, 5), column(9, 4)));
            over(pair, setting, 'black');
            assert.equal(`${pair.black.game}`, `${pair.white.game}`);
            assert.equal(pair.white.game?.winner, 'black');
          }));
      }

      test("white's five", () =>
        seated(setting, async (pair) => {
          await play(pair, inTurn([...column(3, 4), { x: 14, y: 14 }], column(9, 5)));
          over(pair, setting, 'white');
          assert.equal(pair.black.game?.winner, 'white');
        }));

      test('a draw on a full board', () =>
        seated({ ...setting, size: 5 }, async (pair) => {
          await play(pair, inTurn(stonesOf(DRAWN, 'X'), stonesOf(DRAWN, 'O')));
          over(pair, setting, 'nobody');
          assert.equal(`${pair.black.game}`, DRAWN.trim().replaceAll(/\n */g, '\n'));
          assert.equal(`${pair.white.game}`, `${pair.black.game}`);
        }));

      test('a stone on a stone', () =>
        seated(setting, async (pair) => {
          await play(pair, [{ x: 7, y: 7 }]);
          pair.white.play({ x: 7, y: 7 });
          await pair.table.settle();
          over(pair, setting, 'black');
        }));

      test('a stone off the board', () =>
        seated(setting, async (pair) => {
          pair.black.play({ x: 15, y: 0 });
          await pair.table.settle();
          over(pair, setting, 'white');
        }));

      test('a stone out of turn', () =>
        seated(setting, async (pair) => {
          pair.white.play({ x: 7, y: 7 });
          await pair.table.settle();
          over(pair, setting, 'black');
        }));

      test('no stone within the time of a turn', () =>
        seated(setting, async (pair) => {
          await play(pair, [{ x: 7, y: 7 }]);
          await pair.table.wait(29);
          assert(pair.white.isReadyToMove);
          await pair.table.wait(1);
          over(pair, setting, 'black');
        }));

      test('no stone within the time of the match', () =>
        seated(setting, async (pair) => {
          // 100 s are gone after four turns of 25 s.
          for (const y of [0, 1, 2, 3]) {
            await pair.table.wait(y === 3 ? 24 : 25);
            pair.black.play({ x: 2 * y, y });
            await pair.table.settle();
            pair.white.play({ x: 2 * y + 1, y });
            await pair.table.settle();
          }
          await pair.table.wait(1);
          over(pair, setting, 'white');
        }));

      for (const quitter of ['black', 'white'] as const) {
        test(`a lost connection of ${quitter}'s`, () =>
          seated(setting, async (pair) => {
            await play(pair, [{ x: 7, y: 7 }]);
            await pair.table.disconnect(pair[quitter]);
            const stays = quitter === 'black' ? 'white' : 'black';
            assert.equal(pair[stays].game?.ending?.text, told(setting[stays], 'win'));
            assert(pair[stays].closed);
          }));
      }
    });
  }
}
