import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { input, JOIN, PROTOCOLS, pause } from '../../test/support/lobby/arbitrary-input.ts';
import { goSeat, USUAL_OPTIONS } from '../../test/support/lobby/go-seat.ts';
import { TwinLobbies, type TwinMode } from '../../test/support/lobby/twin-lobbies.ts';
import type { Point } from '../rules/point.ts';
import type { Command } from './command.ts';
import type { GameEvent, JournalEntry } from './games/game-event.ts';
import { unfinishedGame } from './games/unfinished-game.ts';
import type { Refusal } from './refusal.ts';

const OPTIONS = { protocols: PROTOCOLS, grace: 30_000, resume: 60_000, idle: 120_000 };

/** What a player does who is refused for these reasons. */
const NEXT: Partial<Record<Refusal, readonly Command[]>> = {
  'no-such-player': [{ kind: 'enter', hears: ['chat', 'arrivals'], canMark: true }, JOIN],
  'no-game': [JOIN],
};

/** Games of the journal: one that goes on, and one that is found to break the rules when it is read. */
const UNFINISHED = [
  { kind: 'played', color: 'black', point: 0 as Point } as const,
  { kind: 'played', color: 'white', point: 0 as Point } as const,
].map((event: GameEvent, index) => {
  const game = index + 1;
  const seated = {
    kind: 'seated',
    black: goSeat('alice', 3),
    white: goSeat(`bob ${game}`, 3),
    komi: 0,
    options: USUAL_OPTIONS,
  } as const;
  return unfinishedGame([seated, event].map((each, index): JournalEntry => ({ game, index, at: 0, event: each })));
});

const disturbance = fc.constantFrom<TwinMode>('none', 'none', 'reads', 'restored');
const steps = fc.array(fc.tuple(input, pause, disturbance), { minLength: 30, maxLength: 150, size: 'max' });

/** Everyone plays one point, passes, marks what stands on one point, and half of them accept. Returns how often a stone was marked. */
function countMarks(twins: TwinLobbies, now: number): number {
  const all = [1, 2, 3, 4, 5, 6, 7];
  const mark: Command = { kind: 'mark', point: 4 as Point, dead: true };
  const pass: Command = { kind: 'pass' };
  for (const command of [{ kind: 'play', point: 4 as Point } as const, pass, pass])
    for (const player of all) twins.step({ kind: 'command', player, command }, now);
  const marked = all.filter((player) => {
    const { entries } = twins.step({ kind: 'command', player, command: mark }, now, 'restored');
    return entries.length > 0;
  });
  for (const player of all.slice(3))
    twins.step({ kind: 'command', player, command: { kind: 'accept-marks' } }, now, 'restored');
  return marked.length;
}

describe('two lobbies with the same inputs, of which one is read and restored from its snapshots', () => {
  test('decide the same, and have the same snapshots', () => {
    const seen = { moves: 0, ends: 0, refused: 0, unplayable: 0, marks: 0 };
    fc.assert(
      fc.property(steps, (all) => {
        const twins = new TwinLobbies(OPTIONS, UNFINISHED);
        let now = 0;
        twins.step({ kind: 'opened' }, now);
        twins.step({ kind: 'raise-last-game', game: UNFINISHED.length }, now);
        for (const [each, milliseconds, disturbed] of all) {
          now += milliseconds;
          const { answer, entries, unplayable } = twins.step(each, now, disturbed);
          if (answer?.kind === 'refused') {
            seen.refused++;
            // Most players enter and play soon, so that games get somewhere.
            if (each.kind === 'command')
              for (const next of NEXT[answer.why] ?? []) twins.step({ ...each, command: next }, now);
          }
          if (entries.some(({ event }) => event.kind === 'passed')) seen.marks += countMarks(twins, now);
          seen.moves += entries.filter(({ event }) => event.kind === 'played').length;
          seen.ends += entries.filter(({ event }) => event.kind === 'ended').length;
          seen.unplayable += unplayable.length;
        }
        twins.compare();
      }),
      { numRuns: 500 },
    );
    assert(seen.moves > 500 && seen.ends > 500 && seen.unplayable > 100, JSON.stringify(seen));
    assert(seen.marks > 50, JSON.stringify(seen));
    assert(seen.refused > 1_000, JSON.stringify(seen));
  });
});
