import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InMemoryServer } from '../../test/support/server/in-memory-server.ts';
import { VirtualClock } from '../../test/support/server/virtual-clock.ts';
import { memoryTransport } from '../../test/support/transcripts/transcript-transport.ts';
import type { RatingRow } from '../archive/rate-games.ts';
import type { Seek } from '../lobby/command.ts';
import { addSeekRating } from './add-seek-rating.ts';

const NOW = Date.UTC(2000, 0, 1);

const row = (rankedUntil: number): RatingRow => ({
  key: 'ray',
  class: 'go 9',
  rating: 1712.6,
  deviation: 60,
  volatility: 0.06,
  games: 30,
  at: NOW,
  rankedUntil,
});

const SEEK: Seek = {
  kind: 'seek',
  parameters: { game: 'go', size: 9, ruleset: { ko: 'positional', suicide: 'forbidden' }, komi: 7, fixedKomi: true },
};

const lookUp = (find: () => Promise<ReadonlyMap<string, RatingRow>>, clock = new VirtualClock()) => {
  const options = { archive: { ratingsOf: find }, clock };
  return { clock, seek: (name: string) => addSeekRating(options, name, SEEK) };
};

test('a seek gets the rating of its player, and says whether it is provisional', async () => {
  for (const [rankedUntil, isProvisional] of [
    [NOW + 1_000, false],
    [NOW - 1_000, true],
  ] as const) {
    const { seek } = lookUp(async () => new Map([['ray', row(rankedUntil)]]));
    assert.deepEqual((await seek('Ray')).rating, { value: 1712.6, isProvisional });
    assert.equal((await seek('zen')).rating, undefined);
  }
});

test('an anchor has its fixed rating, on boards of its size', async () => {
  const archive = { ratingsOf: async () => new Map([['ray', row(NOW - 1_000)]]) };
  const anchors = new Map([['go-9 ray', 1800]]);
  const options = { archive, clock: new VirtualClock(), anchors };
  assert.deepEqual((await addSeekRating(options, 'Ray', SEEK)).rating, { value: 1800, isProvisional: false });
  const larger: Seek = { ...SEEK, parameters: { ...SEEK.parameters, size: 13 } as Seek['parameters'] };
  assert.deepEqual((await addSeekRating(options, 'Ray', larger)).rating, { value: 1712.6, isProvisional: true });
});

test('a seek does not wait for an archive that fails or does not answer', async () => {
  assert.deepEqual(await lookUp(() => Promise.reject(new Error('lost'))).seek('ray'), SEEK);
  const { clock, seek } = lookUp(() => new Promise(() => {}));
  const waiting = seek('ray');
  await clock.advance(500);
  assert.deepEqual(await waiting, SEEK);
});

test('setup of CGOS has both ratings', async () => {
  const ratings = new Map([
    ['ray', { value: 1712.6, isProvisional: false }],
    ['zen', { value: -12, isProvisional: true }],
  ]);
  const completeSeek = async (name: string, seek: Seek): Promise<Seek> => ({ ...seek, rating: ratings.get(name)! });
  const server = new InMemoryServer({ completeSeek });
  await server.start();
  const stage = memoryTransport(server, 1 << 20);
  const actors = [];
  for (const name of ['ray', 'zen']) {
    const actor = await stage.connect('cgos', '127.0.0.1');
    for (const line of ['e1', name, 'secret']) {
      await actor.send(Buffer.from(`${line}\n`));
      await stage.settle();
    }
    actors.push(actor);
  }
  for (const { received } of actors)
    assert.match(received.toString(), /^setup 1 9 7\.0 300000 zen\(0\?\) ray\(1713\)$/m);
});
