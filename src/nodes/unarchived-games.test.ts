import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goSeat, USUAL_OPTIONS } from '../../test/support/lobby/go-seat.ts';
import { readEntries } from '../journal/rows/journal-game.ts';
import type { GameEvent, JournalEntry } from '../lobby/games/game-event.ts';
import type { Point } from '../rules/point.ts';
import { eventLine, UnarchivedGames } from './unarchived-games.ts';

const SIZE = 19;
const SEATED: GameEvent = {
  kind: 'seated',
  black: goSeat('alice', SIZE),
  white: goSeat('bob', SIZE),
  komi: 0,
  options: USUAL_OPTIONS,
};

/** So many events of two games, in turn. */
function stored(count: number): { readonly store: UnarchivedGames; readonly entries: readonly JournalEntry[] } {
  const store = new UnarchivedGames();
  const entries = Array.from({ length: 2 * count }, (_, place): JournalEntry => {
    const [game, index] = [1 + (place % 2), Math.floor(place / 2)];
    const color = index % 2 === 1 ? 'black' : 'white';
    return {
      game,
      index,
      at: 1_000 + place,
      event: index === 0 ? SEATED : { kind: 'played', color, point: index as Point },
    };
  });
  for (const entry of entries) store.add(entry, eventLine(entry), entry.at);
  return { store, entries };
}

const entriesOf = (store: UnarchivedGames, game: number): readonly JournalEntry[] => {
  const found = store.find(game);
  assert(found !== undefined);
  return readEntries(found);
};

test('a game has all its events, in order, however many there are', () => {
  for (let count = 1; count <= 40; count++) {
    const { store, entries } = stored(count);
    for (const game of [1, 2])
      assert.deepEqual(
        entriesOf(store, game),
        entries.filter((entry) => entry.game === game),
      );
  }
});

test('a store that goes on from a snapshot has the same snapshot as one that went on by itself', () => {
  for (const count of [1, 2, 7, 8, 9, 10, 17]) {
    const { store } = stored(count);
    const restored = new UnarchivedGames();
    restored.restore(store.snapshot());
    for (let index = count; index < count + 20; index++) {
      const entry: JournalEntry = { game: 1, index, at: 5_000, event: { kind: 'passed', color: 'black' } };
      for (const each of [store, restored]) each.add(entry, eventLine(entry), 5_000 + index);
      assert.deepEqual(restored.snapshot(), store.snapshot());
    }
  }
});
