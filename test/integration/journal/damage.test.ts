import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { GameDamaged, SqliteFileUnusable } from '../../../src/journal/journal.ts';
import { readEntries } from '../../../src/journal/rows/encoded-game.ts';
import { JournalStore } from '../../../src/journal/sqlite/journal-store.ts';
import { salvage } from '../../../src/journal/sqlite/salvage.ts';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import type { GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { seedOfRun } from '../../support/clients/random.ts';
import { legalGame } from '../../support/journal/legal-games.ts';
import { newJournalPath } from '../../support/journal/temporary-journals.ts';

const PAGE = 4096;
/** The written games. Every third has ended, and the longest take several pages. */
const written = new Map<GameId, JournalEntry[]>(
  Array.from({ length: 30 }, (_, n) => [n + 1, legalGame(n + 1, (n * 37) % 90, n % 3 === 0)]),
);
const runs = Number(process.env['RUNS'] ?? 40);
const parameters = { seed: seedOfRun(), numRuns: runs };

/** Folders with the files of a database that was closed, and of one whose process died, which has most data in the log. */
const sources: { closed: string; died: string } = { closed: '', died: '' };

before(async () => {
  for (const kind of ['closed', 'died'] as const) {
    const path = newJournalPath();
    const journal = await openSqliteJournal({ path, durability: 'os' });
    for (const game of written.values()) await journal.append(game);
    sources[kind] = mkdtempSync(join(dirname(path), 'source-'));
    if (kind === 'closed') await journal.close();
    for (const suffix of ['', '-wal']) {
      if (existsSync(path + suffix)) cpSync(path + suffix, join(sources[kind], `tengen.db${suffix}`));
    }
    if (kind === 'died') await journal.close();
  }
});

/** Damage to a file. A place is a fraction of the length of the file. */
type Damage =
  | { readonly kind: 'flip'; readonly places: readonly number[]; readonly mask: number }
  | { readonly kind: 'page'; readonly place: number; readonly filling: number }
  | { readonly kind: 'cut'; readonly place: number }
  | { readonly kind: 'head'; readonly length: number };

const part = fc.noBias(fc.integer({ min: 0, max: 999_999 })).map((millionths) => millionths / 1_000_000);
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    kind: fc.constant('flip' as const),
    places: fc.array(part, { minLength: 1, maxLength: 20 }),
    mask: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({ kind: fc.constant('page' as const), place: part, filling: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), place: part }),
  fc.record({ kind: fc.constant('head' as const), length: fc.integer({ min: 1, max: PAGE }) }),
);

interface AnyDamage {
  readonly source: 'closed' | 'died';
  readonly file: '' | '-wal';
  readonly damage: Damage;
}

/** Of a process that died, the database file has little data but its first page, so it is damaged less often. */
const anyDamage: fc.Arbitrary<AnyDamage> = fc
  .tuple(fc.constantFrom<'closed' | 'died' | 'died-wal'>('closed', 'closed', 'closed', 'died', 'died-wal'), damage)
  .map(([where, damage]) =>
    where === 'closed'
      ? { source: where, file: '', damage }
      : { source: 'died', file: where === 'died' ? '' : '-wal', damage },
  );

function inflict(file: string, damage: Damage): void {
  const bytes = readFileSync(file);
  const at = (place: number): number => Math.floor(place * bytes.length);
  switch (damage.kind) {
    case 'flip':
      for (const place of damage.places) bytes[at(place)]! ^= damage.mask;
      break;
    case 'page': {
      const start = at(damage.place) - (at(damage.place) % PAGE);
      bytes.subarray(start, start + PAGE).fill(damage.filling);
      break;
    }
    case 'cut':
      truncateSync(file, at(damage.place));
      return;
    case 'head':
      bytes.subarray(0, damage.length).fill('~');
      break;
  }
  writeFileSync(file, bytes);
}

