import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { archivedGameResource } from '../../../src/archive/archived-game-resource.ts';
import { gameFromJournal } from '../../../src/archive/game-from-journal.ts';
import type { JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { LONGEST_ANALYSIS } from '../../../src/rules/records/move-analysis.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';
import { memoryTransport, type TranscriptClient } from '../../support/transcripts/transcript-transport.ts';

const ANALYSIS = '{"winrate":0.41,"score":-2.5,"visits":100,"comment":"so [so]","moves":[{"move":"E3","pv":"C4"}]}';

/** Starts a game between two CGOS clients. */
async function startGame(opening = 'e1 engine genmove_analyze') {
  const server = new InMemoryServer();
  await server.start();
  const transport = memoryTransport(server, 1 << 20);
  const say = async (client: TranscriptClient, ...lines: string[]): Promise<void> => {
    for (const line of lines) {
      await client.send(Buffer.from(`${line}\n`));
      await transport.settle();
    }
  };
  const clients: TranscriptClient[] = [];
  for (const name of ['ray', 'zen']) {
    const client = await transport.connect('cgos', '127.0.0.1');
    await say(client, opening, name, 'secret');
    clients.push(client);
  }
  const [black, white] = clients;
  assert(black !== undefined && white !== undefined);
  await server.clock.advance(3_000);
  await transport.settle();
  const entries = (): Promise<readonly JournalEntry[]> => server.journal.game(1);
  return { server, black, white, say, entries };
}

describe('the analysis after a move of CGOS', () => {
  test('is stored in the record of the game and not sent to the opponent', async () => {
    const { black, white, say, entries } = await startGame();
    await say(black, `E5 ${ANALYSIS}`);
    await say(white, 'pass {"winrate":0.2}');
    await say(black, 'D4 {"winrate');
    await say(white, 'resign {"winrate":0.01}');
    assert.doesNotMatch(black.received.toString() + white.received.toString(), /winrate|visits|so \[so/);
    const finished = gameFromJournal(await entries());
    const { record } = archivedGameResource({ game: {} as never, record: finished.record } as never);
    assert.deepEqual(
      record.map(({ analysis }) => analysis),
      [JSON.parse(ANALYSIS), { winrate: 0.2 }, undefined],
    );
    assert.match(finished.record, /B\[ee\]BL\[\d+\]CC\[\{"winrate":0\.41,.*\]C\[so \[so\\\]\]/);
  });

  test('is dropped if the client has not announced analyses, and the move is accepted', async () => {
    const { black, white, say, entries } = await startGame('e1 engine');
    await say(black, `E5 ${ANALYSIS}`);
    assert.match(white.received.toString(), /^play b E5 300000$/m);
    await say(white, 'resign');
    assert.doesNotMatch(gameFromJournal(await entries()).record, /CC/);
  });

  test('has a limited length, so that a game with the longest analyses can be archived', async () => {
    const { black, white, say, entries } = await startGame();
    const long = JSON.stringify({
      comment: 'x"'.repeat(20_000),
      visits: 1,
      moves: Array(200).fill({ move: 'D4' }),
    });
    const columns = 'ABCDEFGHJ';
    // Black plays the rows 1 to 4, white the rows 6 to 9.
    for (let index = 0; index < 30; index++) {
      const pointIn = (row: number): string => `${columns[index % 8]}${row + Math.floor(index / 8)}`;
      await say(black, `${pointIn(1)} ${long}`);
      await say(white, `${pointIn(6)} ${long}`);
    }
    await say(black, 'resign');
    const stored = await entries();
    for (const { event } of stored)
      if (event.kind === 'played') assert(event.analysis !== undefined && event.analysis.length <= LONGEST_ANALYSIS);
    const finished = gameFromJournal(stored);
    assert.equal(finished.turns, 60);
    assert(finished.record.length < 600_000);
  });

  test('is omitted from the record of a long game beyond a limit', async () => {
    const { black, white, say, entries } = await startGame();
    // Every character must be escaped, and the record contains it twice.
    const long = JSON.stringify({ comment: ']'.repeat(1_000) });
    await say(black, `E5 ${long}`);
    await say(white, 'resign');
    const [seated, played, ...ends] = await entries();
    assert(seated !== undefined && played?.event.kind === 'played');
    const { event } = played;
    const moves = Array.from({ length: 2_000 }, (): JournalEntry['event'] => ({ ...event, kind: 'passed' }));
    const all = [seated.event, ...moves, ...ends.map((each) => each.event)];
    const finished = gameFromJournal(all.map((each, index): JournalEntry => ({ game: 1, index, at: 0, event: each })));
    assert.equal(finished.turns, 2_000);
    assert(finished.record.length > 900_000 && finished.record.length < 1_200_000, String(finished.record.length));
  });
});
