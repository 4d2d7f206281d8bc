import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GameParametersJson } from '../../../src/protocols/api/value-schemas.ts';
import { VERSIONS } from '../../../src/protocols/gomokurs/protocol-version.ts';
import type { BoardCoordinates } from '../../../src/rules/point.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { WebClient } from '../../support/clients/web.ts';
import { KINDS } from '../../support/pairs/client-kinds.ts';
import { DELIVERY_MODES, type DeliveryMode } from '../../support/transcripts/transcript-transport.ts';

interface WatchedGame {
  readonly clients: ConnectedClients;
  readonly black: WebClient;
  readonly white: WebClient;
  readonly spectator: WebClient;
}

/** Runs `play` with two clients of the page in a game on a 9x9 board, and a spectator without a name. */
async function withGame(mode: DeliveryMode, play: (game: WatchedGame) => Promise<void>): Promise<void> {
  await ConnectedClients.run(mode, {}, async (clients) => {
    const [black, white] = [new WebClient({ name: 'alice', board: { komi: 0 } }), new WebClient({ name: 'bob' })];
    const spectator = new WebClient({ name: 'nobody' });
    for (const client of [black, white]) {
      await clients.connect(client, 'web');
      client.seek(9);
      await clients.settle();
    }
    await clients.connect(spectator, 'web');
    spectator.request({ kind: 'watch', game: 1 });
    await clients.settle();
    await play({ clients, black, white, spectator });
  });
}

async function playAlternately(
  { clients, black, white }: WatchedGame,
  ...stones: readonly BoardCoordinates[]
): Promise<void> {
  for (const stone of stones) {
    const mover = [black, white].find(({ isReadyToMove }) => isReadyToMove);
    assert(mover !== undefined);
    mover.play(stone);
    await clients.settle();
  }
}

const movesOf = ({ watched }: WebClient): readonly unknown[] => watched.get(1)?.moves ?? assert.fail('no game');

for (const mode of DELIVERY_MODES) {
  describe(`two players of the page and a spectator, ${mode}`, () => {
    test('take moves back by agreement, until the player who asked is to move', () =>
      withGame(mode, async (game) => {
        const { clients, black, white, spectator } = game;
        await playAlternately(game, { x: 4, y: 4 }, { x: 2, y: 2 }, { x: 6, y: 6 });
        // White asks to take back its own stone and black's later one.
        white.request({ kind: 'offer', what: 'undo' });
        await clients.settle();
        assert(black.hasOpenOffer && !white.hasOpenOffer);
        black.request({ kind: 'accept' });
        await clients.settle();
        for (const client of [black, white, spectator]) {
          assert.deepEqual(movesOf(client), [{ kind: 'play', color: 'black', point: { x: 4, y: 4 } }]);
        }
        assert(white.isReadyToMove && !black.isReadyToMove);
        await playAlternately(game, { x: 3, y: 3 });
        assert.equal(`${black.game}`, `${white.game}`);
        assert.equal(`${spectator.watched.get(1)?.record}`, `${white.game}`);
      }));

    test('decline an offer, or let it expire by a move', () =>
      withGame(mode, async (game) => {
        const { clients, black, white } = game;
        await playAlternately(game, { x: 4, y: 4 });
        black.request({ kind: 'offer', what: 'undo' });
        await clients.settle();
        white.request({ kind: 'decline' });
        await clients.settle();
        assert(!white.hasOpenOffer);
        black.request({ kind: 'offer', what: 'draw' });
        await clients.settle();
        assert(white.hasOpenOffer);
        await playAlternately(game, { x: 5, y: 5 });
        assert(!white.hasOpenOffer);
        // The test client throws an error if an answer to an open offer is refused.
        white.request({ kind: 'accept' });
        await clients.settle();
        assert.equal(movesOf(black).length, 2);
      }));

    test('agree to a draw', () =>
      withGame(mode, async (game) => {
        const { clients, black, white } = game;
        const watched = game.spectator.watched.get(1);
        await playAlternately(game, { x: 4, y: 4 });
        black.request({ kind: 'offer', what: 'draw' });
        await clients.settle();
        white.request({ kind: 'accept' });
        await clients.settle();
        for (const game of [black.game, white.game, watched?.record]) {
          assert.equal(game?.ending?.text, 'agreed draw 81 0');
        }
      }));
  });
}

