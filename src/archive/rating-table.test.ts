import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { GO_9, gameToArchive, importedGame, NOON } from '../../test/support/archive/game-fixtures.ts';
import { databaseKinds, openDatabaseFor } from '../../test/support/database/test-databases.ts';
import type { GameParameters } from '../lobby/game-parameters.ts';
import { rankFromRating } from '../rules/go/rank-from-rating.ts';
import { Archive } from './archive.ts';
import type { GameToArchive } from './game-to-archive.ts';
import { ratingId } from './rate-games.ts';

const GOMOKU: GameParameters = { game: 'gomoku', size: 15, rule: 'renju' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const kind of await databaseKinds()) {
  const open = async (test: TestContext): Promise<Archive> =>
    new Archive(await openDatabaseFor(test, await kind.newPlace()));
  describe(`ratings in ${kind.name}`, { skip: kind.skip }, () => {
    rating(open);
    provisionalRatings(open);
    earlyEnds(open);
    anchors(async (test) => {
      const fixed = new Map([[ratingId('bob', 'go-9'), 1800]]);
      return new Archive(await openDatabaseFor(test, await kind.newPlace()), fixed);
    });
  });
}

type Open = (test: TestContext) => Promise<Archive>;
type Given = Parameters<typeof gameToArchive>[1];

/** A game that Black resigned after three moves of each side. */
const longGame = (game: number, given: Given = {}): GameToArchive => gameToArchive(game, { turns: 6, ...given });

/** For each game, lowest number first: the players whose ratings it has changed, or `unrated`. */
async function effects(archive: Archive): Promise<string[]> {
  const { games } = await archive.search({ limit: 100 });
  return games.reverse().map(({ rated, black, white }) => {
    const changed = [black, white].filter(({ gain }) => gain !== undefined).map(({ name }) => name);
    return rated ? changed.join(' ') : 'unrated';
  });
}

