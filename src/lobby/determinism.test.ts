import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import skeleton from 'unhomoglyph';
import { arbitraryInput, arbitraryPause, JOIN, PROTOCOLS } from '../../test/support/lobby/arbitrary-input.ts';
import { ComparedLobby } from '../../test/support/lobby/compared-lobby.ts';
import { goSeat, USUAL_OPTIONS } from '../../test/support/lobby/go-seat.ts';
import type { Point } from '../rules/point.ts';
import type { Command } from './command.ts';
import type { GameEvent, JournalEntry } from './games/game-event.ts';
import { lazyJournalEntries } from './games/lazy-journal-entries.ts';
import type { Refusal } from './refusal.ts';

const OPTIONS = { protocols: PROTOCOLS, grace: 30_000, resume: 60_000, idle: 120_000 };

/** The next commands of a player after a refusal for one of these reasons. */
const NEXT_COMMANDS: Partial<Record<Refusal, readonly Command[]>> = {
  'no-such-player': [{ kind: 'enter', receives: ['chat', 'arrivals'], canMark: true }, JOIN],
  'no-game': [JOIN],
};

/** Two games of the journal: a running game, and a game with an illegal move. */
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
  return lazyJournalEntries([seated, event].map((each, index): JournalEntry => ({ game, index, at: 0, event: each })));
});

/** What happens to the second lobby before an input. */
const change = fc.constantFrom('none', 'none', 'read', 'restore');
const steps = fc.array(fc.tuple(arbitraryInput, arbitraryPause, change), {
  minLength: 30,
  maxLength: 150,
  size: 'max',
});

/**
 * Every player plays a stone, passes and marks the stone. Some players accept. Returns the number of players who marked
 * a stone.
 */
function countMarks(lobby: ComparedLobby, now: number): number {
  const players = [1, 2, 3, 4, 5, 6, 7];
  const mark: Command = { kind: 'mark', point: 4 as Point, dead: true };
  const pass: Command = { kind: 'pass' };
  for (const command of [{ kind: 'play', point: 4 as Point } as const, pass, pass])
    for (const player of players) lobby.step({ kind: 'command', player, command }, now);
  const marked = players.filter((player) => {
    lobby.restoreSecond();
    const { entries } = lobby.step({ kind: 'command', player, command: mark }, now);
    return entries.length > 0;
  });
  for (const player of players.slice(3)) {
    lobby.restoreSecond();
    lobby.step({ kind: 'command', player, command: { kind: 'accept-marks' } }, now);
  }
  return marked.length;
}

describe('two lobbies with the same inputs, one of them read and restored from its snapshots', () => {
  test('make the same decisions and have the same snapshots', () => {
    const seen = { moves: 0, ends: 0, refused: 0, unplayable: 0, marks: 0 };
    fc.assert(
      fc.property(steps, (all) => {
        const lobby = new ComparedLobby(OPTIONS);
        lobby.setSkeleton(skeleton);
        for (const game of UNFINISHED) lobby.resume(game);
        let now = 0;
        lobby.step({ kind: 'opened' }, now);
        lobby.step({ kind: 'raise-last-game', game: UNFINISHED.length }, now);
        for (const [each, milliseconds, before] of all) {
          now += milliseconds;
          if (before === 'read') lobby.readSecond();
          else if (before === 'restore') lobby.restoreSecond();
          const { answer, entries, unplayable } = lobby.step(each, now);
          if (answer?.kind === 'refused') {
            seen.refused++;
            // Most players enter and play soon, so that games have several moves.
            if (each.kind === 'command')
              for (const next of NEXT_COMMANDS[answer.why] ?? []) lobby.step({ ...each, command: next }, now);
          }
          if (entries.some(({ event }) => event.kind === 'passed')) seen.marks += countMarks(lobby, now);
          seen.moves += entries.filter(({ event }) => event.kind === 'played').length;
          seen.ends += entries.filter(({ event }) => event.kind === 'ended').length;
          seen.unplayable += unplayable.length;
        }
        lobby.compare();
      }),
      { numRuns: 500 },
    );
    assert(seen.moves > 500 && seen.ends > 500 && seen.unplayable > 100, JSON.stringify(seen));
    assert(seen.marks > 50, JSON.stringify(seen));
    assert(seen.refused > 1_000, JSON.stringify(seen));
  });
});
