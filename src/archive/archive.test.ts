import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  finishedGameEntries,
  GO_9,
  gameToArchive,
  importedGame,
  NOON,
} from '../../test/support/archive/game-fixtures.ts';
import { databaseKinds, openDatabaseFor, type TestDatabaseKind } from '../../test/support/database/test-databases.ts';
import type { GameParameters } from '../lobby/game-parameters.ts';
import { type ArchiveSearch, archivedGameWithTurns, found } from '../protocols/api/resource-schemas.ts';
import type { GoRuleset } from '../rules/go/ruleset.ts';
import { Archive } from './archive.ts';
import { archivedGameResource } from './archived-game-resource.ts';
import { gameFromJournal } from './game-from-journal.ts';
import { readImport } from './import/sgf-import.ts';

const GOMOKU: GameParameters = { game: 'gomoku', size: 15, rule: 'renju' };
const DAY = 24 * 60 * 60 * 1000;

for (const kind of await databaseKinds()) {
  const open = async (test: TestContext): Promise<Archive> =>
    new Archive(await openDatabaseFor(test, await kind.newPlace()));
  describe(`the archive in ${kind.name}`, { skip: kind.skip }, () => {
    storing(kind, open);
    searching(open);
    players(open);
    conversations(open);
  });
}

/** Reads a game of the archive, with all moves. */
async function gameIn(archive: Archive, number: number) {
  const stored = await archive.stored(number, {});
  return stored && archivedGameResource(stored);
}

type Open = (test: TestContext) => Promise<Archive>;

const search = (archive: Archive, given: Partial<ArchiveSearch>): Promise<number[]> =>
  archive.search({ limit: 25, ...given }).then(({ games }) => games.map(({ game }) => game));