function rating(open: Open): void {
  it('rates games between two named players, and shows the rating before and the gain', async (test) => {
    const archive = await open(test);
    await archive.addAll([longGame(1)]);
    await archive.addAll([longGame(2)]);
    const [first, second] = [await archive.listed(1, {}), await archive.listed(2, {})];
    assert.deepEqual([first?.black.rating, first?.white.rating], [1500, 1500]);
    assert.ok((first?.white.gain ?? 0) > 100);
    assert.equal(first?.black.gain, -(first?.white.gain ?? 0));
    assert.equal(second?.white.rating, 1500 + (first?.white.gain ?? 0));
    const ranking = await archive.ranking('go-9', NOON);
    assert.deepEqual(
      ranking.provisional.map(({ name, rating }) => `${name} ${rating.games}`),
      ['alice 2', 'bob 2'],
    );
    const bob = await archive.player('bob', NOON);
    assert.deepEqual(
      bob?.ratings.map(({ class: kind, games, history }) => [kind, games, history.map(({ game }) => game)]),
      [['go-9', 2, [1, 2]]],
    );
    assert.equal(bob?.ratings[0]?.history[1]?.rating, bob?.ratings[0]?.rating);
  });

  it('starts the levels of the computer player 200 points apart, with level 3 at 1500', async (test) => {
    const archive = await open(test);
    const parameters = [GO_9, GOMOKU];
    const games = [1, 3, 6].flatMap((level) => parameters.map((each) => ({ level, parameters: each })));
    for (const [index, { level, parameters }] of games.entries()) {
      const given = {
        black: `tengen-${level}`,
        white: `p${index}`,
        protocols: ['computer', 'nu6'],
        parameters,
      } as const;
      await archive.addAll([longGame(index + 1, given)]);
    }
    const { games: found } = await archive.search({ limit: 10 });
    assert.deepEqual(
      found.reverse().map(({ black }) => black.rating),
      [1100, 1100, 1500, 1500, 2100, 2100],
    );
    // One game changes the rating of a level by less than half of the distance to the next level.
    const first = await archive.player('tengen-1', NOON);
    for (const { rating, provisional } of first?.ratings ?? [])
      assert.ok(rating > 1000 && rating < 1100 && provisional);
    await archive.addAll([longGame(9, { black: 'tengen-6', white: 'zoe' })]);
    await archive.addAll([longGame(10, { black: 'tengen-2', white: 'yan' })]);
    assert.equal((await archive.listed(10, {}))?.black.rating, 1500, 'a person of this name is no computer player');
  });

  it('has a rating for each board size of Go and each rule of Gomoku', async (test) => {
    const archive = await open(test);
    const wishes: GameParameters[] = [
      GO_9,
      { ...GO_9, size: 13 },
      { ...GO_9, size: 19 },
      { ...GO_9, size: 21 },
      GOMOKU,
    ];
    for (const [index, parameters] of wishes.entries()) await archive.addAll([longGame(index + 1, { parameters })]);
    const alice = await archive.player('alice', NOON);
    assert.deepEqual(
      alice?.ratings.map(({ class: kind, games }) => `${kind} ${games}`),
      ['go-13 1', 'go-19 1', 'go-9 1', 'go-other 1', 'gomoku-renju 1'],
    );
    const ranked = alice.ratings.filter(({ rank }) => rank !== undefined);
    assert.ok(ranked.length === 4 && ranked.every(({ class: kind }) => kind.startsWith('go-')));
  });

  it('rates a guest who has chosen a name before or during the game', async (test) => {
    const archive = await open(test);
    const renamed = { kind: 'renamed', color: 'black', name: 'alice' } as const;
    await archive.addAll([longGame(1, { guest: true })]);
    await archive.addAll([longGame(2, { black: 'guest-1', guest: true, extraEvents: [renamed] })]);
    const { games } = await archive.search({ limit: 25 });
    assert.deepEqual(
      games.map(({ rated, black }) => `${rated} ${black.name}`),
      ['true alice', 'true alice'],
    );
  });

  it('does not rate other games', async (test) => {
    const archive = await open(test);
    const unrated = [
      longGame(1, { black: 'guest-1', guest: true }),
      longGame(2, { white: 'ALICE' }),
      longGame(3, { end: { reason: 'abandoned' } }),
      longGame(4, { end: { reason: 'stopped' } }),
      importedGame(5, { turns: 6 }),
    ];
    for (const game of unrated) await archive.addAll([game]);
    assert.deepEqual(await archive.ranking('go-9', NOON), { class: 'go-9', players: [], provisional: [] });
    const { games } = await archive.search({ limit: 25 });
    assert.deepEqual(
      games.filter(({ rated, black }) => rated || black.rating !== undefined),
      [],
    );
  });

  it('shows the ratings at the start of a game that changes none', async (test) => {
    const archive = await open(test);
    const ratings = { black: { value: 1812.5, isProvisional: false }, white: { value: 1400, isProvisional: true } };
    await archive.addAll([gameToArchive(1, { ratings }), gameToArchive(2, { ratings, parameters: GOMOKU })]);
    const seen = [await archive.listed(1, {}), await archive.listed(2, {})].map((game) => {
      assert.equal(game?.rated, false);
      return [game.black, game.white].map(({ rating, provisional, rank, gain }) => [rating, provisional, rank, gain]);
    });
    assert.deepEqual(seen, [
      [
        [1812.5, false, rankFromRating(1812.5), undefined],
        [1400, true, rankFromRating(1400), undefined],
      ],
      [
        [1812.5, false, undefined, undefined],
        [1400, true, undefined, undefined],
      ],
    ]);
  });

  it('increases the deviation of an absent player, in the ranking and in the data about the player', async (test) => {
    const archive = await open(test);
    await archive.addAll([longGame(1)]);
    const deviation = async (now: number): Promise<number> =>
      (await archive.ranking('go-9', now)).provisional[1]?.rating.deviation ?? assert.fail();
    const [soon, later] = [await deviation(NOON + DAY), await deviation(NOON + 70 * DAY)];
    assert.ok(soon < later && later < 350, `${soon} ${later}`);
    assert.equal((await archive.player('bob', NOON + 70 * DAY))?.ratings[0]?.deviation, later);
  });
}

