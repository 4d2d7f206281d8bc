import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FakeArchive } from '../../test/support/archive/fake-archive.ts';
import { finishedGameEntries, GO_9, NOON } from '../../test/support/archive/game-fixtures.ts';
import { SynchronousJobRunner } from '../../test/support/server/synchronous-job-runner.ts';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import { MemoryJournal } from '../journal/memory-journal.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import { Archiver, type ArchiverOptions } from './archiver.ts';

const MINUTE = 60_000;

/** A log that records its errors. */
class ErrorLog {
  readonly lines: string[] = [];
  readonly debug = (): void => {};
  readonly info = (): void => {};
  readonly error = (fields: object, event: string): void => {
    this.lines.push(`${event} ${JSON.stringify(fields)}`);
  };
}

interface Fixture {
  readonly archive: FakeArchive;
  readonly journal: MemoryJournal;
  readonly clock: VirtualClock;
  readonly log: ErrorLog;
  readonly archiver: Archiver;
  readonly jobs: SynchronousJobRunner;
}

function open(archive = new FakeArchive(), journal = new MemoryJournal()): Fixture {
  const [clock, log] = [new VirtualClock(NOON), new ErrorLog()];
  const jobs = new SynchronousJobRunner();
  return { archive, journal, clock, log, jobs, archiver: new Archiver({ archive, journal, jobs, clock, log }) };
}

/** Waits until all work is done that does not wait for a timer. */
async function settle({ clock }: Pick<Fixture, 'clock'>): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await clock.settle();
}

/** Stores a finished game in the journal, and notifies the archiver. */
async function play({ journal, archiver }: Fixture, game: GameId, ended = NOON + game * MINUTE): Promise<void> {
  const log = finishedGameEntries(game, { ended });
  await journal.append(log);
  archiver.stored(log);
}

