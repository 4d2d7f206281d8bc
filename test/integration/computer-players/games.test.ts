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
import { simpleton } from '../../support/computer-players/scripted-player.ts';
import { KINDS } from '../../support/pairs/kinds.ts';
import { DELIVERY_MODES } from '../../support/transcripts/transcript-transport.ts';

const OPTIONS = { house: [simpleton('tengen')] };
const SOUND = { wrong: 0, resigns: 0 };

/** The page's seeks are answered if they ask for a computer player, and then at once. */
const isAnsweredAtOnce = (client: GameClient): boolean => client instanceof WebClient;

/** Waits, is answered, and plays until the game is over; the client objects to whatever is not as it must be. */
async function playAlone(table: ConnectedClients, client: GameClient, listener: string, seed: number): Promise<void> {
  const roll = seededRandomInt(seed);
  await table.connect(client, listener);
  client.seek(9);
  await table.settle();
  assert.equal(client.isReadyToMove, isAnsweredAtOnce(client));
  // As long as a client is waited for that does not acknowledge, and the time before a game of CGOS.
  await table.wait(14);
  for (let turns = 0; client.game?.ending === undefined; turns++) {
    assert(client.isReadyToMove, `it is the client's turn after ${turns} turns`);
    playRandomMove(client, SOUND, roll);
    await table.settle();
  }
}

describe('a player with a seek plays a whole game with a computer player', { concurrency: 1 }, () => {
  const seed = seedOfRun();
  const roads = DELIVERY_MODES.filter((road) => road !== 'byte by byte');

  for (const [name, kind] of Object.entries(KINDS)) {
    for (const road of roads) {
      test(`as ${name}, ${road}, SEED=${seed}`, () =>
        ConnectedClients.run(road, OPTIONS, async (table) => {
          const client =
            kind.protocol === 'web' ? new WebClient({ name: 'alice', computer: true }) : kind.client('alice');
          // A listener of CGOS has computer players only if it says so.
          const listener = kind.protocol === 'cgos' ? 'cgos?computer=1' : kind.listener;
          await playAlone(table, client, listener, seed);
          assert.equal(client.game?.color, 'black');
          assert.equal(client.game.opponent, kind.named ? 'tengen' : undefined);
          const [last] = (await table.server.journal.game(1)).slice(-1);
          assert.equal(last?.event.kind === 'ended' && last.event.reason, 'score');
        }));
    }
  }

  for (const rule of GOMOKU_RULES) {
    for (const version of VERSIONS) {
      test(`as gomokurs ${version}, by the rule ${rule}, SEED=${seed}`, () =>
        ConnectedClients.run('whole', OPTIONS, async (table) => {
          const client = new GomokursClient({ version, size: 9, rule });
          await playAlone(table, client, `gomokurs?size=9&rule=${rule}`, seed);
          const [last] = (await table.server.journal.game(1)).slice(-1);
          assert.equal(last?.event.kind, 'ended');
        }));
    }
  }
});
