import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { listedGame } from '../../test/support/archive/game-fixtures.ts';
import type { GameId } from '../lobby/games/game-event.ts';
import type { ArchiveSearch, ArchiveSearchResult } from '../protocols/api/resource-schemas.ts';
import { BACKGROUND_JOBS } from '../server/jobs/background-jobs.ts';
import type { NumberedRecordFile } from './archive.ts';
import { zipOf } from './game-zip.ts';

/** An archive with the given number of games and of moves per game. Every tenth game is too large for SGF. */
class Files {
  readonly #games: number;
  readonly #turns: number;
  readonly searched: ArchiveSearch[] = [];
  readonly read: (readonly GameId[])[] = [];

  constructor(games: number, turns = 100) {
    this.#games = games;
    this.#turns = turns;
  }

  async search(search: ArchiveSearch): Promise<ArchiveSearchResult> {
    this.searched.push(search);
    const first = Math.min(this.#games, (search.before ?? Number.POSITIVE_INFINITY) - 1);
    const numbers = Array.from({ length: Math.min(search.limit, first) }, (_, index) => first - index);
    const games = numbers.map((game) => listedGame(game, this.#turns));
    const last = numbers.at(-1);
    return last === undefined || last === 1 ? { games } : { games, next: last };
  }

  async files(games: readonly GameId[]): Promise<NumberedRecordFile[]> {
    this.read.push(games);
    return games.map((game) => ({ game, format: game % 10 === 0 ? 'json' : 'sgf', text: `game ${game} 天元` }));
  }
}

const zipOfGames = (archive: Files, search: ArchiveSearch, maximum?: number) =>
  zipOf({ archive, compress: async (texts) => BACKGROUND_JOBS.compressedFiles(texts) }, search, maximum);

async function unzip(files: Files, maximum?: number): Promise<Record<string, string>> {
  const chunks = await Array.fromAsync(zipOfGames(files, { player: 'alice', limit: 1 }, maximum));
  const entries = unzipSync(new Uint8Array(Buffer.concat(chunks)));
  return Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

describe('a zip of games', () => {
  test('has a file for each game of all pages', async () => {
    const files = new Files(121);
    const zip = await unzip(files);
    assert.equal(Object.keys(zip).length, 122);
    assert.equal(zip['tengen-17.sgf'], 'game 17 天元');
    assert.equal(zip['tengen-120.json'], 'game 120 天元');
    assert.equal(zip['README.txt'], '121 games: all that were found.\n');
    assert.ok(files.searched.every(({ player, limit }) => player === 'alice' && limit <= 100));
  });

  test('has at most a given number of games, and says how to get more', async () => {
    const zip = await unzip(new Files(121), 60);
    assert.equal(Object.keys(zip).length, 61);
    assert.equal(
      zip['README.txt'],
      '60 games, the maximum of one zip file. Search with before=62 for games with lower numbers.\n',
    );
  });

  test('without games says so', async () => {
    assert.deepEqual(await unzip(new Files(0)), { 'README.txt': '0 games: all that were found.\n' });
  });

  test('is made only as fast as it is read', async () => {
    const files = new Files(1000);
    const zip = zipOfGames(files, { limit: 1 });
    await zip.next();
    assert.deepEqual([files.searched.length, files.read.length], [1, 1]);
    await zip.return();
  });

  test('reads few long games at a time, and each of the longest alone', async () => {
    for (const [turns, together] of [
      [1_000, 5],
      [30_000, 1],
    ] as const) {
      const files = new Files(120, turns);
      assert.equal(Object.keys(await unzip(files)).length, 121);
      assert.equal(Math.max(...files.read.map((games) => games.length)), together);
    }
  });
});