/** Runs `act` with a damaged copy in a folder that is then deleted. */
async function withDamaged(
  { source, file, damage }: AnyDamage,
  act: (path: string, folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(dirname(newJournalPath()), 'damaged-'));
  cpSync(sources[source], folder, { recursive: true });
  const path = join(folder, 'tengen.db');
  if (existsSync(path + file)) inflict(path + file, damage);
  try {
    await act(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Asserts that the entries are the written ones, or the first of them, because a damaged log is read up to the damage. */
function assertAsWritten(entries: readonly JournalEntry[], game: GameId): void {
  const expected = written.get(game) ?? [];
  assert.deepEqual(entries, expected.slice(0, entries.length), `game ${game}`);
  if (expected.at(-1)?.event.kind !== 'ended' || entries.at(-1)?.event.kind === 'ended') return;
  // An ended game without its end must lack entries.
  assert.ok(entries.length < expected.length);
}

const assertUnusable = (error: unknown): void => {
  if (!(error instanceof SqliteFileUnusable)) throw error;
  assert.match(error.message, /^[^\n]+$/);
};

function open(path: string): JournalStore | undefined {
  try {
    return new JournalStore({ path, durability: 'os' });
  } catch (error) {
    assertUnusable(error);
    return undefined;
  }
}

describe('a database that is damaged anywhere', () => {
  it(`opens or is refused with a reason, and every game that can be read is as it was written (SEED=${parameters.seed})`, async (test) => {
    const counts = { refused: 0, read: 0, damaged: 0, unreadable: 0 };
    await fc.assert(
      fc.asyncProperty(anyDamage, (chosen) =>
        withDamaged(chosen, (path) => {
          const store = open(path);
          if (store === undefined) return void counts.refused++;
          for (const game of written.keys()) {
            try {
              const stored = store.game(game);
              if (stored === undefined) continue;
              assertAsWritten(readEntries(stored), game);
              counts.read++;
            } catch (error) {
              if (error instanceof GameDamaged) counts.damaged++;
              else if (error instanceof Error && 'errcode' in error) counts.unreadable++;
              else throw error;
            }
          }
          store.close();
        }),
      ),
      parameters,
    );
    test.diagnostic(JSON.stringify(counts));
  });

  it('is salvaged: saved games are as they were written, and the damaged files are not changed', async (test) => {
    const counts = { refused: 0, kept: 0, lost: 0, missing: 0 };
    await fc.assert(
      fc.asyncProperty(anyDamage, (chosen) =>
        withDamaged(chosen, async (path, folder) => {
          const files = ['', '-wal'].map((suffix) => path + suffix).filter(existsSync);
          const bytes = files.map((file) => readFileSync(file));
          const to = join(folder, 'new.db');
          const salvaged = await salvage(path, to).catch(assertUnusable);
          assert.deepEqual(
            files.map((file) => readFileSync(file)),
            bytes,
          );
          if (salvaged === undefined) return void counts.refused++;
          counts.lost += salvaged.lost.length;
          const journal = await openSqliteJournal({ path: to, readOnly: true });
          let kept = 0;
          for (const game of written.keys()) {
            const entries = await journal.game(game);
            assertAsWritten(entries, game);
            if (entries.length === 0) continue;
            kept++;
            // If the log is damaged, its last commits are lost without a trace in any page.
            const isShort = entries.length < (written.get(game)?.length ?? 0);
            if (isShort && chosen.source === 'closed') assert.ok(salvaged.doubtful.includes(game), `game ${game}`);
          }
          await journal.close();
          assert.equal(kept, salvaged.copied);
          counts.kept += kept;
          counts.missing += written.size - kept - salvaged.lost.length;
        }),
      ),
      { ...parameters, numRuns: Math.ceil(runs / 8) },
    );
    test.diagnostic(JSON.stringify(counts));
  });

  it('keeps all games if only the first page is lost', async () => {
    const lost = { source: 'closed', file: '', damage: { kind: 'page', place: 0, filling: 0x7e } } as const;
    await withDamaged(lost, async (path, folder) => {
      await assert.rejects(
        openSqliteJournal({ path, durability: 'os' }),
        new SqliteFileUnusable(`${path} is not a database`),
      );
      const salvaged = await salvage(path, join(folder, 'new.db'));
      assert.deepEqual(salvaged, { copied: written.size, lost: [], doubtful: [], isListComplete: true });
    });
  });

  it('is not created again if it was emptied and its log was not, and can be salvaged from the log', async () => {
    await withDamaged({ source: 'died', file: '', damage: { kind: 'cut', place: 0 } }, async (path, folder) => {
      const line = `${path} is damaged: it has been emptied, and ${path}-wal beside it has not`;
      await assert.rejects(openSqliteJournal({ path, durability: 'os' }), new SqliteFileUnusable(line));
      await assert.rejects(openSqliteJournal({ path, readOnly: true }), new SqliteFileUnusable(line));
      assert.equal((await salvage(path, join(folder, 'new.db'))).copied, written.size);
    });
  });
});

after(() => Object.values(sources).forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
