import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { type Journal, JournalConflict, type ReportDamage } from '../../../src/journal/journal.ts';
import type { GameEvent, GameId, JournalEntry, SeatRecord } from '../../../src/lobby/games/game-event.ts';
import { pointAt, square } from '../../../src/rules/point.ts';
import { USUAL_OPTIONS } from '../lobby/go-seat.ts';

/** The location of a journal, empty at first. `open` may be called again after the previous journal has been closed. */
export interface JournalLocation {
  open(): Promise<Journal>;
  /** Whether the journal has its entries again after it was closed and reopened. */
  readonly isDurable: boolean;
}

const seat = (name: string): SeatRecord => ({
  name,
  guest: false,
  protocol: 'nu6',
  listener: 'plain',
  address: '192.0.2.7',
  parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
});

/** Texts with `~`, a line feed, a quote, a NUL and letters beyond ASCII: an event may contain any text. */
const SEATED: GameEvent = {
  kind: 'seated',
  black: seat('alice'),
  white: seat('天~\n"\0\u2028é'),
  komi: 7.5,
  options: USUAL_OPTIONS,
};
const ENDED: GameEvent = { kind: 'ended', winner: 'white', reason: 'score', score: { black: 40, white: 48.5 } };

const played = (turn: number): GameEvent => {
  const point = pointAt(square(19), Math.abs(turn) % 19, 3);
  return point === undefined
    ? SEATED
    : {
        ...{ kind: 'played', color: turn % 2 === 0 ? 'black' : 'white', point, spent: turn },
        ...(turn % 5 === 0 ? { analysis: `{"visits":${turn},"comment":"]},\\n"}` } : {}),
      };
};

export const entry = (game: GameId, index: number, event: GameEvent = played(index)): JournalEntry => ({
  game,
  index,
  at: 1_800_000_000_000 + index,
  event,
});

/** A game of `length` entries: its start, moves and, if it is `ended`, its end. */
export const gameEntries = (game: GameId, length: number, ended = false): JournalEntry[] =>
  Array.from({ length }, (_, index) =>
    entry(game, index, index === 0 ? SEATED : ended && index === length - 1 ? ENDED : played(index)),
  );

/** The entries of all unfinished games. */
export async function unfinishedIn(journal: Journal, report?: ReportDamage): Promise<JournalEntry[][]> {
  const games: JournalEntry[][] = [];
  const unfinished = (await Array.fromAsync(journal.unfinished(report))).flat();
  for (const { first, hasOnlyMoves, laterEntries } of unfinished) {
    const game = [first, ...laterEntries()];
    assert.ok(!hasOnlyMoves || game.slice(1).every(({ event }) => event.kind === 'played' || event.kind === 'passed'));
    games.push(game);
  }
  return games;
}

/** Tests the guarantees of every implementation of a journal. */
export function journalContract(name: string, newLocation: () => JournalLocation): void {
  const open = (test: TestContext): Promise<Journal> => openJournalFor(test, newLocation());

  describe(`${name} fulfils the contract of a journal`, () => {
    it('is empty at first', async (test) => {
      const journal = await open(test);
      assert.deepEqual(await unfinishedIn(journal), []);
      assert.deepEqual(await journal.game(1), []);
      assert.equal(await journal.lastGame(), 0);
    });

    it('returns all entries of a game in order, exactly as they were appended', async (test) => {
      const journal = await open(test);
      const game = gameEntries(3, 30, true);
      for (const one of game) await journal.append([one]);
      assert.deepEqual(await journal.game(3), game);
    });

    it('stores several entries of several games in one append', async (test) => {
      const journal = await open(test);
      await journal.append([...gameEntries(1, 2), ...gameEntries(2, 3)]);
      await journal.append([entry(2, 3), entry(1, 2), entry(2, 4)]);
      assert.deepEqual(
        (await journal.game(1)).map(({ index }) => index),
        [0, 1, 2],
      );
      assert.deepEqual(
        (await journal.game(2)).map(({ index }) => index),
        [0, 1, 2, 3, 4],
      );
    });

    it('reports at once whether the disk has space', async (test) => {
      const reports: boolean[] = [];
      (await open(test)).watchDiskSpace((hasRoom) => reports.push(hasRoom));
      assert.deepEqual(reports, [true]);
    });

    it('accepts an append without entries', async (test) => {
      const journal = await open(test);
      await journal.append([]);
      assert.equal(await journal.lastGame(), 0);
    });

    conflicts(open);
    concurrency(open);
    listing(open);
    closing(newLocation);

    comparisonWithModel(open);
  });
}

