import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { archivedGameResource } from '../../../src/archive/archived-game-resource.ts';
import { gameFromJournal } from '../../../src/archive/game-from-journal.ts';
import type { JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { LONGEST_ANALYSIS } from '../../../src/rules/records/move-analysis.ts';
import { InMemoryServer } from '../../support/server/in-memory-server.ts';
import { memoryStage, type TranscriptClient } from '../../support/transcripts/transcript-transport.ts';

const ANALYSIS = '{"winrate":0.41,"score":-2.5,"visits":100,"comment":"so [so]","moves":[{"move":"E3","pv":"C4"}]}';

/** Two CGOS clients in a game; black answers first. */
async function game(opening = 'e1 engine genmove_analyze') {
  const server = new InMemoryServer();
  await server.start();
  const stage = memoryStage(server, 1 << 20);
  const say = async (actor: TranscriptClient, ...lines: string[]): Promise<void> => {
    for (const line of lines) {
      await actor.say(Buffer.from(`${line}\n`));
      await stage.settle();
    }
  };
  const actors: TranscriptClient[] = [];
  for (const name of ['ray', 'zen']) {
    const actor = await stage.enter('cgos', '127.0.0.1');
    await say(actor, opening, name, 'secret');
    actors.push(actor);
  }
  const [black, white] = actors;
  assert(black !== undefined && white !== undefined);
  await server.clock.advance(3_000);
  await stage.settle();
  const entries = (): Promise<readonly JournalEntry[]> => server.journal.game(1);
  return { server, black, white, say, entries };
}

describe('the analysis after a move of CGOS', () => {
  test('is in the record of the game, and is told to no opponent', async () => {
    const { black, white, say, entries } = await game();
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

  test('is dropped if the client has not said that it sends any; the move counts', async () => {
    const { black, white, say, entries } = await game('e1 engine');
    await say(black, `E5 ${ANALYSIS}`);
    assert.match(white.received.toString(), /^play b E5 300000$/m);
    await say(white, 'resign');
    assert.doesNotMatch(gameFromJournal(await entries()).record, /CC/);
  });

  test('is bounded: a whole game of the longest ones is archived', async () => {
    const { black, white, say, entries } = await game();
    const long = JSON.stringify({
      comment: 'x"'.repeat(20_000),
      visits: 1,
      moves: Array(200).fill({ move: 'D4' }),
    });
    const columns = 'ABCDEFGHJ';
    // Black plays the rows 1 to 4, white the rows 6 to 9.
    for (let index = 0; index < 30; index++) {
      const at = (row: number): string => `${columns[index % 8]}${row + Math.floor(index / 8)}`;
      await say(black, `${at(1)} ${long}`);
      await say(white, `${at(6)} ${long}`);
    }
    await say(black, 'resign');
    const all = await entries();
    for (const { event } of all)
      if (event.kind === 'played') assert(event.analysis !== undefined && event.analysis.length <= LONGEST_ANALYSIS);
    const finished = gameFromJournal(all);
    assert.equal(finished.turns, 60);
    assert(finished.record.length < 600_000);
  });

  test('is left out of the record of a long game once it is too much', async () => {
    const { black, white, say, entries } = await game();
    // As much as possible has to be escaped, and is written twice.
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
