import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goSeat, USUAL_OPTIONS } from '../../test/support/lobby/go-seat.ts';
import { readEntries } from '../journal/rows/encoded-game.ts';
import type { GameEvent, JournalEntry } from '../lobby/games/game-event.ts';
import type { Point } from '../rules/point.ts';
import { eventLine, ReplicatedGameEvents } from './replicated-game-events.ts';

const SIZE = 19;
const SEATED: GameEvent = {
  kind: 'seated',
  black: goSeat('alice', SIZE),
  white: goSeat('bob', SIZE),
  komi: 0,
  options: USUAL_OPTIONS,
};

/** Stores `count` events of each of two games, alternately. */
function storedEvents(count: number): {
  readonly store: ReplicatedGameEvents;
  readonly entries: readonly JournalEntry[];
} {
  const store = new ReplicatedGameEvents();
  const entries = Array.from({ length: 2 * count }, (_, entry): JournalEntry => {
    const [game, index] = [1 + (entry % 2), Math.floor(entry / 2)];
    const color = index % 2 === 1 ? 'black' : 'white';
    return {
      game,
      index,
      at: 1_000 + entry,
      event: index === 0 ? SEATED : { kind: 'played', color, point: index as Point },
    };
  });
  for (const entry of entries) store.add(entry, eventLine(entry), entry.at);
  return { store, entries };
}

const entriesOf = (store: ReplicatedGameEvents, game: number): readonly JournalEntry[] => {
  const found = store.find(game);
  assert(found !== undefined);
  return readEntries(found);
};

test('the store returns all events of a game in order, for any number of events', () => {
  for (let count = 1; count <= 40; count++) {
    const { store, entries } = storedEvents(count);
    for (const game of [1, 2])
      assert.deepEqual(
        entriesOf(store, game),
        entries.filter((entry) => entry.game === game),
      );
  }
});

test('a restored store that continues has the same snapshot as the original store', () => {
  for (const count of [1, 2, 7, 8, 9, 10, 17]) {
    const { store } = storedEvents(count);
    const restored = new ReplicatedGameEvents();
    restored.restore(store.snapshot());
    for (let index = count; index < count + 20; index++) {
      const entry: JournalEntry = { game: 1, index, at: 5_000, event: { kind: 'passed', color: 'black' } };
      for (const each of [store, restored]) each.add(entry, eventLine(entry), 5_000 + index);
      assert.deepEqual(restored.snapshot(), store.snapshot());
    }
  }
});