function storing(kind: TestDatabaseKind, open: Open): void {
  it('is empty at first', async (test) => {
    const archive = await open(test);
    assert.deepEqual(await archive.search({ limit: 25 }), { games: [] });
    assert.equal(await gameIn(archive, 1), undefined);
    assert.equal(await archive.file(1, {}), undefined);
    assert.equal(await archive.player('alice', NOON), undefined);
    // The largest number must be no problem for the database.
    assert.equal(await gameIn(archive, Number.MAX_SAFE_INTEGER), undefined);
    assert.deepEqual(await search(archive, { before: Number.MAX_SAFE_INTEGER }), []);
    assert.deepEqual(await archive.ranking('go-9', NOON), { class: 'go-9', players: [], provisional: [] });
    assert.equal(await archive.lastGame(), 0);
  });

  it('returns a stored game with all moves', async (test) => {
    const archive = await open(test);
    const end = { winner: 'black', reason: 'score', score: { black: 50, white: 37.5 } } as const;
    await archive.addAll([gameToArchive(7, { end, protocols: ['nu6', 'web'] })]);
    const game = await gameIn(archive, 7);
    assert.deepEqual(archivedGameWithTurns.parse(game), game);
    const { black, white, ...rest } = game ?? assert.fail('the game is not there');
    assert.equal(`${black.name} ${black.protocol} ${white.name} ${white.protocol}`, 'alice nu6 bob web');
    assert.deepEqual(rest, {
      game: 7,
      board: { game: 'go', size: 9, komi: 6.5, ko: 'positional', suicide: 'allowed' },
      options: { rated: true, private: false, takeBack: true, estimate: false },
      end,
      turns: 2,
      began: NOON,
      ended: NOON + 4 * 60_000,
      rated: true,
      imported: false,
      setup: [],
      record: [
        { kind: 'play', color: 'black', point: { x: 0, y: 0 } },
        { kind: 'play', color: 'white', point: { x: 1, y: 0 } },
      ],
    });
  });

  it('returns a game as SGF, or as JSON if its board is too large for SGF', async (test) => {
    const archive = await open(test);
    await archive.addAll([gameToArchive(1)]);
    await archive.addAll([gameToArchive(2, { parameters: { ...GO_9, size: 131 } })]);
    const [small, large] = [await archive.file(1, {}), await archive.file(2, {})];
    assert.equal(small?.format, 'sgf');
    assert.match(
      small?.text ?? '',
      /^\(;FF\[4\]GM\[1\].*SZ\[9\]KM\[6\.5\].*PB\[alice\]PW\[bob\].*RE\[W\+R\]\n;B\[aa\];W\[ba\]\)\n$/s,
    );
    assert.equal(large?.format, 'json');
    assert.equal(JSON.parse(large?.text ?? '').moves.length, 2);
    assert.equal((await gameIn(archive, 2))?.record.length, 2);
  });

  it('returns a game with its handicap stones, also in SGF, and after an import of this SGF', async (test) => {
    const archive = await open(test);
    const [first, , ...others] = finishedGameEntries(1, { turns: 2 });
    if (first?.event.kind !== 'seated') return assert.fail();
    const event = { ...first.event, komi: 0.5, handicap: 2 };
    await archive.addAll([gameFromJournal([{ ...first, event }, ...others])]);
    const game = await gameIn(archive, 1);
    assert.deepEqual(archivedGameWithTurns.parse(game), game);
    assert.equal(game?.board.game === 'go' && game.board.handicap, 2);
    const setup = [
      { color: 'black', point: { x: 2, y: 6 } },
      { color: 'black', point: { x: 6, y: 2 } },
    ];
    assert.deepEqual(game?.setup, setup);
    const sgf = (await archive.file(1, {}))?.text ?? '';
    assert.match(sgf, /KM\[0\.5\].*HA\[2\].*AB\[cg\]\[gc\]\n;W\[ba\]\)/s);
    const imported = readImport(new TextEncoder().encode(sgf));
    assert.ok(imported.ok);
    assert.equal(imported.value.games.length, 1);
  });

  it('stores the margin of an imported game', async (test) => {
    const archive = await open(test);
    const end = { winner: 'white', reason: 'score', margin: 3.5 } as const;
    await archive.addAll([{ ...importedGame(1), end }]);
    assert.deepEqual((await gameIn(archive, 1))?.end, end);
  });

  it('stores the game of a number only once', async (test) => {
    const archive = await open(test);
    await archive.addAll([gameToArchive(3)]);
    await archive.addAll([gameToArchive(3, { black: 'carol' })]);
    assert.equal((await gameIn(archive, 3))?.black.name, 'alice');
    assert.equal((await archive.player('alice', NOON))?.games, 1);
    assert.equal(await archive.player('carol', NOON), undefined);
  });

  it('stores no moves that were taken back, and the name that a player had at the end', async (test) => {
    const archive = await open(test);
    const also = [
      { kind: 'undone', color: 'black', turns: 1 },
      { kind: 'renamed', color: 'white', name: 'zoë' },
    ] as const;
    await archive.addAll([gameToArchive(1, { turns: 3, extraEvents: also })]);
    const game = await gameIn(archive, 1);
    assert.equal(game?.turns, 2);
    assert.equal(game?.record.length, 2);
    assert.equal(game?.white.name, 'zoë');
  });

  it('shows the common rules of both seats', async (test) => {
    const archive = await open(test);
    const [first, ...others] = finishedGameEntries(1);
    if (first?.event.kind !== 'seated') return assert.fail();
    const strict = { ...GO_9, ruleset: { ko: 'positional', suicide: 'forbidden' } } as const;
    const event = { ...first.event, komi: 7, white: { ...first.event.white, parameters: strict } };
    await archive.addAll([gameFromJournal([{ ...first, event }, ...others])]);
    const board = (await gameIn(archive, 1))?.board;
    assert.deepEqual(board, { game: 'go', size: 9, komi: 7, ko: 'positional', suicide: 'forbidden' });
  });

  it('writes the rules to RU, and an import of this SGF has the same rules', async (test) => {
    const archive = await open(test);
    const [first, ...others] = finishedGameEntries(1, {
      parameters: { ...GO_9, ruleset: { ko: 'simple', suicide: 'allowed' } },
    });
    if (first?.event.kind !== 'seated') return assert.fail();
    const rulesets: readonly (readonly [GoRuleset, string])[] = [
      [{ ko: 'simple', suicide: 'allowed' }, 'area, simple ko, suicide allowed'],
      [{ ko: 'situational', suicide: 'forbidden' }, 'area, situational superko, suicide forbidden'],
      [{ ko: 'positional', suicide: 'allowed' }, 'area, positional superko, suicide allowed'],
    ];
    for (const [index, [ruleset, text]] of rulesets.entries()) {
      const game = index + 1;
      const event = { ...first.event, white: { ...first.event.white, parameters: { ...GO_9, ruleset } } };
      await archive.addAll([gameFromJournal([{ ...first, event }, ...others].map((entry) => ({ ...entry, game })))]);
      const sgf = (await archive.file(game, {}))?.text ?? '';
      assert.equal(/RU\[([^\]]*)\]/.exec(sgf)?.[1], text);
      const imported = readImport(new TextEncoder().encode(sgf));
      assert.ok(imported.ok);
      assert.deepEqual(imported.value.games[0]?.board, (await gameIn(archive, game))?.board);
    }
  });

  it('has the same content after it is closed and opened again', async (test) => {
    const where = await kind.newPlace();
    const database = await openDatabaseFor(test, where);
    const before = new Archive(database);
    await before.addAll([gameToArchive(4)]);
    await before.catchUp(2);
    await before.catchUp(4);
    const game = await gameIn(before, 4);
    await database.destroy();
    const again = new Archive(await openDatabaseFor(test, where));
    assert.deepEqual(await gameIn(again, 4), game);
    assert.equal(await again.lastGame(), 4);
    assert.equal(await again.caughtUpTo(), 4);
    assert.deepEqual(await again.storedNumbers([3, 4, 5]), new Set([4]));
  });
}

