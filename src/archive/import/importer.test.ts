import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemClock } from '../../clock.ts';
import type { ImportResult } from '../../protocols/api/resource-schemas.ts';
import type { Result } from '../../result.ts';
import type { GameToArchive } from '../game-to-archive.ts';
import { parseStoredRecord } from '../stored-record.ts';
import { Importer } from './importer.ts';

/** Imports a file. Returns the result, the stored games, and the characters of the largest group that was stored at once. */
async function importText(
  text: string | Uint8Array<ArrayBuffer>,
): Promise<{ result: Result<ImportResult>; stored: GameToArchive[]; largest: number }> {
  const stored: GameToArchive[] = [];
  let last = 40;
  let largest = 0;
  const importer = new Importer({
    archive: {
      addAll: async (games) => {
        stored.push(...games);
        largest = Math.max(largest, JSON.stringify(games).length);
        return [];
      },
    },
    clock: systemClock,
    claimGame: async () => ++last,
  });
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { result: await importer.importFile({ bytes, charset: undefined }), stored, largest };
}

describe('the importer', () => {
  test('gives each valid game a number, and the day in the file or the present day', async () => {
    const { result, stored } = await importText('(;SZ[9]DT[1846-09-11];B[aa])(;SZ[9])(;SZ[9];B[aa])');
    assert.deepEqual(result, {
      ok: true,
      value: { games: [41, 42], notes: [], problems: ['game 2: it has no moves'] },
    });
    assert.deepEqual(
      stored.map(({ game, imported, black }) => `${game} ${imported} ${black.protocol}`),
      ['41 true sgf', '42 true sgf'],
    );
    assert.equal(stored[0]?.ended, Date.UTC(1846, 8, 11));
    assert.ok((stored[1]?.ended ?? 0) > Date.UTC(2020, 0));
  });

  test('stores few games at a time, each with its record', async () => {
    const most = 13_520;
    const long = `(;SZ[52]${';B[];W[]'.repeat(most / 2)})`;
    const { result, stored, largest } = await importText(long.repeat(5) + '(;SZ[9];B[aa])'.repeat(200));
    assert.ok(result.ok);
    assert.equal(result.value.games.length, 205);
    assert.deepEqual(
      stored.map(({ game }) => game),
      result.value.games,
    );
    assert.ok(largest < 200_000, `${largest} characters at once`);
    assert.equal(stored[0]?.turns, most);
    assert.match(stored[204]?.record ?? '', /^\(;FF\[4\].*;B\[aa\]\)\n$/s);
  });

  test('stores a long value if the record has room for it, and otherwise notes it', async () => {
    const { result, stored } = await importText(`(;SZ[9]AP[x:${':'.repeat(1_001)}];B[aa])(;SZ[9];B[bb])`);
    const notes = [{ game: 41, notes: ['only in the original text: AP'] }];
    assert.deepEqual(result, { ok: true, value: { games: [41, 42], notes, problems: [] } });
    // In SGF each of these colons takes two characters.
    const { stored: long } = await importText(`(;SZ[9]AP[x:${':'.repeat(990)}];B[aa])`);
    assert.equal(parseStoredRecord(long[0]?.record ?? '').application?.version, ':'.repeat(990));
    assert.equal(stored.length, 2);
  });

  for (const [description, text] of [
    ['a million parentheses', '('.repeat(1_000_000)],
    ['thirty thousand nested variations', `(;SZ[9];B[aa]${'(;W[bb]'.repeat(30_000)}`],
    ['a million empty games', '(;)'.repeat(900_000)],
    ['one value of two million letters', `(;SZ[9]C[${'x'.repeat(2_000_000)}]`],
    ['a value that never ends', `(;SZ[9]C[${'\\]'.repeat(1_000_000)}`],
    ['many properties', `(;SZ[9]${'A[]'.repeat(100_000)}`],
  ] as const) {
    test(`refuses ${description}`, async () => {
      const { result, stored } = await importText(text);
      if (result.ok) assert.equal(result.value.problems.length, 1);
      assert.deepEqual(stored, []);
    });
  }
});
