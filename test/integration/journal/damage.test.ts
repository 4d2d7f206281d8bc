import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { GameDamaged, SqliteFileUnusable } from '../../../src/journal/journal.ts';
import { readEntries } from '../../../src/journal/rows/journal-game.ts';
import { JournalStore } from '../../../src/journal/sqlite/journal-store.ts';
import { salvage } from '../../../src/journal/sqlite/salvage.ts';
import { openSqliteJournal } from '../../../src/journal/sqlite/sqlite-journal.ts';
import type { GameId, JournalEntry } from '../../../src/lobby/games/game-event.ts';
import { seedOfRun } from '../../support/clients/random.ts';
import { databasePath } from '../../support/journal/files.ts';
import { legalGame } from '../../support/journal/legal-games.ts';

const PAGE = 4096;
/** Every third has ended; the longest take several pages. */
const written = new Map<GameId, JournalEntry[]>(
  Array.from({ length: 30 }, (_, n) => [n + 1, legalGame(n + 1, (n * 37) % 90, n % 3 === 0)]),
);
const runs = Number(process.env['RUNS'] ?? 40);
const parameters = { seed: seedOfRun(), numRuns: runs };

/** The files of a database that was closed, and of one whose process has died, with most of it in the log. */
const sources: { closed: string; died: string } = { closed: '', died: '' };

before(async () => {
  for (const kind of ['closed', 'died'] as const) {
    const path = databasePath();
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

/** What may happen to a file; places are parts of its length. */
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

/** The database of a process that has died holds little but its first page. */
const anyDamage: fc.Arbitrary<AnyDamage> = fc
  .tuple(fc.constantFrom<'closed' | 'died' | 'died-wal'>('closed', 'closed', 'closed', 'died', 'died-wal'), damage)
  .map(([where, damage]) =>
    where === 'closed'
      ? { source: where, file: '', damage }
      : { source: 'died', file: where === 'died' ? '' : '-wal', damage },
  );

function inflict(file: string, what: Damage): void {
  const bytes = readFileSync(file);
  const at = (place: number): number => Math.floor(place * bytes.length);
  switch (what.kind) {
    case 'flip':
      for (const place of what.places) bytes[at(place)]! ^= what.mask;
      break;
    case 'page': {
      const start = at(what.place) - (at(what.place) % PAGE);
      bytes.subarray(start, start + PAGE).fill(what.filling);
      break;
    }
    case 'cut':
      truncateSync(file, at(what.place));
      return;
    case 'head':
      bytes.subarray(0, what.length).fill('~');
      break;
  }
  writeFileSync(file, bytes);
}

/** Runs `act` with a damaged copy, in a folder that is gone afterwards. */
async function withDamaged(
  { source, file, damage: what }: AnyDamage,
  act: (path: string, folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(dirname(databasePath()), 'damaged-'));
  cpSync(sources[source], folder, { recursive: true });
  const path = join(folder, 'tengen.db');
  if (existsSync(path + file)) inflict(path + file, what);
  try {
    await act(path, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of a torn log the beginning counts, and a game that has not ended does not tell how long it was. */
function assertAsWritten(entries: readonly JournalEntry[], game: GameId): void {
  const whole = written.get(game) ?? [];
  assert.deepEqual(entries, whole.slice(0, entries.length), `game ${game}`);
  if (whole.at(-1)?.event.kind !== 'ended' || entries.at(-1)?.event.kind === 'ended') return;
  // Such a game may be told of as it was before, but never as one that has ended.
  assert.ok(entries.length < whole.length);
}

const unusable = (error: unknown): void => {
  if (!(error instanceof SqliteFileUnusable)) throw error;
  assert.match(error.message, /^[^\n]+$/);
};

function open(path: string): JournalStore | undefined {
  try {
    return new JournalStore({ path, durability: 'os' });
  } catch (error) {
    unusable(error);
    return undefined;
  }
}

describe('a database that is damaged anywhere', () => {
  it(`opens or says why not, and every game that is read is as it was written (SEED=${parameters.seed})`, async (test) => {
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

  it('is salvaged: what is kept is as it was written, and the damaged files stay as they are', async (test) => {
    const counts = { refused: 0, kept: 0, lost: 0, missing: 0 };
    await fc.assert(
      fc.asyncProperty(anyDamage, (chosen) =>
        withDamaged(chosen, async (path, folder) => {
          const files = ['', '-wal'].map((suffix) => path + suffix).filter(existsSync);
          const bytes = files.map((file) => readFileSync(file));
          const to = join(folder, 'new.db');
          const salvaged = await salvage(path, to).catch(unusable);
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
            // Of a torn log the last commits are gone, and no page tells of them.
            const isShort = entries.length < (written.get(game)?.length ?? 0);
            if (isShort && chosen.source === 'closed') assert.ok(salvaged.doubtful.includes(game), `game ${game}`);
          }
          await journal.close();
          assert.equal(kept, salvaged.kept);
          counts.kept += kept;
          counts.missing += written.size - kept - salvaged.lost.length;
        }),
      ),
      { ...parameters, numRuns: Math.ceil(runs / 8) },
    );
    test.diagnostic(JSON.stringify(counts));
  });

  it('keeps all games when only the first page is lost', async () => {
    const lost = { source: 'closed', file: '', damage: { kind: 'page', place: 0, filling: 0x7e } } as const;
    await withDamaged(lost, async (path, folder) => {
      await assert.rejects(
        openSqliteJournal({ path, durability: 'os' }),
        new SqliteFileUnusable(`${path} is not a database`),
      );
      const salvaged = await salvage(path, join(folder, 'new.db'));
      assert.deepEqual(salvaged, { kept: written.size, lost: [], doubtful: [], isListWhole: true });
    });
  });

  it('is not begun anew when it was emptied and its log was not, and is salvaged from the log', async () => {
    await withDamaged({ source: 'died', file: '', damage: { kind: 'cut', place: 0 } }, async (path, folder) => {
      const line = `${path} is damaged: it has been emptied, and ${path}-wal beside it has not`;
      await assert.rejects(openSqliteJournal({ path, durability: 'os' }), new SqliteFileUnusable(line));
      await assert.rejects(openSqliteJournal({ path, readOnly: true }), new SqliteFileUnusable(line));
      assert.equal((await salvage(path, join(folder, 'new.db'))).kept, written.size);
    });
  });
});

after(() => Object.values(sources).forEach((folder) => void rmSync(folder, { recursive: true, force: true })));
