import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VERSIONS, type Version } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

interface Pair {
  readonly clients: ConnectedClients;
  readonly black: GomokursClient;
  readonly white: GomokursClient;
}

interface PairOptions {
  readonly mode?: DeliveryMode;
  readonly size?: number;
  readonly black: Version;
  readonly white: Version;
}

/** Runs `play` with two connected clients in a game. */
async function withPair(
  { mode = 'whole', size = 15, black, white }: PairOptions,
  play: (pair: Pair) => Promise<void>,
): Promise<void> {
  await ConnectedClients.run(mode, {}, async (clients) => {
    const first = new GomokursClient({ version: black, size });
    const second = new GomokursClient({ version: white, size });
    for (const client of [first, second]) {
      await clients.connect(client, `gomokurs?size=${size}&turn=30&match=100`);
      client.seek();
      await clients.settle();
    }
    assert(first.isReadyToMove && !second.isReadyToMove, 'the first to come has black');
    await play({ clients, black: first, white: second });
  });
}

/** Plays the stones alternately, beginning with black. */
async function play({ clients, black, white }: Pair, stones: readonly BoardCoordinates[]): Promise<void> {
  for (const [index, stone] of stones.entries()) {
    const mover = index % 2 === 0 ? black : white;
    assert(mover.isReadyToMove, `stone ${index + 1} can be played`);
    mover.play(stone);
    await clients.settle();
  }
}

const column = (x: number, count: number): BoardCoordinates[] => Array.from({ length: count }, (_, y) => ({ x, y }));

const alternate = (black: readonly BoardCoordinates[], white: readonly BoardCoordinates[]): BoardCoordinates[] =>
  black.flatMap((stone, index) => [stone, ...white.slice(index, index + 1)]);

const endText = (version: Version, result: 'win' | 'loss' | 'draw'): string =>
  version === '0.2.0' ? `RESULT ${result} / END` : 'END';

/** Asserts that both clients have received the end with their result, and that both connections are closed. */
function assertOver({ black, white }: Pair, versions: PairOptions, winner: 'black' | 'white' | 'draw'): void {
  const result = (color: 'black' | 'white') => (winner === 'draw' ? 'draw' : winner === color ? 'win' : 'loss');
  assert.equal(black.game?.ending?.text, endText(versions.black, result('black')));
  assert.equal(white.game?.ending?.text, endText(versions.white, result('white')));
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
    const options = { black, white };
    describe(`gomokurs ${black} against ${white}`, () => {
      for (const mode of DELIVERY_MODES) {
        test(`five in a row, ${mode}`, () =>
          withPair({ ...options, mode }, async (pair) => {
            await play(pair, alternate(column(3, 5), column(9, 4)));
            assertOver(pair, options, 'black');
            assert.equal(`${pair.black.game}`, `${pair.white.game}`);
            assert.equal(pair.white.game?.winner, 'black');
          }));
      }

      test('five in a row of white', () =>
        withPair(options, async (pair) => {
          await play(pair, alternate([...column(3, 4), { x: 14, y: 14 }], column(9, 5)));
          assertOver(pair, options, 'white');
          assert.equal(pair.black.game?.winner, 'white');
        }));

      test('a draw on a full board', () =>
        withPair({ ...options, size: 5 }, async (pair) => {
          await play(pair, alternate(stonesOf(DRAWN, 'X'), stonesOf(DRAWN, 'O')));
          assertOver(pair, options, 'draw');
          assert.equal(`${pair.black.game}`, DRAWN.trim().replaceAll(/\n */g, '\n'));
          assert.equal(`${pair.white.game}`, `${pair.black.game}`);
        }));

      test('a stone on an occupied point', () =>
        withPair(options, async (pair) => {
          await play(pair, [{ x: 7, y: 7 }]);
          pair.white.play({ x: 7, y: 7 });
          await pair.clients.settle();
          assertOver(pair, options, 'black');
        }));

      test('a stone off the board', () =>
        withPair(options, async (pair) => {
          pair.black.play({ x: 15, y: 0 });
          await pair.clients.settle();
          assertOver(pair, options, 'white');
        }));

      test('a stone on the opponent’s turn', () =>
        withPair(options, async (pair) => {
          pair.white.play({ x: 7, y: 7 });
          await pair.clients.settle();
          assertOver(pair, options, 'black');
        }));

      test('no move within the time of a turn', () =>
        withPair(options, async (pair) => {
          await play(pair, [{ x: 7, y: 7 }]);
          await pair.clients.wait(29);
          assert(pair.white.isReadyToMove);
          await pair.clients.wait(1);
          assertOver(pair, options, 'black');
        }));

      test('no move within the time of the match', () =>
        withPair(options, async (pair) => {
          // Four moves of 25 s use 100 s.
          for (const y of [0, 1, 2, 3]) {
            await pair.clients.wait(y === 3 ? 24 : 25);
            pair.black.play({ x: 2 * y, y });
            await pair.clients.settle();
            pair.white.play({ x: 2 * y + 1, y });
            await pair.clients.settle();
          }
          await pair.clients.wait(1);
          assertOver(pair, options, 'white');
        }));

      for (const quitter of ['black', 'white'] as const) {
        test(`a lost connection of ${quitter}`, () =>
          withPair(options, async (pair) => {
            await play(pair, [{ x: 7, y: 7 }]);
            await pair.clients.disconnect(pair[quitter]);
            const stays = quitter === 'black' ? 'white' : 'black';
            assert.equal(pair[stays].game?.ending?.text, endText(options[stays], 'win'));
            assert(pair[stays].closed);
          }));
      }
    });
  }
}