function provisionalRatings(open: Open): void {
  it('have a deviation above 110, and are not ranked', async (test) => {
    const archive = await open(test);
    const seen = new Set<boolean>();
    for (let game = 1; game <= 30; game++) {
      const before = (await archive.player('alice', NOON))?.ratings[0];
      await archive.addAll([
        longGame(game, { end: { winner: game % 2 === 0 ? 'black' : 'white', reason: 'resigned' } }),
      ]);
      const [alice] = (await archive.player('alice', NOON))?.ratings ?? [];
      assert.equal(alice?.provisional, alice!.deviation > 110);
      const ranking = await archive.ranking('go-9', NOON);
      const [ranked, others] = alice!.provisional ? [0, 2] : [2, 0];
      assert.deepEqual([ranking.players.length, ranking.provisional.length], [ranked, others], `game ${game}`);
      const listed = await archive.listed(game, {});
      assert.equal(listed?.black.provisional, before?.provisional ?? true);
      seen.add(alice!.provisional);
    }
    assert.deepEqual([...seen], [true, false]);
    const { classes } = await archive.ratingClasses(NOON);
    assert.deepEqual(
      classes.filter((each) => each.ranked + each.provisional > 0),
      [{ class: 'go-9', ranked: 2, provisional: 0 }],
    );
  });

  it('include those of players who have not played for a long time', async (test) => {
    const archive = await open(test);
    for (let game = 1; game <= 40; game++) {
      await archive.addAll([
        longGame(game, { end: { winner: game % 2 === 0 ? 'black' : 'white', reason: 'resigned' } }),
      ]);
    }
    const seen: boolean[] = [];
    for (let week = 0; week < 300; week++) {
      const now = NOON + 2 * HOUR + week * 7 * DAY;
      const [alice] = (await archive.player('alice', now))?.ratings ?? [];
      assert.equal(alice?.provisional, alice!.deviation > 110, `week ${week}: ${alice?.deviation}`);
      assert.equal((await archive.ranking('go-9', now)).players.length, alice!.provisional ? 0 : 2);
      if (seen.at(-1) !== alice!.provisional) seen.push(alice!.provisional);
    }
    assert.deepEqual(seen, [false, true]);
  });

  it('are listed without a place, last game first', async (test) => {
    const archive = await open(test);
    await archive.addAll([longGame(1, { white: 'carol', ended: NOON })]);
    await archive.addAll([longGame(2, { ended: NOON + HOUR })]);
    const { players, provisional } = await archive.ranking('go-9', NOON + DAY);
    assert.deepEqual(players, []);
    assert.deepEqual(
      provisional.map(({ name }) => name),
      ['alice', 'bob', 'carol'],
    );
    // 1662.3 by Glicko-2, which is 26.7 grades above 30 kyu.
    assert.equal(provisional[2]?.rating.rank, '4k');
  });
}

/** A game that Black ends after two moves. */
const early = (game: number, ended: number, given: Given = {}): GameToArchive =>
  gameToArchive(game, { ended, ...given });

