import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listedGame } from '../../test/support/archive/game-fixtures.ts';
import type { ArchivedGame, ArchiveSearch, ArchiveSearchResult } from '../protocols/api/resource-schemas.ts';
import { crossTableCsv, crossTableGames } from './cross-table.ts';

const END = {
  black: { winner: 'black', reason: 'resigned' },
  white: { winner: 'white', reason: 'resigned' },
  draw: { reason: 'full' },
  none: { reason: 'stopped' },
} as const;

const played = (black: string, white: string, end: ArchivedGame['end']): ArchivedGame => ({
  ...listedGame(1, 9),
  black: { name: black, protocol: 'nu6' },
  white: { name: white, protocol: 'nu6' },
  end,
});

/** An archive with these games, which it returns in pages. */
const archiveOf = (games: readonly ArchivedGame[]) => ({
  async search({ limit, before = 0 }: ArchiveSearch): Promise<ArchiveSearchResult> {
    const page = games.slice(before, before + limit);
    const next = before + limit;
    return { games: page, ...(next < games.length && { next }) };
  },
});

const tableOf = async (games: readonly ArchivedGame[]): Promise<string> => {
  const found = await crossTableGames(archiveOf(games), { limit: 1 });
  return found.ok ? crossTableCsv(found.value) : found.problem;
};

describe('a cross table', () => {
  test('counts the games between each two players, and the sums, sorted by name', async () => {
    assert.deepEqual(
      (
        await tableOf([
          played('carol', 'alice', END.black),
          played('alice', 'carol', END.black),
          played('alice', 'bob', END.white),
          played('bob', 'alice', END.draw),
          played('dave', 'alice', END.none),
        ])
      )
        .trim()
        .split('\r\n'),
      ['player,alice,bob,carol,won,lost,drawn', 'alice,,0-1-1,1-1-0,1,2,1', 'bob,1-0-1,,,1,0,1', 'carol,1-1-0,,,1,1,0'],
    );
    assert.equal(await tableOf([]), 'player,won,lost,drawn\r\n');
  });

  test('has at most 200 players and any number of games', async () => {
    const pairs = (players: number) =>
      Array.from({ length: players - 1 }, (_, index) => played(`p${index}`, `p${index + 1}`, END.black));
    assert.equal((await tableOf(pairs(200))).trim().split('\r\n').length, 201);
    assert.equal(await tableOf(pairs(201)), 'more than 200 players: narrow the search, for example by days');
    const many = Array.from({ length: 350 }, () => played('alice', 'bob', END.white));
    assert.match(await tableOf(many), /^alice,,0-350-0,0,350,0\r$/m);
  });
});
