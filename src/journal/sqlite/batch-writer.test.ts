import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { entry, gameEntries, unfinishedIn } from '../../../test/support/journal/journal-contract.ts';
import { newJournalPath, openJournalFor } from '../../../test/support/journal/temporary-journals.ts';
import type { JournalEntry } from '../../lobby/games/game-event.ts';
import { MAX_IN_BATCHES } from './batch-writer.ts';
import type { SqliteJournal } from './sqlite-journal.ts';

/** Games, of which every third ends. Their events have long names, so that batches soon have more characters than allowed. */
const GAMES = 60;
const EVENTS = 24;
const name = 'x'.repeat((3 * MAX_IN_BATCHES) / (GAMES * EVENTS));
const longGame = (game: number): JournalEntry[] =>
  Array.from({ length: EVENTS }, (_, index) => {
    const isLast = game % 3 === 0 && index === EVENTS - 1;
    return entry(game, index, isLast ? { kind: 'ended', reason: 'agreed' } : { kind: 'renamed', color: 'black', name });
  });
const all = Array.from({ length: GAMES }, (_, n) => longGame(n + 1));

/** Appends the events of all games, one event of each game per commit. */
async function appendEvents(journal: SqliteJournal, from = 0, to = EVENTS): Promise<void> {
  for (let index = from; index < to; index++) {
    await journal.append(all.flatMap((game) => game.slice(index, index + 1)));
  }
}

/** The content of a journal's file. */
interface FileContent {
  readonly rows: number;
  readonly batches: number;
  /** Characters of all batches. */
  readonly inBatches: number;
}

function readContent(path: string): FileContent {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = database
    .prepare(
      `SELECT (SELECT count(*) FROM game) AS rows, (SELECT count(*) FROM batch) AS batches,
              (SELECT coalesce(sum(length(entries)), 0) FROM batch) AS inBatches`,
    )
    .get();
  database.close();
  return {
    rows: Number(found?.['rows']),
    batches: Number(found?.['batches']),
    inBatches: Number(found?.['inBatches']),
  };
}

async function assertHasAll(test: TestContext, path: string): Promise<void> {
  const journal = await openJournalFor(test, { path, durability: 'os' });
  for (const game of all) assert.deepEqual(await journal.game(game[0]!.game), game);
  const running = all.filter((game) => game.at(-1)?.event.kind !== 'ended');
  assert.deepEqual(await unfinishedIn(journal), running);
  assert.deepEqual(
    (await Array.fromAsync(journal.games(0))).map(({ game, ended }) => [game, ended]),
    all.map(([first], n) => [first?.game, n % 3 === 2 ? all[n]?.at(-1)?.at : undefined]),
  );
  await assert.rejects(journal.append([entry(1, EVENTS - 1)]), /game 1 has 24 events/);
  await journal.append([entry(1, EVENTS), ...gameEntries(GAMES + 1, 2)]);
  await journal.close();
}

describe('moving events from batches into rows', () => {
  it('keeps the batches bounded, and loses no event', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'disk' });
    await appendEvents(journal);
    // This request is answered after the maintenance that follows the last commit.
    await journal.lastGame();
    const { rows, inBatches } = readContent(path);
    assert.ok(rows > 0);
    assert.ok(inBatches < 2.5 * MAX_IN_BATCHES, `${inBatches}`);
    for (const game of all) assert.deepEqual(await journal.game(game[0]!.game), game);
  });

  it('moves all events when the journal closes', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'os' });
    await appendEvents(journal);
    await journal.close();
    const { rows, batches } = readContent(path);
    assert.deepEqual([rows, batches], [GAMES, 1]);
    await assertHasAll(test, path);
  });

  it('loses no event when the process dies half-way', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'os' });
    // After such small commits only some games are moved at a time.
    for (let index = 0; index < EVENTS; index++) {
      for (const game of all) await journal.append(game.slice(index, index + 1));
    }
    await journal.lastGame();
    const copy = newJournalPath();
    for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) cpSync(path + suffix, copy + suffix);
    assert.ok(readContent(copy).batches > GAMES);
    await assertHasAll(test, copy);
  });

  it('continues after each restart', async (test) => {
    const path = newJournalPath();
    for (let index = 0; index < EVENTS; index += 6) {
      const journal = await openJournalFor(test, { path, durability: 'os' });
      await appendEvents(journal, index, index + 6);
      await journal.close();
    }
    await assertHasAll(test, path);
  });

  it('lets another program read a consistent state while events are moved', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'os' });
    const other = await openJournalFor(test, { path, readOnly: true });
    const playing = appendEvents(journal);
    for (let count = 0; count < EVENTS; ) {
      const [first, last] = [await other.game(1), await other.game(GAMES)];
      assert.deepEqual(first, all[0]?.slice(0, first.length));
      assert.deepEqual(last, all[GAMES - 1]?.slice(0, last.length));
      assert.ok(first.length >= count && last.length >= first.length);
      count = first.length;
    }
    await playing;
  });

  it('shows each event once in the view, as the lobby defines it', async (test) => {
    const path = newJournalPath();
    const before = await openJournalFor(test, { path, durability: 'os' });
    const game = [...gameEntries(5, 4), entry(5, 4, { kind: 'passed', color: 'black' })];
    game.push(entry(5, 5, { kind: 'passed', color: 'white', spent: 12 }));
    await before.append(game.slice(0, 3));
    await before.close();
    const journal = await openJournalFor(test, { path, durability: 'os' });
    await journal.append([...game.slice(3), ...gameEntries(6, 1)]);
    const database = new DatabaseSync(path, { readOnly: true });
    const rows = database.prepare('SELECT at, event FROM event WHERE game = 5 ORDER BY "index"').all();
    database.close();
    assert.deepEqual(
      rows.map(({ at, event }) => ({ at, event: JSON.parse(String(event)) })),
      game.map(({ at, event }) => ({ at, event })),
    );
  });

  it('shows the events of all other games in the view if a row is damaged', async (test) => {
    const path = newJournalPath();
    const journal = await openJournalFor(test, { path, durability: 'os' });
    await journal.append([...gameEntries(1, 2), ...gameEntries(2, 3)]);
    await journal.close();
    const database = new DatabaseSync(path);
    database.exec('DELETE FROM batch; UPDATE game SET log = substr(log, 1, 20) WHERE id = 1');
    const rows = database.prepare('SELECT game FROM event').all();
    database.close();
    assert.deepEqual(
      rows.map(({ game }) => game),
      [2, 2, 2],
    );
  });
});