describe('offers can be made between two clients of the page, or to an IGS client', () => {
  for (const [name, kind] of Object.entries(KINDS)) {
    test(name, () =>
      ConnectedClients.run('whole', {}, async (clients) => {
        const [web, other] = [new WebClient({ name: 'alice' }), kind.client('bob')];
        await clients.connect(web, 'web');
        web.seek(9);
        await clients.settle();
        await clients.connect(other, kind.listener);
        other.seek(9);
        await clients.settle();
        await clients.wait(10);
        const offers = kind.hasProposals === true;
        assert.equal(web.ownGame?.state.offers, offers);
        web.play({ x: 4, y: 4 });
        await clients.settle();
        web.request({ kind: 'offer', what: 'undo' });
        await clients.settle();
        assert.equal(web.ownGame?.state.offer !== undefined, offers);
      }),
    );
  }
});

const FREESTYLE: GameParametersJson = { game: 'gomoku', size: 15, rule: 'freestyle' };

describe('a client of the page plays Gomoku against a Gomokurs player', () => {
  const stones: readonly BoardCoordinates[] = [0, 1, 2, 3, 4].flatMap((y) => [
    { x: 3, y },
    { x: 9, y },
  ]);

  for (const version of VERSIONS) {
    for (const mode of DELIVERY_MODES) {
      for (const first of ['web', 'gomokurs'] as const) {
        test(`${version}, ${first} first, ${mode}`, () =>
          ConnectedClients.run(mode, {}, async (clients) => {
            const [web, other] = [new WebClient({ name: 'alice' }), new GomokursClient({ version, size: 15 })];
            const joinWeb = async (): Promise<void> => {
              await clients.connect(web, 'web');
              web.request({ kind: 'enter', name: 'alice' });
              web.request({ kind: 'seek', board: FREESTYLE });
              await clients.settle();
            };
            const joinOther = async (): Promise<void> => {
              await clients.connect(other, 'gomokurs?size=15');
              other.seek();
              await clients.settle();
            };
            for (const join of first === 'web' ? [joinWeb, joinOther] : [joinOther, joinWeb]) await join();
            const record = web.ownGame?.record;
            for (const [index, stone] of stones.slice(0, 9).entries()) {
              const isWeb = (index % 2 === 0) === (first === 'web');
              (isWeb ? web : other).play(stone);
              await clients.settle();
            }
            assert.equal(record?.ending?.text, 'row black');
            assert.equal(other.game?.winner, 'black');
            assert.equal(`${record}`, `${other.game}`);
          }));
      }
    }
  }

  test('the game ends by resignation or disconnection', () =>
    ConnectedClients.run('whole', {}, async (clients) => {
      for (const [how, text] of [
        ['resign', 'resigned white'],
        ['lose', 'left black'],
      ] as const) {
        const [web, other] = [new WebClient({ name: 'alice' }), new GomokursClient({ version: '0.2.0', size: 15 })];
        await clients.connect(web, 'web');
        web.request({ kind: 'enter', name: 'alice' });
        web.request({ kind: 'seek', board: FREESTYLE });
        await clients.settle();
        await clients.connect(other, 'gomokurs?size=15');
        other.seek();
        await clients.settle();
        const record = web.ownGame?.record;
        if (how === 'resign') web.resign();
        else await clients.disconnect(other);
        await clients.settle();
        assert.equal(record?.ending?.text, text);
        await clients.leave(web);
      }
    }));
});
