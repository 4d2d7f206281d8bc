import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VirtualClock } from '../../../test/support/server/virtual-clock.ts';
import type { RatingRow } from '../../archive/rate-games.ts';
import type { Seek } from '../../lobby/command.ts';
import { LevelChooser, type LevelChooserOptions } from './level-chooser.ts';

const SEEK: Seek = {
  kind: 'seek',
  parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
};
const LEVELS = [1, 2, 3, 4, 5, 6].map((level) => ({ level, name: `tengen-${level}` }));

/** A time after all times in these tests. */
const LATER = Date.UTC(2100, 0, 1);

const row = (rating: number, rankedUntil = 0): RatingRow => ({
  ...{ key: '', class: '', deviation: 80, volatility: 0.06, games: 9, at: 0 },
  ...{ rating, rankedUntil },
});

/** A level choice with these ratings in the class go-9. */
function choice(
  ratings: Readonly<Record<string, RatingRow>>,
  ratingsOf: LevelChooserOptions['archive']['ratingsOf'] = async (kind, names) =>
    new Map(kind === 'go-9' ? names.flatMap((name) => (ratings[name] ? [[name, ratings[name]]] : [])) : []),
): { levels: LevelChooser; clock: VirtualClock } {
  const clock = new VirtualClock();
  return { levels: new LevelChooser({ group: 'tengen', levels: LEVELS, archive: { ratingsOf }, clock }), clock };
}

test('the chosen level has the rating nearest to the player’s, in the class of the board', async () => {
  const ratings = { alice: row(1890), bob: row(400), carol: row(1500) };
  const { levels } = choice(ratings);
  assert.equal((await levels.complete('alice', SEEK))?.level, 5);
  assert.equal((await levels.complete('bob', SEEK))?.level, 1);
  assert.equal((await levels.complete('carol', SEEK))?.level, 3);
  assert.deepEqual(await levels.complete('dave', SEEK), SEEK);
  const larger = { ...SEEK, parameters: { ...SEEK.parameters, size: 19 } };
  assert.deepEqual(await levels.complete('alice', larger), larger);
});

test('the rating of a level is used once it is not provisional any more', async () => {
  const few = choice({ alice: row(1500), 'tengen-3': row(1900), 'tengen-6': row(1490) });
  assert.equal((await few.levels.complete('alice', SEEK))?.level, 3);
  const many = choice({ alice: row(1500), 'tengen-3': row(1900, LATER), 'tengen-6': row(1490, LATER) });
  assert.equal((await many.levels.complete('alice', SEEK))?.level, 6);
});

test('only a seek that several levels may accept gets a level', () => {
  const { levels } = choice({ alice: row(1500) });
  assert.equal(levels.complete('alice', { ...SEEK, opponent: 'tengen-4' }), undefined);
  assert.equal(levels.complete('alice', { ...SEEK, opponent: 'bob' }), undefined);
  assert.equal(levels.complete('alice', { ...SEEK, opponentKind: 'person' }), undefined);
  assert.equal(levels.complete('alice', { ...SEEK, opponentKind: 'self' }), undefined);
  assert.notEqual(levels.complete('alice', { ...SEEK, opponent: 'Tengen' }), undefined);
  assert.notEqual(levels.complete('alice', { ...SEEK, opponentKind: 'computer' }), undefined);
});

test('a seek does not wait for an archive that fails or does not answer', async () => {
  const failing = choice({}, () => Promise.reject(new Error('no database')));
  assert.deepEqual(await failing.levels.complete('alice', SEEK), SEEK);
  const silent = choice({}, () => new Promise(() => {}));
  const completed = silent.levels.complete('alice', SEEK);
  await silent.clock.advance(500);
  assert.deepEqual(await completed, SEEK);
});

test('a level is cached for a minute', async () => {
  let queries = 0;
  const { levels, clock } = choice({}, async () => {
    queries++;
    return new Map();
  });
  await levels.complete('alice', SEEK);
  await levels.complete('ALICE', SEEK);
  assert.equal(queries, 1);
  await clock.advance(60_000);
  await levels.complete('alice', SEEK);
  assert.equal(queries, 2);
});