function earlyEnds(open: Open): void {
  it('before the third move of each side are not rated, unless the game ended by its rules', async (test) => {
    const archive = await open(test);
    const games: readonly (readonly [Given, string])[] = [
      [{ turns: 5 }, 'unrated'],
      [{ turns: 6 }, 'rated'],
      [{ turns: 5, end: { winner: 'black', reason: 'left' } }, 'unrated'],
      [{ turns: 5, end: { winner: 'black', reason: 'timed-out' } }, 'unrated'],
      [{ turns: 5, end: { winner: 'black', reason: 'fouled' } }, 'unrated'],
      [{ turns: 5, end: { reason: 'agreed' } }, 'unrated'],
      [{ turns: 6, end: { reason: 'agreed' } }, 'rated'],
      [{ turns: 2, end: { winner: 'black', reason: 'score', score: { black: 2, white: 1 } } }, 'rated'],
      [{ turns: 4, end: { winner: 'black', reason: 'row' }, parameters: GOMOKU }, 'rated'],
      [{ turns: 4, end: { reason: 'full' }, parameters: GOMOKU }, 'rated'],
    ];
    for (const [index, [given, expected]] of games.entries()) {
      const [game, black, white] = [index + 1, `a${index}`, `b${index}`];
      await archive.addAll([gameToArchive(game, { black, white, ...given })]);
      const rated = (await archive.listed(game, {}))?.rated;
      assert.equal(rated, expected !== 'unrated', JSON.stringify(given));
    }
  });

  it('depend on the moves that were not taken back, including passes', async (test) => {
    const archive = await open(test);
    const pass = (color: 'black' | 'white') => ({ kind: 'passed', color }) as const;
    await archive.addAll([longGame(1, { extraEvents: [{ kind: 'undone', color: 'white', turns: 1 }] })]);
    await archive.addAll([gameToArchive(2, { turns: 4, extraEvents: [pass('black'), pass('white')] })]);
    assert.deepEqual(await effects(archive), ['unrated', 'alice bob']);
  });

  it('count as a loss from the third within an hour on, and only for the player who caused them', async (test) => {
    const archive = await open(test);
    await archive.addAll([early(1, NOON)]);
    await archive.addAll([early(2, NOON + 30 * MINUTE, { white: 'carol' })]);
    await archive.addAll([early(3, NOON + HOUR, { white: 'dave' })]);
    await archive.addAll([early(4, NOON + 90 * MINUTE, { white: 'erin' })]);
    assert.deepEqual(await effects(archive), ['unrated', 'unrated', 'alice', 'alice']);
    const alice = await archive.player('alice', NOON + DAY);
    assert.equal(alice?.ratings[0]?.games, 2);
    assert.ok(alice!.ratings[0]!.rating < 1400);
    assert.deepEqual((await archive.player('dave', NOON + DAY))?.ratings, []);
    assert.deepEqual((await archive.player('dave', NOON + DAY))?.won, 1);
    const { white } = (await archive.listed(3, {})) ?? assert.fail();
    assert.deepEqual(white, { name: 'dave', protocol: 'nu6' });
  });

  it('do not count as a loss if they are one millisecond more than an hour apart', async (test) => {
    const archive = await open(test);
    const ends = [0, 30 * MINUTE, HOUR + 1, 90 * MINUTE + 1, 90 * MINUTE + 2];
    for (const [index, at] of ends.entries()) await archive.addAll([early(index + 1, NOON + at)]);
    // The last early end has two others within the hour before it: at 60 and 90 minutes.
    assert.deepEqual(await effects(archive), ['unrated', 'unrated', 'unrated', 'unrated', 'alice']);
  });

  it('of one player are counted together for all classes, colours and reasons', async (test) => {
    const archive = await open(test);
    await archive.addAll([early(1, NOON)]);
    const left = { winner: 'black', reason: 'left' } as const;
    await archive.addAll([early(2, NOON + 1, { black: 'bob', white: 'Alice', end: left, parameters: GOMOKU })]);
    const late = { winner: 'white', reason: 'timed-out' } as const;
    await archive.addAll([early(3, NOON + 2, { black: 'ALICE', end: late })]);
    assert.deepEqual(await effects(archive), ['unrated', 'unrated', 'ALICE']);
  });

  it('of games that cannot be rated, and draws by agreement, do not count', async (test) => {
    const archive = await open(test);
    await archive.addAll([{ ...early(1, NOON), imported: true }]);
    await archive.addAll([early(2, NOON + 1, { white: 'guest-1' })]);
    await archive.addAll([early(3, NOON + 2, { end: { reason: 'agreed' } })]);
    await archive.addAll([early(4, NOON + 3, { white: 'Alice' })]);
    await archive.addAll([early(5, NOON + 4)]);
    await archive.addAll([early(6, NOON + 5)]);
    assert.deepEqual(new Set(await effects(archive)), new Set(['unrated']));
  });

  it('count only if they are earlier, if the server’s clock was set back', async (test) => {
    const games = [early(1, NOON + 2), early(2, NOON + 1), early(3, NOON)];
    const [alone, together] = [await open(test), await open(test)];
    for (const game of games) await alone.addAll([game]);
    await together.addAll(games);
    for (const archive of [alone, together])
      assert.deepEqual(await effects(archive), ['unrated', 'unrated', 'unrated']);
  });

  it('have the same effect one by one, in one call, and when the archive is built again', async (test) => {
    const games = Array.from({ length: 24 }, (_, index) => {
      const [game, ended] = [index + 1, NOON + index * 17 * MINUTE];
      const [black, white] = index % 3 === 0 ? ['bob', 'carol'] : ['alice', 'bob'];
      return index % 5 === 4 ? longGame(game, { ended }) : early(game, ended, { black, white });
    });
    const [alone, together, halves] = [await open(test), await open(test), await open(test)];
    for (const game of games) await alone.addAll([game]);
    await together.addAll(games);
    await halves.addAll(games.slice(0, 11));
    await halves.addAll(games.slice(5));
    const expected = await effects(alone);
    assert.ok(expected.includes('alice') && expected.includes('unrated'));
    for (const other of [together, halves]) {
      assert.deepEqual(await other.search({ limit: 100 }), await alone.search({ limit: 100 }));
      for (const name of ['alice', 'bob', 'carol']) {
        assert.deepEqual(await other.player(name, NOON + DAY), await alone.player(name, NOON + DAY));
      }
    }
  });
}

function anchors(open: Open): void {
  it('changes the ratings of an anchor’s opponents, and not that of the anchor', async (test) => {
    const archive = await open(test);
    for (let game = 1; game <= 8; game++) await archive.addAll([longGame(game)]);
    const last = await archive.listed(8, {});
    assert.deepEqual([last?.white.rating, last?.white.gain], [1800, 0]);
    assert.ok((last?.black.rating ?? 0) < 1500 && (last?.black.gain ?? 0) < 0);
    const ranking = await archive.ranking('go-9', NOON);
    assert.deepEqual(
      ranking.players.map(({ name, rating }) => `${name} ${rating.rating}`),
      ['bob 1800'],
    );
  });

  it('changes the ratings of an anchor in other classes', async (test) => {
    const archive = await open(test);
    await archive.addAll([longGame(1, { parameters: { ...GO_9, size: 13 } as GameParameters })]);
    assert.equal((await archive.listed(1, {}))?.white.rating, 1500);
  });
}