type Open = (test: TestContext) => Promise<Journal>;

function conflicts(open: Open): void {
  for (const [fault, entries] of [
    ['an index that exists', [entry(1, 2)]],
    ['an index beyond the end', [entry(1, 4)]],
    ['the same index twice', [entry(1, 3), entry(1, 3)]],
    ['a gap between its indexes', [entry(1, 3), entry(1, 5)]],
    ['a new game that does not start at index 0', [entry(2, 1)]],
    ['a negative index', [entry(2, -1)]],
    ['one conflict and valid entries of other games', [entry(2, 0), entry(1, 3), entry(3, 0), entry(1, 3)]],
  ] as const) {
    it(`rejects an append with ${fault} and stores nothing of it`, async (test) => {
      const journal = await open(test);
      await journal.append(gameEntries(1, 3));
      await assert.rejects(journal.append(entries), JournalConflict);
      assert.deepEqual(await unfinishedIn(journal), [gameEntries(1, 3)]);
      await journal.append([entry(1, 3)]);
      assert.equal((await journal.game(1)).length, 4);
    });
  }

  it('rejects an entry with an invalid game, index or time as an error of the caller, and accepts later appends', async (test) => {
    const journal = await open(test);
    for (const wrong of [entry(0, 0), entry(1.5, 0), entry(1, 0.5), { ...entry(1, 0), at: Number.NaN }]) {
      await assert.rejects(journal.append([wrong]), RangeError);
    }
    await journal.append(gameEntries(1, 1));
    assert.deepEqual(await unfinishedIn(journal), [gameEntries(1, 1)]);
  });
}

function concurrency(open: Open): void {
  it('stores appends in the order of the calls, even if the caller does not wait for the previous one', async (test) => {
    const journal = await open(test);
    const games = [gameEntries(1, 200), gameEntries(2, 200), gameEntries(3, 200)];
    await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        games.map((game) => journal.append(game.slice(index, index + 1))),
      ).flat(),
    );
    assert.deepEqual(await unfinishedIn(journal), games);
  });

  it('stores the first of several appends with the same index and rejects only the others with this index', async (test) => {
    const journal = await open(test);
    const [first, second, other, third] = await Promise.allSettled([
      journal.append([entry(1, 0, SEATED)]),
      journal.append([entry(1, 0), entry(1, 1)]),
      journal.append([entry(2, 0)]),
      journal.append([entry(3, 0), entry(1, 0)]),
    ]);
    assert.deepEqual(
      [first.status, second.status, other.status, third.status],
      ['fulfilled', 'rejected', 'fulfilled', 'rejected'],
    );
    assert.ok(second.status === 'rejected' && second.reason instanceof JournalConflict);
    assert.deepEqual(await unfinishedIn(journal), [[entry(1, 0, SEATED)], [entry(2, 0)]]);
  });
}

function listing(open: Open): void {
  it('lists only the unfinished games, the oldest first', async (test) => {
    const journal = await open(test);
    await journal.append([
      ...gameEntries(12, 2),
      ...gameEntries(7, 3, true),
      ...gameEntries(3, 1),
      ...gameEntries(110, 4),
    ]);
    await journal.append([entry(3, 1, ENDED), ...gameEntries(5, 2)]);
    assert.deepEqual(await unfinishedIn(journal), [gameEntries(5, 2), gameEntries(12, 2), gameEntries(110, 4)]);
    assert.deepEqual(await journal.game(7), gameEntries(7, 3, true));
  });

  it('lists many unfinished games', async (test) => {
    const journal = await open(test);
    const games = Array.from({ length: 350 }, (_, n) => gameEntries(n + 1, 1 + (n % 5), n % 3 === 0));
    await journal.append(games.flat());
    assert.deepEqual(
      await unfinishedIn(journal),
      games.filter((game) => game.at(-1)?.event.kind !== 'ended'),
    );
  });

  it('lists every game after a given one, the lowest number first, with the time of its end', async (test) => {
    const journal = await open(test);
    await journal.append([
      ...gameEntries(12, 2),
      ...gameEntries(7, 3, true),
      ...gameEntries(3, 1),
      ...gameEntries(110, 4, true),
    ]);
    const list = (after: GameId) => Array.fromAsync(journal.games(after));
    const all = [
      { game: 3, ended: undefined },
      { game: 7, ended: entry(7, 2).at },
      { game: 12, ended: undefined },
      { game: 110, ended: entry(110, 3).at },
    ];
    assert.deepEqual(await list(0), all);
    assert.deepEqual(await list(7), all.slice(2));
    assert.deepEqual(await list(110), []);
    await journal.append([entry(12, 2, ENDED)]);
    assert.deepEqual(await list(11), [{ game: 12, ended: entry(12, 2).at }, all[3]]);
  });

  it('returns the highest number of a game, finished or not', async (test) => {
    const journal = await open(test);
    await journal.append(gameEntries(9, 2, true));
    await journal.append(gameEntries(4, 2));
    assert.equal(await journal.lastGame(), 9);
  });

  it('returns lists that later appends do not change', async (test) => {
    const journal = await open(test);
    await journal.append(gameEntries(1, 1));
    const [game, unfinished] = [await journal.game(1), await unfinishedIn(journal)];
    await journal.append([entry(1, 1)]);
    assert.deepEqual([game, unfinished], [gameEntries(1, 1), [gameEntries(1, 1)]]);
  });
}

