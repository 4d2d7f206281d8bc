import fc from 'fast-check';
import type { Command } from '../../../src/lobby/command.ts';
import type { Input } from '../../../src/lobby/input.ts';
import type { ProtocolTraits } from '../../../src/lobby/players/names.ts';
import type { Point } from '../../../src/rules/point.ts';
import {
  always,
  arbitraryCommand,
  arbitraryName,
  arbitraryParameters,
  arbitraryProfile,
  GAME_PARAMETERS,
} from './arbitrary-command.ts';

/** Two of the protocols can write only few names, so that aliases collide. */
export const PROTOCOLS: readonly ProtocolTraits[] = [
  { name: 'nu6', carryName: (given) => given, hasProposals: true, sendsTime: true },
  { name: 'silent', carryName: (given) => given.slice(0, 3) || 'x' },
  {
    name: 'nedap',
    carryName: (given) => given.toLowerCase().replace(/[^a-z0-9]/g, '') || 'player',
    hasProposals: true,
  },
];

const PLAYERS = 7;
const player = fc.integer({ min: 1, max: PLAYERS });
const address = fc.constantFrom('home', 'afar');
const game = fc.integer({ min: 1, max: 12 });

const enter: fc.Arbitrary<Command> = fc.record(
  {
    kind: always('enter'),
    name: arbitraryName,
    parameters: arbitraryParameters,
    receives: fc.subarray(['chat', 'arrivals'] as const),
    capacity: fc.constantFrom(2, 6),
    canMark: always(true),
    shares: always(true),
  },
  { requiredKeys: ['kind'] },
);
const play: fc.Arbitrary<Command> = fc.record({
  kind: always('play'),
  point: fc.nat({ max: 9 }) as fc.Arbitrary<Point>,
});
/** A seek that always has the same board, so that most players are in a game. */
export const JOIN: Command = { kind: 'seek', parameters: GAME_PARAMETERS[1]! };
/** A seek with another board, so that several players wait. */
const wait: fc.Arbitrary<Command> = fc.constantFrom(
  { kind: 'seek', parameters: GAME_PARAMETERS[0]!, role: 'host' },
  { kind: 'seek', parameters: GAME_PARAMETERS[0]!, role: 'host' },
  { kind: 'seeks', parameters: GAME_PARAMETERS[0]! },
  {
    kind: 'offer-games',
    minimumWait: 5_000,
    seats: 2,
    offers: [{ game: 'go', sizes: [2], ruleset: { ko: 'positional', suicide: 'forbidden' } }],
  },
);
const read: fc.Arbitrary<Command> = fc.oneof(
  fc.constant<Command>({ kind: 'who' }),
  fc.record({ kind: always('seeks'), parameters: arbitraryParameters }),
);

/** Another connection uses a player id again only after the first has ended: the profile of a known player is ignored. */
const asked = fc.record({
  kind: always('command'),
  player,
  client: arbitraryProfile,
  command: fc.oneof(
    { weight: 15, arbitrary: enter },
    { weight: 10, arbitrary: fc.constant(JOIN) },
    { weight: 60, arbitrary: play },
    { weight: 20, arbitrary: arbitraryCommand },
    { weight: 40, arbitrary: wait },
    { weight: 2, arbitrary: read },
  ),
});

/** Every kind of input. */
export const arbitraryInput: fc.Arbitrary<Input> = fc.oneof(
  { weight: 60, arbitrary: asked },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('bytes-received', 'lost', 'away' as const), player }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('away' as const), player, until: fc.nat({ max: 600_000 }) }) },
  fc.record({ kind: always('dismissed'), player }),
  fc.record({ kind: always('node-left'), node: fc.nat({ max: 20 }) }),
  fc.record({
    kind: always('drain-node'),
    // The players of most tests belong to node 0.
    node: fc.nat({ max: 20 }),
    isDraining: fc.constantFrom(true, false, false, false, false),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('time', 'allocate-game') }) },
  fc.record({ kind: always('opened') }),
  fc.record({
    kind: always('service-mode'),
    mode: fc.constantFrom('open', 'open', 'open', 'open', 'open', 'open', 'no-new-games', 'endings-only'),
  }),
  fc.record({ kind: fc.constantFrom('reserve-name', 'unreserve-name', 'kick'), name: arbitraryName }),
  fc.record({ kind: always('reserve-name'), name: arbitraryName, guarded: fc.boolean() }),
  fc.record({ kind: always('open-name'), name: arbitraryName, until: fc.nat({ max: 2_000_000 }) }),
  fc.record({ kind: always('open-name'), name: arbitraryName, address, until: fc.nat({ max: 2_000_000 }) }),
  fc.record({ kind: always('admit'), name: arbitraryName, address, until: fc.nat({ max: 2_000_000 }) }),
  fc.record({ kind: fc.constantFrom('stop-game', 'raise-last-game'), game }),
  fc.record({ kind: always('kick-account'), account: arbitraryName }),
  fc.record({ kind: always('kick-addresses'), addresses: fc.uniqueArray(address) }),
);

/** Milliseconds between two inputs. Most inputs follow at once, some after a deadline. */
export const arbitraryPause: fc.Arbitrary<number> = fc.oneof(
  { weight: 40, arbitrary: fc.nat({ max: 100 }) },
  { weight: 3, arbitrary: fc.nat({ max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(5_000, 30_000, 60_000, 120_000) },
);