function searching(open: Open): void {
  it('finds the games that match all conditions, newest first', async (test) => {
    const archive = await open(test);
    const draw = { reason: 'full' } as const;
    await archive.addAll([gameToArchive(1, { black: 'Alice', white: 'bob', protocols: ['nu6', 'daigo'] })]);
    await archive.addAll([
      gameToArchive(2, { black: 'carol', white: 'Malice', parameters: GOMOKU, protocols: ['web', 'gomokurs'] }),
    ]);
    await archive.addAll([
      gameToArchive(3, { black: 'dave', white: 'alice', parameters: GOMOKU, end: draw, began: NOON + DAY }),
    ]);
    await archive.addAll([
      gameToArchive(4, { black: 'bob', white: 'dave', end: { reason: 'stopped' }, began: NOON + 2 * DAY }),
    ]);
    await archive.addAll([
      gameToArchive(5, { parameters: { ...GO_9, size: 13 }, end: { winner: 'black', reason: 'left' }, turns: 0 }),
    ]);
    for (const [given, expected] of [
      [{}, [5, 4, 3, 2, 1]],
      [{ player: 'ALICE' }, [5, 3, 2, 1]],
      [{ player: 'lic', game: 'gomoku' }, [3, 2]],
      [{ player: 'nobody' }, []],
      [{ protocol: 'daigo' }, [1]],
      [{ protocol: 'gomokurs', player: 'carol' }, [2]],
      [{ protocol: 'daigo', player: 'carol' }, []],
      [{ game: 'go' }, [5, 4, 1]],
      [{ size: 13 }, [5]],
      [{ size: 15, game: 'go' }, []],
      [{ result: 'white' }, [2, 1]],
      [{ result: 'black' }, [5]],
      [{ result: 'draw' }, [3]],
      [{ result: 'none' }, [4]],
      [{ moves: 1 }, [4, 3, 2, 1]],
      [{ moves: 3 }, []],
      [{ from: '2030-01-02' }, [4, 3]],
      [{ to: '2030-01-01' }, [5, 2, 1]],
      [{ from: '2030-01-02', to: '2030-01-02', player: 'dave' }, [3]],
      [{ before: 3 }, [2, 1]],
    ] as const)
      assert.deepEqual(await search(archive, given), expected, JSON.stringify(given));
  });

  it('searches names with wildcards and quotes as plain text, and folds case', async (test) => {
    const archive = await open(test);
    const names = ['a%b', 'a_b', 'axb', "o'neil", 'back\\slash', 'Zoe\u0308', 'ÅSA', '天元'];
    for (const [index, black] of names.entries()) await archive.addAll([gameToArchive(index + 1, { black })]);
    for (const [player, expected] of [
      ['a%b', [1]],
      ['%', [1]],
      ['a_b', [2]],
      ['A', [7, 5, 3, 2, 1]],
      ["O'N", [4]],
      ['\\', [5]],
      ['ZOË', [6]],
      ['å', [7]],
      ['元', [8]],
    ] as const)
      assert.deepEqual(await search(archive, { player }), expected, player);
  });

  it('returns pages, each of which continues where the last one ended', async (test) => {
    const archive = await open(test);
    for (let game = 1; game <= 7; game++) await archive.addAll([gameToArchive(game, { white: `w${game % 2}` })]);
    const first = await archive.search({ player: 'w1', limit: 2 });
    assert.deepEqual(found.parse(first), first);
    assert.deepEqual([first.games.map(({ game }) => game), first.next], [[7, 5], 5]);
    const second = await archive.search({ player: 'w1', limit: 2, before: first.next });
    assert.deepEqual([second.games.map(({ game }) => game), second.next], [[3, 1], undefined]);
    assert.deepEqual(
      (await archive.files([7, 3, 5])).map(({ game, format }) => `${game} ${format}`),
      ['7 sgf', '5 sgf', '3 sgf'],
    );
  });

  it('finds the games of more players than it looks up one by one', async (test) => {
    const archive = await open(test);
    for (let game = 1; game <= 60; game++)
      await archive.addAll([gameToArchive(game, { black: `bot-${game}`, white: `robot-${game}` })]);
    assert.deepEqual(await search(archive, { player: 'BOT', limit: 3 }), [60, 59, 58]);
    assert.deepEqual(await search(archive, { player: 'robot-6' }), [60, 6]);
    assert.deepEqual(await search(archive, { player: 'bot', before: 3, limit: 3 }), [2, 1]);
  });

  it('finds a game of one player on both sides only once', async (test) => {
    const archive = await open(test);
    await archive.addAll([gameToArchive(1, { black: 'solo', white: 'solo' })]);
    assert.deepEqual(await search(archive, { player: 'solo' }), [1]);
    const player = await archive.player('solo', NOON);
    assert.deepEqual([player?.games, player?.won, player?.lost, player?.recent.length], [1, 0, 0, 1]);
  });
}

