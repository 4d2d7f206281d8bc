import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishedGameEntries } from '../../../test/support/archive/game-fixtures.ts';
import { previewOf } from './board-preview.ts';
import { Game } from './game.ts';
import { type LazyJournalEntries, lazyJournalEntries } from './lazy-journal-entries.ts';

const STONES = `bwb${'.'.repeat(78)}`;

/** A running game on a 9x9 board with three moves. */
const unfinished = (given: Partial<LazyJournalEntries> = {}): LazyJournalEntries => ({
  ...lazyJournalEntries(finishedGameEntries(1, { turns: 3 }).slice(0, -1)),
  ...given,
});

test('a short restored game has a preview, although its moves have not been read yet', () => {
  const preview = previewOf(Game.fromJournal(unfinished()), undefined);
  assert.deepEqual(preview, { game: 1, size: 9, version: 3, moves: 3, stones: STONES, last: 2 });
});

test('a long restored game has a preview only after its moves were read for another reason', () => {
  const game = Game.fromJournal(unfinished({ isShort: false }));
  assert.equal(previewOf(game, undefined), undefined);
  game.read();
  assert.equal(previewOf(game, undefined)?.moves, 3);
});

test('the version that the client has is not sent again', () => {
  const game = Game.fromJournal(unfinished());
  assert.equal(previewOf(game, 3), undefined);
  assert.equal(previewOf(game, 2)?.version, 3);
});
