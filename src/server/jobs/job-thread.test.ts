import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { gameToArchive, listedGame } from '../../../test/support/archive/game-fixtures.ts';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import { gameResource } from '../../protocols/api/resource-schemas.ts';
import { JobThread } from './job-thread.ts';

const stored = { game: listedGame(7, 2), record: gameToArchive(7).record, original: undefined };

describe('the job thread', () => {
  test('runs a job in a thread, which it starts again after it was idle', async (t) => {
    const clock = new VirtualClock();
    const jobs = new JobThread(clock);
    t.after(() => jobs.close());
    for (let time = 0; time < 2; time++) {
      assert.equal(jobs.isIdle, true);
      const bytes = await jobs.run('archivedGame', stored);
      const answer = gameResource.parse(JSON.parse(Buffer.from(bytes).toString()));
      assert.equal(answer.state === 'finished' && answer.game.record.length, 2);
      assert.equal(jobs.isIdle, false);
      await clock.advance(11_000);
    }
  });

  test('pauses nine times as long as a job took before the next job', async (t) => {
    const clock = new VirtualClock();
    const jobs = new JobThread(clock);
    t.after(() => jobs.close());
    const first = jobs.run('archivedGame', stored);
    await clock.settle();
    await clock.advance(100);
    await first;
    let isDone = false;
    const second = jobs.run('archivedGame', stored).then(() => {
      isDone = true;
    });
    await clock.advance(899);
    // Real time, in which a thread without a pause would run the job.
    await delay(100);
    assert.equal(isDone, false);
    await clock.advance(1);
    await second;
  });

  test('rejects a job that fails, and runs the next one', async (t) => {
    const jobs = new JobThread(new VirtualClock());
    t.after(() => jobs.close());
    const bad = assert.rejects(
      jobs.run('archivedGame', { ...stored, record: '(;GM[1]' }),
      /a stored record cannot be read/,
    );
    const good = jobs.run('archivedGame', stored);
    assert.ok((await good).length > 100);
    await bad;
  });

  test('stops a job that takes too long, and runs the next one in another thread', async (t) => {
    const clock = new VirtualClock();
    const jobs = new JobThread(clock);
    t.after(() => jobs.close());
    const long = assert.rejects(jobs.run('compressedFiles', ['0123456789'.repeat(10_000_000)]), /was stopped$/);
    const next = jobs.run('archivedGame', stored);
    await clock.settle();
    await clock.advance(20_000);
    await long;
    assert.ok((await next).length > 100);
  });
});
