import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  always,
  arbitraryCommand,
  arbitraryMarkingCommand,
  arbitraryName,
  arbitraryParameters,
  arbitraryProfile,
  GAME_PARAMETERS,
} from '../../test/support/lobby/arbitrary-command.ts';
import { type LobbyStep, RandomLobby } from '../../test/support/lobby/random-lobby.ts';

const CLIENTS = 4;

const step: fc.Arbitrary<LobbyStep> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: always('enter'),
      name: fc.option(arbitraryName, { nil: undefined }),
      profile: arbitraryProfile,
      parameters: arbitraryParameters,
    }),
  },
  { weight: 20, arbitrary: fc.record({ kind: always('ask'), command: arbitraryCommand }) },
  { weight: 10, arbitrary: fc.record({ kind: always('undo') }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: always('pass-out'),
      at: fc.nat({ max: 9 }),
      marks: fc.array(arbitraryMarkingCommand, { maxLength: 4 }),
    }),
  },
  { weight: 15, arbitrary: fc.record({ kind: always('play'), at: fc.nat({ max: 29 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('lost', 'dismissed') }) },
  { weight: 2, arbitrary: fc.record({ kind: always('wait'), seconds: fc.nat({ max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: always('restart') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'reserve', 'unreserve'), name: arbitraryName }) },
  { weight: 1, arbitrary: fc.record({ kind: always('stop') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: always('restrict'),
      // Mostly open, so that games have several moves.
      mode: fc.constantFrom('open', 'open', 'open', 'open', 'open', 'open', 'no-new-games', 'endings-only'),
    }),
  },
);
const steps = fc.array(fc.tuple(fc.nat({ max: CLIENTS - 1 }), step), { minLength: 50, maxLength: 200, size: 'max' });

test('random commands: names are unique, each player has one game or one seek, every journal can be read back', () => {
  let games = 0;
  const counts = { undone: 0, marking: 0, marked: 0, accepted: 0, resumed: 0 };
  fc.assert(
    fc.property(steps, (all) => {
      const lobby = new RandomLobby(GAME_PARAMETERS);
      for (const [who, each] of all) lobby.act(who, each);
      games += lobby.games;
      for (const kind of Object.keys(counts) as (keyof typeof counts)[]) counts[kind] += lobby.count(kind);
      lobby.restartAndReconnect();
    }),
    { numRuns: 1000 },
  );
  assert(games > 1000, `only ${games} games were played`);
  assert(
    Object.values(counts).every((count) => count > 10),
    JSON.stringify(counts),
  );
});
