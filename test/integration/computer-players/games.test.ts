import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { VERSIONS } from '../../../src/protocols/gomokurs/protocol-version.ts';
import { GOMOKU_RULES } from '../../../src/rules/gomoku/gomoku-rules.ts';
import { ConnectedClients } from '../../support/clients/connected-clients.ts';
import { GomokursClient } from '../../support/clients/gomokurs.ts';
import { seededRandomInt, seedOfRun } from '../../support/clients/random.ts';
import { playRandomMove } from '../../support/clients/random-move.ts';
import type { GameClient } from '../../support/clients/returning-client.ts';
import { WebClient } from '../../support/clients/web.ts';
import { firstPointPlayer } from '../../support/computer-players/scripted-player.ts';
import { KINDS } from '../../support/pairs/client-kinds.ts';
import { DELIVERY_MODES } from '../../support/transcripts/transcript-transport.ts';

const OPTIONS = { house: [firstPointPlayer('tengen')] };
const SOUND = { wrong: 0, resigns: 0 };

/** A seek of the page for a computer player is answered at once. Other seeks wait. */
const isAnsweredAtOnce = (client: GameClient): boolean => client instanceof WebClient;

/** Plays a game against the computer player to its end. The client throws an error if the server breaks its protocol. */
async function playGame(clients: ConnectedClients, client: GameClient, listener: string, seed: number): Promise<void> {
  const randomInt = seededRandomInt(seed);
  await clients.connect(client, listener);
  client.seek(9);
  await clients.settle();
  assert.equal(client.isReadyToMove, isAnsweredAtOnce(client));
  // The server waits 10 s for a client that does not acknowledge. A game of CGOS begins after 3 s.
  await clients.wait(14);
  for (let turns = 0; client.game?.ending === undefined; turns++) {
    assert(client.isReadyToMove, `it is the client's turn after ${turns} turns`);
    playRandomMove(client, SOUND, randomInt);
    await clients.settle();
  }
}

describe('a player with a seek plays a complete game against a computer player', { concurrency: 1 }, () => {
  const seed = seedOfRun();
  const modes = DELIVERY_MODES.filter((mode) => mode !== 'byte by byte');

  for (const [name, kind] of Object.entries(KINDS)) {
    for (const mode of modes) {
      test(`as ${name}, ${mode}, SEED=${seed}`, () =>
        ConnectedClients.run(mode, OPTIONS, async (clients) => {
          const client =
            kind.protocol === 'web' ? new WebClient({ name: 'alice', computer: true }) : kind.client('alice');
          // A CGOS listener offers computer players only with the setting `computer`.
          const listener = kind.protocol === 'cgos' ? 'cgos?computer=1' : kind.listener;
          await playGame(clients, client, listener, seed);
          assert.equal(client.game?.color, 'black');
          assert.equal(client.game.opponent, kind.hasName ? 'tengen' : undefined);
          const [last] = (await clients.server.journal.game(1)).slice(-1);
          assert.equal(last?.event.kind === 'ended' && last.event.reason, 'score');
        }));
    }
  }

  for (const rule of GOMOKU_RULES) {
    for (const version of VERSIONS) {
      test(`as gomokurs ${version}, by the rule ${rule}, SEED=${seed}`, () =>
        ConnectedClients.run('whole', OPTIONS, async (clients) => {
          const client = new GomokursClient({ version, size: 9, rule });
          await playGame(clients, client, `gomokurs?size=9&rule=${rule}`, seed);
          const [last] = (await clients.server.journal.game(1)).slice(-1);
          assert.equal(last?.event.kind, 'ended');
        }));
    }
  }
});
