import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import type { GameId } from '../../../src/lobby/games/game-event.ts';
import { seededRandomInt, seedOfRun } from '../../support/clients/random.ts';
import { entry } from '../../support/journal/journal-contract.ts';
import { newJournalPath } from '../../support/journal/temporary-journals.ts';

const ROUNDS = 4;
const APPENDER = fileURLToPath(new URL('../../support/journal/journal-appender.ts', import.meta.url));

describe('a journal whose process is killed', () => {
  const seed = seedOfRun();
  for (const durability of ['disk', 'os'] as const) {
    it(`contains every acknowledged entry with durability '${durability}' and can be opened again (SEED=${seed})`, async () => {
      const randomInt = seededRandomInt(seed);
      const path = newJournalPath();
      const acknowledged = new Map<GameId, number>();
      for (let round = 0; round < ROUNDS; round++) {
        const lines = await appendUntilKilled(path, durability, randomInt(400));
        for (const [game, index] of lines) acknowledged.set(game, index + 2);
        await assertStored(path, acknowledged);
      }
    });
  }
});

/** Kills the appender with SIGKILL after `count` acknowledgements and returns all that it printed. */
async function appendUntilKilled(path: string, durability: string, count: number): Promise<[GameId, number][]> {
  const child = spawn(process.execPath, [APPENDER, path, durability], { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.split('\n').length > count) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'close');
  assert.equal(signal, 'SIGKILL', 'the appender stopped by itself');
  // The text after the last line feed is an incomplete line.
  return printed
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [game = 0, index = 0] = line.split(' ').map(Number);
      return [game, index];
    });
}

/** Asserts that every game has at least its acknowledged entries, without gaps, and that no append was stored in part. */
async function assertStored(path: string, acknowledged: ReadonlyMap<GameId, number>): Promise<void> {
  const journal = await openSqliteJournal({ path, durability: 'os' });
  for (const [game, length] of acknowledged) {
    const entries = await journal.game(game);
    assert.ok(entries.length >= length, `game ${game} has ${entries.length} of ${length} acknowledged entries`);
    assert.equal(entries.length % 2, 0, `game ${game} ends with half an append`);
    assert.deepEqual(
      entries,
      entries.map((_, index) => entry(game, index)),
    );
  }
  await journal.close();
}
