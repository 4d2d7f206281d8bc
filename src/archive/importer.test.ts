import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemClock } from '../clock.ts';
import type { Imported } from '../protocols/web/resource.ts';
import type { Result } from '../result.ts';
import type { FinishedGame } from './finished-game.ts';
import { Importer } from './importer.ts';

async function take(text: string): Promise<{ taken: Result<Imported>; kept: FinishedGame[] }> {
  const kept: FinishedGame[] = [];
  let last = 40;
  const importer = new Importer({
    archive: { addAll: async (games) => void kept.push(...games) },
    clock: systemClock,
    claimGame: () => ++last,
  });
  return { taken: await importer.take(text), kept };
}

describe('the importer', () => {
  test('gives every good game a number of its own, and the day of its file or of today', async () => {
    const { taken, kept } = await take('(;SZ[9]DT[1846-09-11];B[aa])(;SZ[9])(;SZ[9];B[aa])');
    assert.deepEqual(taken, { ok: true, value: { games: [41, 42], problems: ['game 2: it has no moves'] } });
    assert.deepEqual(
      kept.map(({ game, imported, black }) => `${game} ${imported} ${black.protocol}`),
      ['41 true sgf', '42 true sgf'],
    );
    assert.equal(kept[0]?.ended, Date.UTC(1846, 8, 11));
    assert.ok((kept[1]?.ended ?? 0) > Date.UTC(2020, 0));
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
      assert.equal(taken.ok, false);
      assert.deepEqual(kept, []);
    });
  }
});
