import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GameParametersJson } from '../../../src/protocols/api/value-schemas.ts';
import { VERSIONS } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { WebClient } from '../../support/clients/web.ts';
import { KINDS } from '../../support/pairs/kinds.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

interface Round {
  readonly table: ConnectedClients;
  readonly black: WebClient;
  readonly white: WebClient;
  readonly spectator: WebClient;
}

/** Two clients of the page at a board of 9 lines, and one that watches them without a name. */
async function seated(road: DeliveryMode, play: (round: Round) => Promise<void>): Promise<void> {
  await ConnectedClients.run(road, {}, async (table) => {
    const [black, white] = [new WebClient({ name: 'alice', board: { komi: 0 } }), new WebClient({ name: 'bob' })];
    const spectator = new WebClient({ name: 'nobody' });
    for (const client of [black, white]) {
      await table.connect(client, 'web');
      client.seek(9);
      await table.settle();
    }
    await table.connect(spectator, 'web');
    spectator.request({ kind: 'watch', game: 1 });
    await table.settle();
    await play({ table, black, white, spectator });
  });
}

async function inTurn({ table, black, white }: Round, ...stones: readonly BoardCoordinates[]): Promise<void> {
  for (const stone of stones) {
    const mover = [black, white].find(({ isReadyToMove }) => isReadyToMove);
    assert(mover !== undefined);
    mover.play(stone);
    await table.settle();
  }
}

const turnsOf = ({ watched }: WebClient): readonly unknown[] => watched.get(1)?.moves ?? assert.fail('no game');

for (const road of DELIVERY_MODES) {
  describe(`two clients of the page, and one that watches them, ${road}`, () => {
    test('take back turns by agreement, until it is the asker’s own again', () =>
      seated(road, async (round) => {
        const { table, black, white, spectator } = round;
        await inTurn(round, { x: 4, y: 4 }, { x: 2, y: 2 }, { x: 6, y: 6 });
        // White asks for its stone, and black's that came after it.
        white.request({ kind: 'offer', what: 'undo' });
        await table.settle();
        assert(black.hasOpenOffer && !white.hasOpenOffer);
        black.request({ kind: 'accept' });
        await table.settle();
        for (const client of [black, white, spectator]) {
          assert.deepEqual(turnsOf(client), [{ kind: 'play', color: 'black', point: { x: 4, y: 4 } }]);
        }
        assert(white.isReadyToMove && !black.isReadyToMove);
        await inTurn(round, { x: 3, y: 3 });
        assert.equal(`${black.game}`, `${white.game}`);
        assert.equal(`${spectator.watched.get(1)?.record}`, `${white.game}`);
      }));

    test('decline, and let an offer lapse', () =>
      seated(road, async (round) => {
        const { table, black, white } = round;
        await inTurn(round, { x: 4, y: 4 });
        black.request({ kind: 'offer', what: 'undo' });
        await table.settle();
        white.request({ kind: 'decline' });
        await table.settle();
        assert(!white.hasOpenOffer);
        black.request({ kind: 'offer', what: 'draw' });
        await table.settle();
        assert(white.hasOpenOffer);
        await inTurn(round, { x: 5, y: 5 });
        assert(!white.hasOpenOffer);
        // The client itself fails if it is refused while somebody has asked.
        white.request({ kind: 'accept' });
        await table.settle();
        assert.equal(turnsOf(black).length, 2);
      }));

    test('call it a draw', () =>
      seated(road, async (round) => {
        const { table, black, white } = round;
        const watched = round.spectator.watched.get(1);
        await inTurn(round, { x: 4, y: 4 });
        black.request({ kind: 'offer', what: 'draw' });
        await table.settle();
        white.request({ kind: 'accept' });
        await table.settle();
        for (const game of [black.game, white.game, watched?.record]) {
          assert.equal(game?.ending?.text, 'agreed nobody 81 0');
        }
      }));
  });
}

describe('offers are for two clients of the page, or one of IGS', () => {
  for (const [name, kind] of Object.entries(KINDS)) {
    test(name, () =>
      ConnectedClients.run('whole', {}, async (table) => {
        const [web, other] = [new WebClient({ name: 'alice' }), kind.client('bob')];
        await table.connect(web, 'web');
        web.seek(9);
        await table.settle();
        await table.connect(other, kind.listener);
        other.seek(9);
        await table.settle();
        await table.wait(10);
        const offers = kind.proposes === true;
        assert.equal(web.ownGame?.state.offers, offers);
        web.play({ x: 4, y: 4 });
        await table.settle();
        web.request({ kind: 'offer', what: 'undo' });
        await table.settle();
        assert.equal(web.ownGame?.state.offer !== undefined, offers);
      }),
    );
  }
});

const FREESTYLE: GameParametersJson = { game: 'gomoku', size: 15, rule: 'freestyle' };

describe('Gomoku, against a Gomokurs player', () => {
  const stones: readonly BoardCoordinates[] = [0, 1, 2, 3, 4].flatMap((y) => [
    { x: 3, y },
    { x: 9, y },
  ]);

  for (const version of VERSIONS) {
    for (const road of DELIVERY_MODES) {
      for (const first of ['web', 'gomokurs'] as const) {
        test(`${version}, ${first} first, ${road}`, () =>
          ConnectedClients.run(road, {}, async (table) => {
            const [web, other] = [new WebClient({ name: 'alice' }), new GomokursClient({ version, size: 15 })];
            const joinWeb = async (): Promise<void> => {
              await table.connect(web, 'web');
              web.request({ kind: 'enter', name: 'alice' });
              web.request({ kind: 'seek', board: FREESTYLE });
              await table.settle();
            };
            const joinOther = async (): Promise<void> => {
              await table.connect(other, 'gomokurs?size=15');
              other.seek();
              await table.settle();
            };
            for (const join of first === 'web' ? [joinWeb, joinOther] : [joinOther, joinWeb]) await join();
            const record = web.ownGame?.record;
            for (const [index, stone] of stones.slice(0, 9).entries()) {
              const isWeb = (index % 2 === 0) === (first === 'web');
              (isWeb ? web : other).play(stone);
              await table.settle();
            }
            assert.equal(record?.ending?.text, 'row black');
            assert.equal(other.game?.winner, 'black');
            assert.equal(`${record}`, `${other.game}`);
          }));
      }
    }
  }

  test('each way of ending it', () =>
    ConnectedClients.run('whole', {}, async (table) => {
      for (const [how, words] of [
        ['resign', 'resigned white'],
        ['lose', 'left black'],
      ] as const) {
        const [web, other] = [new WebClient({ name: 'alice' }), new GomokursClient({ version: '0.2.0', size: 15 })];
        await table.connect(web, 'web');
        web.request({ kind: 'enter', name: 'alice' });
        web.request({ kind: 'seek', board: FREESTYLE });
        await table.settle();
        await table.connect(other, 'gomokurs?size=15');
        other.seek();
        await table.settle();
        const record = web.ownGame?.record;
        if (how === 'resign') web.resign();
        else await table.disconnect(other);
        await table.settle();
        assert.equal(record?.ending?.text, words);
        await table.leave(web);
      }
    }));
});