function players(open: Open): void {
  it("counts a player's games regardless of the name's case", async (test) => {
    const archive = await open(test);
    await archive.addAll([gameToArchive(1)]);
    await archive.addAll([
      gameToArchive(2, { black: 'Alice', white: 'carol', end: { winner: 'black', reason: 'row' } }),
    ]);
    await archive.addAll([gameToArchive(3, { end: { reason: 'agreed' } })]);
    await archive.addAll([gameToArchive(4, { end: { reason: 'abandoned' } })]);
    await archive.addAll([importedGame(5, { white: 'Honinbo Dosaku' })]);
    const alice = await archive.player('ALICE', NOON);
    assert.deepEqual([alice?.name, alice?.games, alice?.won, alice?.lost, alice?.drawn], ['alice', 4, 1, 1, 1]);
    assert.deepEqual(
      alice?.recent.map(({ game }) => game),
      [5, 4, 3, 2, 1],
    );
    const dosaku = await archive.player('honinbo dosaku', NOON);
    assert.deepEqual([dosaku?.games, dosaku?.ratings, dosaku?.recent.length], [0, [], 1]);
  });

  it('counts and rates games in the same way in one call, in concurrent calls and one by one', async (test) => {
    const games = [
      importedGame(1, { black: 'ALICE', white: 'Honinbo Dosaku' }),
      gameToArchive(2, { turns: 6 }),
      gameToArchive(3, { turns: 6, black: 'Alice', white: 'carol', end: { winner: 'black', reason: 'row' } }),
      gameToArchive(4, { turns: 6, black: 'solo', white: 'solo' }),
      gameToArchive(5, { turns: 6, end: { reason: 'agreed' } }),
      importedGame(6, { white: 'Alice' }),
    ];
    const [together, atOnce, alone] = [await open(test), await open(test), await open(test)];
    await together.addAll([...games, gameToArchive(2, { turns: 6 })]);
    await Promise.all(games.map((game) => atOnce.addAll([game])));
    for (const game of games) await alone.addAll([game]);
    for (const other of [together, atOnce]) {
      for (const name of ['alice', 'bob', 'carol', 'solo', 'honinbo dosaku'])
        assert.deepEqual(await other.player(name, NOON), await alone.player(name, NOON));
      assert.deepEqual(await other.ranking('go-9', NOON), await alone.ranking('go-9', NOON));
    }
    assert.equal((await together.player('alice', NOON))?.games, 3);
  });
}

function conversations(open: Open): void {
  it('stores the conversation of a game, also before the game itself', async (test) => {
    const archive = await open(test);
    assert.deepEqual(await archive.conversations(1), []);
    await archive.storeConversations([{ game: 1, text: '{"messages":[]}' }]);
    const text = '{"messages":["天"]}';
    await archive.storeConversations([
      { game: 1, text },
      { game: 2, text },
    ]);
    assert.deepEqual(await archive.conversations(1), ['{"messages":["天"]}']);
    assert.equal(await gameIn(archive, 1), undefined);
  });
}
