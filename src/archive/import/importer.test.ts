import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemClock } from '../../clock.ts';
import type { ImportResult } from '../../protocols/api/resource-schemas.ts';
import type { Result } from '../../result.ts';
import type { FinishedGame } from '../finished-game.ts';
import { readRecord } from '../record-text.ts';
import { Importer } from './importer.ts';

async function take(
  text: string | Uint8Array<ArrayBuffer>,
): Promise<{ taken: Result<ImportResult>; kept: FinishedGame[]; most: number }> {
  const kept: FinishedGame[] = [];
  let last = 40;
  let most = 0;
  const importer = new Importer({
    archive: {
      addAll: async (games) => {
        kept.push(...games);
        most = Math.max(most, JSON.stringify(games).length);
        return [];
      },
    },
    clock: systemClock,
    claimGame: async () => ++last,
  });
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return { taken: await importer.importFile({ bytes, charset: undefined }), kept, most };
}

describe('the importer', () => {
  test('gives every good game a number of its own, and the day of its file or of today', async () => {
    const { taken, kept } = await take('(;SZ[9]DT[1846-09-11];B[aa])(;SZ[9])(;SZ[9];B[aa])');
    assert.deepEqual(taken, { ok: true, value: { games: [41, 42], notes: [], problems: ['game 2: it has no moves'] } });
    assert.deepEqual(
      kept.map(({ game, imported, black }) => `${game} ${imported} ${black.protocol}`),
      ['41 true sgf', '42 true sgf'],
    );
    assert.equal(kept[0]?.ended, Date.UTC(1846, 8, 11));
    assert.ok((kept[1]?.ended ?? 0) > Date.UTC(2020, 0));
  });

  test('hands games over a few at a time, each as the text that is stored', async () => {
    const most = 13_520;
    const long = `(;SZ[52]${';B[];W[]'.repeat(most / 2)})`;
    const { taken, kept, most: together } = await take(long.repeat(5) + '(;SZ[9];B[aa])'.repeat(200));
    assert.ok(taken.ok);
    assert.equal(taken.value.games.length, 205);
    assert.deepEqual(
      kept.map(({ game }) => game),
      taken.value.games,
    );
    assert.ok(together < 200_000, `${together} characters at once`);
    assert.equal(kept[0]?.turns, most);
    assert.match(kept[204]?.record ?? '', /^\(;FF\[4\].*;B\[aa\]\)\n$/s);
  });

  test('keeps of a long text what a record has room for, and says so', async () => {
    const { taken, kept } = await take(`(;SZ[9]AP[x:${':'.repeat(1_001)}];B[aa])(;SZ[9];B[bb])`);
    const notes = [{ game: 41, notes: ['in the original text alone: AP'] }];
    assert.deepEqual(taken, { ok: true, value: { games: [41, 42], notes, problems: [] } });
    // Each of these colons is two characters once it is written.
    const { kept: long } = await take(`(;SZ[9]AP[x:${':'.repeat(990)}];B[aa])`);
    assert.equal(readRecord(long[0]?.record ?? '').application?.version, ':'.repeat(990));
    assert.equal(kept.length, 2);
  });

  for (const [what, text] of [
    ['a million parentheses', '('.repeat(1_000_000)],
    ['thirty thousand variations, one in the other', `(;SZ[9];B[aa]${'(;W[bb]'.repeat(30_000)}`],
    ['a million empty games', '(;)'.repeat(900_000)],
    ['one value of two million letters', `(;SZ[9]C[${'x'.repeat(2_000_000)}]`],
    ['a value that never ends', `(;SZ[9]C[${'\\]'.repeat(1_000_000)}`],
    ['many properties', `(;SZ[9]${'A[]'.repeat(100_000)}`],
  ] as const) {
    test(`is not impressed by ${what}`, async () => {
      const { taken, kept } = await take(text);
      if (taken.ok) assert.equal(taken.value.problems.length, 1);
      assert.deepEqual(kept, []);
    });
  }
});
