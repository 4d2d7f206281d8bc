import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Search } from '../protocols/web/resource.ts';
import type { NumberedFile } from './archive.ts';
import { zipOf } from './zip.ts';

/** An archive of so many games; every tenth is too large for SGF. */
class Files {
  readonly #games: number;
  readonly asked: Search[] = [];

  constructor(games: number) {
    this.#games = games;
  }

  async files(search: Search): Promise<NumberedFile[]> {
    this.asked.push(search);
    const first = Math.min(this.#games, (search.before ?? Number.POSITIVE_INFINITY) - 1);
    return Array.from({ length: Math.min(search.limit, first) }, (_, index) => {
      const game = first - index;
      return { game, format: game % 10 === 0 ? 'json' : 'sgf', text: `game ${game} 天元` };
    });
  }
}

async function unzip(files: Files, most?: number): Promise<Record<string, string>> {
  const chunks = await Array.fromAsync(zipOf(files, { player: 'alice', limit: 1 }, most));
  const entries = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('a zip of games', () => {
  test('has a file for each game, over many pages', async () => {
    const files = new Files(121);
    const zip = await unzip(files);
    assert.equal(Object.keys(zip).length, 122);
    assert.equal(zip['tengen-17.sgf'], 'game 17 天元');
    assert.equal(zip['tengen-120.json'], 'game 120 天元');
    assert.equal(zip['README.txt'], '121 games: everything that was found.\n');
    assert.ok(files.asked.every(({ player, limit }) => player === 'alice' && limit <= 25));
  });

  test('has so many at most, and says how to have the rest', async () => {
    const zip = await unzip(new Files(121), 60);
    assert.equal(Object.keys(zip).length, 61);
    assert.equal(
      zip['README.txt'],
      '60 games, as many as one zip has. Ask with before=62 for those with lower numbers.\n',
    );
  });

  test('of nothing says so', async () => {
    assert.deepEqual(await unzip(new Files(0)), { 'README.txt': '0 games: everything that was found.\n' });
  });

  test('is packed no faster than it is taken', async () => {
    const files = new Files(1000);
    const zip = zipOf(files, { limit: 1 });
    await zip.next();
    assert.equal(files.asked.length, 1);
    await zip.return();
  });
});
