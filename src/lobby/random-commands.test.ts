import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Crowd, type Step } from '../../test/support/lobby/random-lobby.ts';
import { COLORS } from '../rules/color.ts';
import type { ChatAudience, Command } from './command.ts';
import type { GameParameters } from './game-parameters.ts';
import type { Offer } from './pairing/offer.ts';

const PLACES = 4;
const NAMES = ['alice', 'ALICE', 'Al-ice', 'bob', 'bob', 'carol', 'dave', 'guest-', 'guest-1', '天元'];
const WISHES: readonly GameParameters[] = [
  { game: 'go', size: 2, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
  { game: 'go', size: 3, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
  { game: 'go', size: 3, ruleset: { ko: 'positional', suicide: 'forbidden' }, komi: 7, fixedKomi: true },
  { game: 'gomoku', size: 5, rule: 'freestyle' },
];
const AUDIENCES: readonly ChatAudience[] = ['everyone', 'opponent', { name: 'alice' }, { game: 1 }];

const always = <const Value>(value: Value): fc.Arbitrary<Value> => fc.constant(value);
const name = fc.constantFrom(...NAMES);
const parameters = fc.constantFrom(...WISHES);

const profile = fc.record({
  protocol: fc.constantFrom('nu6', 'nu6', 'nedap', 'nedap', 'silent'),
  listener: always('plain'),
  address: fc.constantFrom('home', 'home', 'afar'),
});

const seek = fc.record(
  {
    kind: always('seek'),
    parameters,
    opponent: name,
    opponentKind: fc.constantFrom('person', 'computer'),
    color: fc.constantFrom(...COLORS),
    waitsAs: fc.constantFrom(...COLORS),
    waitOnly: fc.boolean(),
    handshake: fc.boolean(),
  },
  { requiredKeys: ['kind', 'parameters'] },
);
/** Of these two any two meet. */
const plainSeek = fc.record({ kind: always('seek'), parameters: fc.constantFrom(...WISHES.slice(1, 3)) });
const attend = fc.record({
  kind: always('attend'),
  minimumWait: fc.constantFrom(0, 5_000, 60_000),
  offers: fc.uniqueArray(
    fc.constantFrom<Offer>(
      { game: 'go', sizes: new Set([2, 3]), ruleset: { ko: 'positional', suicide: 'forbidden' } },
      { game: 'gomoku', sizes: new Set([5]), rules: new Set(['freestyle']) },
    ),
  ),
});
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: seek },
  { weight: 12, arbitrary: plainSeek },
  { weight: 2, arbitrary: attend },
  { weight: 3, arbitrary: always({ kind: 'ready' }) },
  { weight: 2, arbitrary: always({ kind: 'pass' }) },
  fc.constantFrom<Command>({ kind: 'pass-if-stuck' }, { kind: 'leave' }, { kind: 'cancel' }),
  { weight: 2, arbitrary: fc.record({ kind: always('propose'), what: fc.constantFrom('undo', 'draw') }) },
  { weight: 2, arbitrary: always({ kind: 'agree' }) },
  fc.constantFrom<Command>({ kind: 'decline' }, { kind: 'unobserve' }),
  { weight: 2, arbitrary: always({ kind: 'observe' }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('watch', 'watch', 'unwatch'), game: fc.integer({ min: 1, max: 5 }) }),
  },
  fc.record({ kind: always('take'), host: name, parameters }),
  fc.record({ kind: always('return'), parameters }, { requiredKeys: ['kind'] }),
  fc.record({ kind: always('practise'), parameters, handshake: fc.boolean() }),
  fc.record({ kind: always('rename'), name, numbered: fc.boolean() }),
  fc.record({ kind: always('forfeit'), how: fc.constantFrom('resigned', 'timed-out', 'fouled') }),
  fc.record({ kind: always('chat'), text: always('hello'), to: fc.constantFrom(...AUDIENCES) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: always('enter'),
      name: fc.option(name, { nil: undefined }),
      profile,
      parameters,
    }),
  },
  { weight: 20, arbitrary: fc.record({ kind: always('ask'), command }) },
  { weight: 10, arbitrary: fc.record({ kind: always('undo') }) },
  { weight: 15, arbitrary: fc.record({ kind: always('play'), at: fc.nat({ max: 29 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('lost', 'dismissed') }) },
  { weight: 2, arbitrary: fc.record({ kind: always('wait'), seconds: fc.nat({ max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: always('restart') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'reserve', 'unreserve'), name }) },
  { weight: 1, arbitrary: fc.record({ kind: always('stop') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: always('restrict'),
      // Seldom closed for long, so that games get somewhere.
      mode: fc.constantFrom('open', 'open', 'open', 'open', 'open', 'open', 'no-new-games', 'endings-only'),
    }),
  },
);
const steps = fc.array(fc.tuple(fc.nat({ max: PLACES - 1 }), step), { minLength: 50, maxLength: 200, size: 'max' });

test('whatever anybody does: names are unique, nobody plays twice or waits while playing, every log is whole and reads back', () => {
  let games = 0;
  let undone = 0;
  fc.assert(
    fc.property(steps, (all) => {
      const crowd = new Crowd(WISHES);
      for (const [who, each] of all) crowd.act(who, each);
      games += crowd.games;
      undone += crowd.undone;
      crowd.comeBack();
    }),
    { numRuns: 1000 },
  );
  assert(games > 1000, `only ${games} games were played`);
  assert(undone > 50, `only ${undone} times turns were taken back`);
});