function closing(newLocation: () => JournalLocation): void {
  it('completes pending appends and reads when it is closed', async () => {
    const journal = await newLocation().open();
    const appends = gameEntries(1, 50).map((one) => journal.append([one]));
    const reading = journal.lastGame();
    await journal.close();
    await Promise.all(appends);
    assert.equal(typeof (await reading), 'number');
  });

  it('rejects every call after it was closed, except another close', async () => {
    const journal = await newLocation().open();
    await journal.close();
    await journal.close();
    const closed = /the journal is closed/;
    await assert.rejects(journal.append(gameEntries(1, 1)), closed);
    await assert.rejects(unfinishedIn(journal), closed);
    await assert.rejects(Array.fromAsync(journal.games(0)), closed);
    await assert.rejects(journal.game(1), closed);
    await assert.rejects(journal.lastGame(), closed);
  });

  it('has all entries after it was opened again, if it is durable', async (test) => {
    const location = newLocation();
    if (!location.isDurable) return;
    const journal = await location.open();
    void journal.append([...gameEntries(1, 3, true), ...gameEntries(2, 40)]);
    await journal.close();
    const reopened = await openJournalFor(test, location);
    assert.deepEqual(await reopened.game(1), gameEntries(1, 3, true));
    assert.deepEqual(await unfinishedIn(reopened), [gameEntries(2, 40)]);
    assert.equal(await reopened.lastGame(), 2);
    await assert.rejects(reopened.append([entry(2, 39)]), JournalConflict);
    await reopened.append([entry(2, 40, ENDED)]);
    assert.deepEqual(await unfinishedIn(reopened), []);
  });
}

async function openJournalFor(test: TestContext, location: JournalLocation): Promise<Journal> {
  const journal = await location.open();
  test.after(() => journal.close());
  return journal;
}

type RandomAppend = readonly { readonly game: GameId; readonly slip: number }[];

function comparisonWithModel(open: Open): void {
  it('has the same entries as a list after random concurrent appends', async (test) => {
    const randomEntry = fc.record({ game: fc.integer({ min: 1, max: 3 }), slip: fc.constantFrom(0, 0, 0, 0, -1, 1) });
    const appends = fc.array(fc.array(randomEntry, { maxLength: 4 }), { maxLength: 12 });
    const journal = await open(test);
    // All runs share one journal, and each run has its own games.
    let before = 0;
    const run = async (chosen: readonly RandomAppend[]): Promise<void> => {
      before += 3;
      await assertAgreesWithModel(journal, before, chosen);
    };
    await fc.assert(fc.asyncProperty(appends, run), { numRuns: 50 });
  });
}

/** Compares a journal with lists of entries. A `slip` other than 0 makes the index of an entry wrong. */
async function assertAgreesWithModel(
  journal: Journal,
  before: GameId,
  appends: readonly RandomAppend[],
): Promise<void> {
  const model: JournalEntry[][] = [[], [], []];
  const expected: string[] = [];
  const results = appends.map((append) => {
    const longer = model.map((stored) => [...stored]);
    const entries = append.map(({ game, slip }) => {
      const stored = longer[game - 1] ?? [];
      const next = entry(before + game, stored.length + slip);
      stored.push(next);
      return next;
    });
    const isValid = append.every(({ slip }) => slip === 0);
    if (isValid) model.splice(0, 3, ...longer);
    expected.push(isValid ? 'stored' : 'conflict');
    return journal.append(entries).then(
      () => 'stored',
      (error: unknown) => (error instanceof JournalConflict ? 'conflict' : String(error)),
    );
  });
  assert.deepEqual(await Promise.all(results), expected);
  assert.deepEqual(await Promise.all(model.map((_, game) => journal.game(before + game + 1))), model);
}