describe('the archiver', () => {
  it('archives games in the order of their ends', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    for (const game of [3, 1, 2]) await play(here, game);
    await here.archiver.close();
    assert.deepEqual(here.archive.games, [3, 1, 2]);
    assert.deepEqual(here.log.lines, []);
  });

  it('archives up to 8 waiting games with one transaction', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    for (let game = 1; game <= 40; game++) await here.journal.append(finishedGameEntries(game, { ended: NOON }));
    for (let game = 1; game <= 40; game++) here.archiver.stored(finishedGameEntries(game, { ended: NOON }));
    await here.archiver.close();
    assert.deepEqual(
      here.archive.games,
      [...Array(40).keys()].map((index) => index + 1),
    );
    assert.equal(Math.max(...here.archive.transactions), 8);
    assert.ok(here.archive.transactions.length <= 6);
  });

  it('archives games that end at the same time in the order of their numbers, now or at the next start', async () => {
    const [live, later] = [open(), open()];
    const logs = [3, 1, 2].flatMap((game) => finishedGameEntries(game, { ended: NOON + MINUTE }));
    for (const { journal } of [live, later]) await journal.append(logs);
    live.archiver.open();
    later.archiver.open();
    await settle(live);
    live.archiver.stored(logs);
    for (const { archiver, archive } of [live, later]) {
      await archiver.close();
      assert.deepEqual(archive.games, [1, 2, 3]);
    }
  });

  it('archives a game that ends while the archive is opened, even if the server stops at once', async () => {
    const here = open();
    await here.journal.append(finishedGameEntries(1, { ended: NOON }));
    here.archiver.open();
    here.archiver.stored(finishedGameEntries(1, { ended: NOON }));
    await here.archiver.close();
    assert.deepEqual(here.archive.games, [1]);
  });

  it('leaves games that ended before this start to the next start if the server stops at once', async () => {
    const here = open();
    await here.journal.append([...finishedGameEntries(1, { ended: NOON }), ...finishedGameEntries(2, { ended: NOON })]);
    here.archiver.open();
    here.archiver.stored(finishedGameEntries(2, { ended: NOON }));
    await here.archiver.close();
    assert.deepEqual(here.archive.games, []);
  });

  it('archives a game as soon as it has ended, and the games of the next 100 ms together', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    await play(here, 1);
    await settle(here);
    assert.deepEqual(here.archive.games, [1]);
    for (const game of [2, 3]) await play(here, game);
    await settle(here);
    assert.deepEqual([here.archive.games, here.archiver.backlog], [[1], 2]);
    await here.clock.advance(100);
    await settle(here);
    assert.deepEqual([here.archive.games, here.archive.transactions, here.archiver.backlog], [[1, 2, 3], [1, 2], 0]);
  });

  it('archives 8 games, or a game for which a request waits, before the 100 ms are over', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    await play(here, 1);
    await settle(here);
    await play(here, 2);
    await here.archiver.settled(2);
    assert.deepEqual(here.archive.games, [1, 2]);
    for (let game = 3; game < 3 + 8; game++) await play(here, game);
    await settle(here);
    assert.equal(here.archive.games.length, 10);
  });

  it('finds the refused game in a group', async () => {
    const here = open();
    await here.journal.append([1, 2, 3, 4].flatMap((game) => finishedGameEntries(game)));
    here.archive.fails = (game) => game === 2;
    here.archiver.open();
    await settle(here);
    await here.clock.advance(5 * MINUTE);
    await settle(here);
    assert.deepEqual([here.archive.games, here.archive.mark], [[1, 3, 4], 1]);
    assert.match(here.log.lines.at(-1) ?? '', /^archive.game-rejected.*"game":2/);
  });

  it('catches up if several games are refused', async () => {
    const here = open();
    await here.journal.append([1, 2, 3, 4, 5, 6].flatMap((game) => finishedGameEntries(game)));
    here.archive.fails = (game) => game === 2 || game === 5;
    here.archiver.open();
    await settle(here);
    await here.clock.advance(10 * MINUTE);
    await settle(here);
    assert.deepEqual([here.archive.games, here.archive.mark], [[1, 3, 4, 6], 1]);
    const leftOut = here.log.lines.filter((line) => line.startsWith('archive.game-rejected'));
    assert.deepEqual(
      leftOut.map((line) => /"game":(\d+)/.exec(line)?.[1]),
      ['2', '5'],
    );
    await play(here, 7);
    await here.archiver.settled(7);
    assert.deepEqual(here.archive.games, [1, 3, 4, 6, 7]);
  });

  it('archives a game only after its end', async () => {
    const here = open();
    here.archiver.open();
    const log = finishedGameEntries(1);
    await here.journal.append(log.slice(0, -1));
    here.archiver.stored(log.slice(0, -1));
    await settle(here);
    assert.deepEqual(here.archive.games, []);
    await here.journal.append(log.slice(-1));
    here.archiver.stored(log.slice(-1));
    await here.archiver.close();
    assert.deepEqual(here.archive.games, [1]);
  });

  it('first archives the games that the archive lacks, in the order of their ends', async () => {
    const here = open();
    here.archive.games.push(2);
    for (const [game, ended] of [
      [1, NOON + 9 * MINUTE],
      [2, NOON + 4 * MINUTE],
      [3, NOON + 5 * MINUTE],
      [5, NOON + 5 * MINUTE],
    ] as const)
      await here.journal.append(finishedGameEntries(game, { ended }));
    await here.journal.append(finishedGameEntries(4).slice(0, 2));
    // Another game ends during this.
    here.archiver.open();
    await play(here, 6, NOON + 10 * MINUTE);
    await settle(here);
    assert.deepEqual(here.archive.games, [2, 3, 5, 1, 6]);
    assert.equal(here.archive.mark, 3);
  });

  it('checks games from the first unfinished one on, and finds those that have ended since', async () => {
    const before = open();
    await before.journal.append([
      ...finishedGameEntries(1),
      ...finishedGameEntries(2).slice(0, 2),
      ...finishedGameEntries(3),
    ]);
    before.archiver.open();
    await settle(before);
    await before.archiver.close();
    await before.journal.append(finishedGameEntries(2).slice(2));
    const listed: GameId[] = [];
    const journal = {
      stored: (game: GameId) => before.journal.stored(game),
      games: (after: GameId) => {
        listed.push(after);
        return before.journal.games(after);
      },
    };
    const { archive, clock, log, jobs } = before;
    const again = new Archiver({ archive, journal, jobs, clock, log });
    again.open();
    await settle(before);
    assert.deepEqual(archive.games, [1, 3, 2]);
    assert.deepEqual([listed, archive.mark], [[1], 3]);
  });

  it('tries a failing archive again after longer and longer pauses, and loses no game', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    here.archive.fails = () => true;
    await play(here, 1);
    await play(here, 2);
    await settle(here);
    await here.clock.advance(60 * MINUTE);
    assert.deepEqual(here.archive.games, []);
    assert.ok(here.log.lines.length < 80, `${here.log.lines.length} errors in an hour`);
    assert.match(here.log.lines[0] ?? '', /^archive.failed .*the disk is full/);
    here.archive.fails = () => false;
    await here.clock.advance(MINUTE);
    await settle(here);
    assert.deepEqual(here.archive.games, [1, 2]);
  });

  it('leaves no game out while the archive cannot be written at all', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    here.archive.isFull = true;
    for (const game of [1, 2]) await play(here, game);
    await settle(here);
    await here.clock.advance(60 * MINUTE);
    assert.deepEqual(here.archive.games, []);
    here.archive.isFull = false;
    await here.clock.advance(MINUTE);
    await settle(here);
    assert.deepEqual(here.archive.games, [1, 2]);
  });

  it('leaves no game out while the archive has less space than a game needs', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    here.archive.hasNoRoomForGames = true;
    for (const game of [1, 2]) await play(here, game);
    await settle(here);
    await here.clock.advance(60 * MINUTE);
    assert.deepEqual(here.archive.games, []);
    here.archive.hasNoRoomForGames = false;
    await here.clock.advance(MINUTE);
    await settle(here);
    assert.deepEqual(here.archive.games, [1, 2]);
  });

  it('tries again if it cannot catch up', async () => {
    const here = open();
    await here.journal.append(finishedGameEntries(1, { ended: NOON }));
    here.archive.fails = () => true;
    here.archiver.open();
    await play(here, 2);
    await settle(here);
    await here.clock.advance(MINUTE);
    here.archive.fails = () => false;
    await here.clock.advance(MINUTE);
    await settle(here);
    assert.deepEqual(here.archive.games, [1, 2]);
  });

  it('leaves out a game that is refused again and again, and logs it', async () => {
    const here = open();
    here.archiver.open();
    here.archive.fails = (game) => game === 1;
    for (const game of [1, 2]) await play(here, game);
    await settle(here);
    await here.clock.advance(5 * MINUTE);
    await settle(here);
    assert.deepEqual(here.archive.games, [2]);
    assert.match(here.log.lines.at(-1) ?? '', /^archive.game-rejected.*"game":1/);
  });

  it('leaves out a game that cannot be read, until the next start', async () => {
    const here = open();
    await here.journal.append([...finishedGameEntries(1), ...finishedGameEntries(2), ...finishedGameEntries(3)]);
    const { archive, clock, log, jobs } = here;
    const journal: ArchiverOptions['journal'] = {
      games: (after) => here.journal.games(after),
      stored: async (game) =>
        game === 2 ? Promise.reject(new Error('game 2 is damaged')) : await here.journal.stored(game),
    };
    new Archiver({ archive, journal, jobs, clock, log }).open();
    await settle(here);
    assert.deepEqual([archive.games, archive.mark], [[1, 3], 1]);
    assert.match(log.lines.join(), /game 2 is damaged/);
  });

  it('reads a long game in another thread', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    const parameters = { ...GO_9, size: 131 };
    for (const game of [1, 2, 3, 4]) {
      const log = finishedGameEntries(game, { parameters, turns: game === 3 ? 20 : 3_000 });
      await here.journal.append(log);
      here.archiver.stored(log);
    }
    await here.archiver.close();
    assert.deepEqual(here.archive.games, [1, 2, 3, 4]);
    assert.deepEqual(here.jobs.jobs, ['gameToArchive', 'gameToArchive', 'gameToArchive']);
  });

  it('lets a request wait for a game that has just ended, but not for a failing archive', async () => {
    const here = open();
    here.archiver.open();
    await settle(here);
    await play(here, 1);
    await here.archiver.settled(1);
    assert.deepEqual(here.archive.games, [1]);
    here.archive.fails = () => true;
    await play(here, 2);
    await here.archiver.settled(2);
    await here.archiver.settled(3);
    assert.deepEqual(here.archive.games, [1]);
  });

  it('lets a request wait for a game that ended before the start, or while the journal is read', async () => {
    const here = open();
    await here.journal.append(finishedGameEntries(1));
    const first = here.archiver.settled(1);
    here.archiver.open();
    await play(here, 2);
    await Promise.all([first, here.archiver.settled(2)]);
    assert.deepEqual(here.archive.games.toSorted(), [1, 2]);
  });

  it('closes at once while the archive fails', async () => {
    const here = open();
    here.archive.fails = () => true;
    here.archiver.open();
    await play(here, 1);
    await settle(here);
    await here.archiver.close();
    assert.deepEqual(here.archive.games, []);
  });
});
