import fc from 'fast-check';
import type { ChatAudience, Command } from '../../../src/lobby/command.ts';
import type { GameParameters } from '../../../src/lobby/game-parameters.ts';
import type { OfferedBoards } from '../../../src/lobby/pairing/offered-boards.ts';
import type { ConnectionProfile } from '../../../src/lobby/players/player.ts';
import { COLORS } from '../../../src/rules/color.ts';
import type { Point } from '../../../src/rules/point.ts';

const NAMES = ['alice', 'ALICE', 'Al-ice', 'bob', 'bob', 'carol', 'dave', 'guest-', 'guest-1', '天元', 'house'];
export const GAME_PARAMETERS: readonly GameParameters[] = [
  { game: 'go', size: 2, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
  { game: 'go', size: 3, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false },
  { game: 'go', size: 3, ruleset: { ko: 'positional', suicide: 'forbidden' }, komi: 7, fixedKomi: true },
  { game: 'go', size: 7, ruleset: { ko: 'positional', suicide: 'allowed' }, komi: 0, fixedKomi: false, handicap: 2 },
  {
    game: 'go',
    size: 7,
    ruleset: { ko: 'positional', suicide: 'allowed' },
    komi: 0,
    fixedKomi: false,
    handicap: 'any',
  },
  {
    game: 'go',
    size: 7,
    ruleset: { ko: 'positional', suicide: 'allowed' },
    komi: 0,
    fixedKomi: false,
    handicap: 3,
    placement: 'free',
  },
  {
    game: 'go',
    size: 7,
    ruleset: { ko: 'positional', suicide: 'allowed' },
    komi: 0,
    fixedKomi: false,
    handicap: 'any',
    placement: 'any',
  },
  { game: 'gomoku', size: 5, rule: 'freestyle' },
  {
    game: 'go',
    size: 3,
    ruleset: { ko: 'positional', suicide: 'allowed' },
    komi: 0,
    fixedKomi: false,
    time: { kind: 'byo-yomi', main: 20_000, period: 5_000, periods: 2 },
  },
];
const AUDIENCES: readonly ChatAudience[] = ['everyone', 'opponent', { name: 'alice' }, { game: 1 }];

export const always = <const Value>(value: Value): fc.Arbitrary<Value> => fc.constant(value);
export const arbitraryName = fc.constantFrom(...NAMES);
export const arbitraryParameters = fc.constantFrom(...GAME_PARAMETERS);

export const arbitraryProfile: fc.Arbitrary<ConnectionProfile> = fc.record(
  {
    protocol: fc.constantFrom('nu6', 'nu6', 'nedap', 'nedap', 'silent'),
    listener: always('plain'),
    address: fc.constantFrom('home', 'home', 'afar'),
    visit: fc.constantFrom('one', 'other'),
  },
  { requiredKeys: ['protocol', 'listener', 'address'], noNullPrototype: true },
);

const options = fc.record(
  { rated: fc.boolean(), private: fc.boolean(), takeBack: fc.boolean(), estimate: fc.boolean() },
  { requiredKeys: [], noNullPrototype: true },
);

/** Hashes of invitation keys. */
const invitation = fc.constantFrom('A'.repeat(43), 'B'.repeat(43));
/** A seek with an invitation. There are only two keys, so another player is likely to accept it. */
const invites = fc.record({
  kind: always('seek'),
  parameters: fc.constantFrom(...GAME_PARAMETERS.slice(1, 3)),
  options: fc.constantFrom({}, { private: true }),
  invitation,
});

const seek = fc.record(
  {
    kind: always('seek'),
    parameters: arbitraryParameters,
    options,
    opponent: fc.oneof(arbitraryName, always('house')),
    mustBeSeen: always(true),
    opponentKind: fc.constantFrom('person', 'computer', 'self'),
    level: fc.integer({ min: 1, max: 6 }),
    color: fc.constantFrom(...COLORS),
    hostColor: fc.constantFrom(...COLORS),
    role: always('host'),
    handshake: fc.boolean(),
    invitation,
  },
  { requiredKeys: ['kind', 'parameters'] },
);
export const OFFERS: readonly OfferedBoards[] = [
  { game: 'go', sizes: [2, 3], ruleset: { ko: 'positional', suicide: 'forbidden' } },
  { game: 'gomoku', sizes: [5], rules: ['freestyle'] },
];
/** Any two seeks of these kinds fit together. */
const plainSeek = fc.record({ kind: always('seek'), parameters: fc.constantFrom(...GAME_PARAMETERS.slice(1, 3)) });
/** Seeks of a pool, which are paired at once or in rounds. */
const poolSeek = fc.record({
  kind: always('seek'),
  parameters: fc.constantFrom(...GAME_PARAMETERS.slice(1, 3)),
  pool: fc.constantFrom({}, { anchor: true }, { round: 5_000 }, { round: 7_000 }, { round: 5_000, anchor: true }),
  rating: fc.integer({ min: -100, max: 3_000 }).map((value) => ({ value, isProvisional: value < 1_000 })),
});
const offerGames = fc.record(
  {
    kind: always('offer-games'),
    level: fc.integer({ min: 1, max: 6 }),
    group: fc.constantFrom('house', 'house', 'carol'),
    minimumWait: fc.constantFrom(0, 5_000, 60_000),
    seats: fc.constantFrom(0, 1, 3),
    offers: fc.uniqueArray(fc.constantFrom(...OFFERS)),
  },
  { requiredKeys: ['kind', 'minimumWait', 'seats', 'offers'] },
);
/** Commands while dead stones are marked. */
export const arbitraryMarkingCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: always('mark'),
      point: fc.nat({ max: 9 }) as fc.Arbitrary<Point>,
      dead: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: always({ kind: 'accept-marks' }) },
  always({ kind: 'resume-play' }),
);
/** Any command but entering and playing a stone. */
export const arbitraryCommand: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: seek },
  { weight: 12, arbitrary: plainSeek },
  { weight: 3, arbitrary: poolSeek },
  { weight: 2, arbitrary: invites },
  { weight: 2, arbitrary: fc.record({ kind: always('accept-invitation'), invitation }) },
  { weight: 2, arbitrary: offerGames },
  { weight: 3, arbitrary: always({ kind: 'ready' }) },
  { weight: 2, arbitrary: always({ kind: 'pass' }) },
  fc.constantFrom<Command>({ kind: 'pass', ifStuck: true }, { kind: 'leave' }, { kind: 'cancel' }),
  { weight: 2, arbitrary: fc.record({ kind: always('propose'), what: fc.constantFrom('undo', 'draw', 'adjourn') }) },
  { weight: 2, arbitrary: always({ kind: 'agree' }) },
  { weight: 2, arbitrary: fc.record({ kind: always('reopen'), game: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 7, arbitrary: arbitraryMarkingCommand },
  fc.constantFrom<Command>({ kind: 'decline' }, { kind: 'unobserve' }),
  fc.record({ kind: fc.constantFrom('look-up'), name: arbitraryName }),
  { weight: 2, arbitrary: fc.record({ kind: always('decline-seek'), host: arbitraryName }) },
  fc.record({ kind: always('count-moves'), games: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }) }),
  { weight: 2, arbitrary: always({ kind: 'observe' }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('watch', 'watch', 'unwatch'), game: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: always('watch'), game: fc.integer({ min: 1, max: 5 }), key: invitation }),
  },
  fc.record(
    { kind: always('take'), host: arbitraryName, parameters: arbitraryParameters, options },
    { requiredKeys: ['kind', 'host', 'parameters'] },
  ),
  fc.record({ kind: always('return'), parameters: arbitraryParameters }, { requiredKeys: ['kind'] }),
  fc.record({
    kind: always('seek'),
    parameters: arbitraryParameters,
    opponentKind: always('self'),
    handshake: fc.boolean(),
  }),
  fc.record(
    { kind: always('rename'), name: arbitraryName, ifTaken: always('number') },
    { requiredKeys: ['kind', 'name'] },
  ),
  fc.record({ kind: always('forfeit'), how: fc.constantFrom('resigned', 'fouled') }),
  fc.record({ kind: always('forfeit'), how: always('fouled'), foul: fc.constantFrom('occupied', 'ko') }),
  fc.record({ kind: always('set-open'), open: fc.boolean() }),
  fc.record({ kind: always('chat'), text: always('hello'), to: fc.constantFrom(...AUDIENCES) }),
);
